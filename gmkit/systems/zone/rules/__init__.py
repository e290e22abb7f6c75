"""The rules of the Zone, a file each, named as the book names them; numbers and conditions, no order of play."""
