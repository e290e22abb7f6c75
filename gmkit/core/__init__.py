"""What systems, store and faces share: commands, facts, audiences, settings, tables, views. It knows no system."""
