"""A campaign: here rules, chance, store and viewers meet, and nowhere else."""

from gmkit.campaign.campaign import Campaign, create, open

__all__ = ["Campaign", "create", "open"]
