# Prints a Python of version 3.11 or newer; exits 2 with one sentence if there is none.
for name in ${PYTHON:-python3.11 python3.12 python3.13 python3 python}; do
  if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "$name"
    exit 0
  fi
done
echo "gmkit needs Python 3.11 or newer: install it, or name it: make test PYTHON=python3.13" >&2
exit 2
