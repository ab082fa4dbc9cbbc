"""One game, two computers and nothing between them but mail (docs/mail.md)."""
