"""The rules of Fudge, a file each, named as the book names them."""
