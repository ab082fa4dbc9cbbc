#!/usr/bin/env python3
"""Post a line to a chat when it is a player's move in a club. A club calls this program (docs/run-a-club.md).

The address of the web hook is in the environment, because it is a secret of the chat:

    export WESTWALL_HOOK=https://...
    python examples/webhook.py Anna 17 "U.S.: move a unit" "Spearhead against Bert" "The Germans moved 12 units."

A message has the fields `content` (Discord) and `text` (Slack, Mattermost, Matrix bridges). `--field` sends only one.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

FIELDS = ("content", "text")
TIMEOUT = 5.0
"""Seconds to wait for the chat service. A club waits ten seconds for this program."""
LONGEST = 1_500
"""Maximum characters of a message. The services allow about 2,000."""
NEUTRAL = str.maketrans({"@": "(at)", "<": "(", ">": ")", "[": "(", "]": ")", "`": "'"})
"""Replacements for characters with which a text could call everybody in a chat, or hide a link."""


def message(player: str, game: str, asks: str, title: str = "", happened: str = "") -> str:
    """Return the message: whose move it is, what happened last, and what the player has to decide."""
    lines = (f"{player}, it is your move in game {game}{title and f', {title}'}.", happened, asks)
    text = "\n".join(line for line in lines if line).translate(NEUTRAL)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def post(url: str, fields: Sequence[str], text: str) -> None:
    """Post a text to a web hook. Raises `OSError`, whose message never has the address, because that is a secret."""
    if not url.startswith(("https://", "http://")):
        raise OSError("WESTWALL_HOOK must be the address of a web hook, https://...")
    body = dict.fromkeys(fields, text)
    headers = {"Content-Type": "application/json", "User-Agent": "westwall-webhook"}
    try:
        with urlopen(Request(url, json.dumps(body).encode(), headers), timeout=TIMEOUT):
            pass
    except HTTPError as error:
        raise OSError(f"the chat service answers {error.code}") from None
    except (HTTPException, ValueError):
        raise OSError("WESTWALL_HOOK is not a valid address, or no web server answers there") from None


def main(words: list[str] | None = None) -> int:
    """Post the message of a command line, and return the exit status."""
    parser = argparse.ArgumentParser(description="Post a line to a chat when it is a player's move.")
    parser.add_argument("--field", choices=FIELDS, help="the only field to send (default: both)")
    about = "what the club says: player, game, what to decide, title with the opponent, what happened"
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="WORD", help=about)
    given = parser.parse_args(words)
    if not 3 <= len(given.words) <= 5:
        parser.error("a club gives five words: see --help")
    try:
        fields = [given.field] if given.field else FIELDS
        post(os.environ.get("WESTWALL_HOOK", ""), fields, message(*given.words))
    except OSError as error:
        print(f"webhook: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
