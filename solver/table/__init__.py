"""What lies on the table: positions, deals, lines of play."""
