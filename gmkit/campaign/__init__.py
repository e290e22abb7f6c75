"""A campaign: here rules, chance, store and viewers meet, and nowhere else."""

from gmkit.campaign.campaign import Campaign
from gmkit.campaign.founding import create, open

__all__ = ["Campaign", "create", "open"]
