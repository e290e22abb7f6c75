"""The rules of Alter ego, a file each."""
