"""All reading and writing: text, JSON, rules files."""
