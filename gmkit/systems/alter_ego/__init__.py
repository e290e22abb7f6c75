"""Alter ego."""
