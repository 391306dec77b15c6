"""Collections in files: read, checked and written."""
