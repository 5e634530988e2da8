"""The README shows the consumer's program to the letter, so that what people copy is what the tests compile."""
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parents[2]
program = (root / "tests/project/consumer/main.cpp").read_text()
sys.exit(0 if program in (root / "README.md").read_text() else "README.md does not show tests/project/consumer/main.cpp")
