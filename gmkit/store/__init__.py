"""The campaign file: plain documents in and out, kept whole through power cuts, stop buttons and second kernels."""

from gmkit.store.campaign_file import CampaignFile, Writer
from gmkit.store.errors import Busy, Closed, Damaged, Disk, ForeignChange, NotStorable, ReadOnly

__all__ = ["Busy", "CampaignFile", "Closed", "Damaged", "Disk", "ForeignChange", "NotStorable", "ReadOnly", "Writer"]
