"""The pending decisions, one module for each: `base` defines their common parts, `flow` brings them together."""
