"""The club: many players on one server, over SSH, in games that outlive every process (docs/run-a-club.md).

The database is the table: every player's process plays on the rows of his game with the same engine and the same
screens as at home. Nothing here is imported without the extra `club`.
"""
