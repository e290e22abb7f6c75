"""What the facts about persons, fights and maps are called in a ledger."""

from importlib.resources import files

from gmkit.core.kinds import load_kinds

PERSON_KINDS = load_kinds(files(__package__) / "kinds.toml")
"""The kinds that both systems of persons have."""
