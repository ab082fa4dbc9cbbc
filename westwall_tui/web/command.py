"""The command `westwall web`."""

import argparse
import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path

from westwall_tui.files.command_line import UNUSABLE, how_to_install
from westwall_tui.files.disk.folders import saves_folder
from westwall_tui.files.disk.reach import home_path, sentence
from westwall_tui.files.disk.writing import write_out
from westwall_tui.files.faults import brief, printable


def run(options: argparse.Namespace) -> int:
    """Serve until Ctrl+C. Return 2 if an argument cannot be used, or if this system cannot serve."""
    if os.name != "posix":
        print("westwall web needs Linux, macOS or another Unix", file=sys.stderr)
        return UNUSABLE
    try:
        from westwall_tui.web.server import Web
    except ImportError:
        print(f"westwall web needs textual-serve; {how_to_install('web')}", file=sys.stderr)
        return UNUSABLE
    folder = home_path(options.folder, "--folder") if options.folder else saves_folder().parent / "web"
    public = options.public
    if public is not None and not public.startswith(("http://", "https://")):
        print(printable(f"--public {brief(public)}: must begin with http:// or https://"), file=sys.stderr)
        return UNUSABLE
    host, port = options.listen
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        key = "" if options.open else _read_key(folder / "key")
        Web(folder, host, port, public, key, options.visitors).serve()
    except OSError as error:
        where = error.filename or f"{host}:{port}"
        print(printable(f"westwall web: {where}: {sentence(error)}"), file=sys.stderr)
        return UNUSABLE
    return 0


def _read_key(path: Path) -> str:
    """Return the key of the address. It stays the same, so that a bookmark keeps working.

    If the file has no key, write a new one, because an empty key would admit everybody. Raises `OSError`.
    """
    with suppress(FileNotFoundError, UnicodeDecodeError):
        if key := path.read_text(encoding="ascii").strip():
            return key
    key = secrets.token_urlsafe(12)
    write_out(path, key, mode=0o600)
    return key
