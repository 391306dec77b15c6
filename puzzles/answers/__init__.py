"""What solves a puzzle, and how unique it is: decided exactly."""
