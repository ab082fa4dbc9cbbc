"""The pending decisions, one module each: `decision.py` says what a module holds, `flow` brings them together."""
