"""`python -m studio` is the command `studio`."""

from studio.cli import main

if __name__ == "__main__":
    main()
