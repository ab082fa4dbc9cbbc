"""The pending decisions, one module each: `base.py` says what a module holds, `flow` brings them together."""
