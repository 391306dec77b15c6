"""Tables, lines and analyses drawn for people."""
