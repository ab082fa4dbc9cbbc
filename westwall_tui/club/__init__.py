"""The club: many players on one server, over SSH, in games that outlive every process (docs/run-a-club.md).

Every player's process works on the rows of a game in the database, with the same engine and screens as at home. This
package is only imported if the extra `club` is installed.
"""
