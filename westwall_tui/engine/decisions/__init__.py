"""The pending decisions, one module each: `decision.py` says what such a module holds, `flow` brings them together."""
