"""The build hook of `make wheel-fast`: compiles the busiest modules with mypyc. A normal build never loads it.

Which modules, and why not the others, is in pyproject.toml. Their sources stay in the wheel; Python takes the compiled
module where there is one.
"""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext


class CompiledModules(BuildHookInterface[Any]):
    """Puts the compiled modules into the wheel, which is then for one Python and one system."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless a checkout is installed to be worked on: that runs from its sources."""
        if version == "editable":
            return
        folder = Path(self.root, "build", "compiled")
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= {str(path): str(path.relative_to(folder)) for path in self._compile(folder)}

    def _compile(self, folder: Path) -> list[Path]:
        """Compile the modules into a folder; the files that belong in a wheel.

        Each is a library of its own: as one, the C compiler takes ten times as long for the same speed.
        """
        extensions = mypycify(
            # A cache of its own: CI checks types at the same time, and a cache that two write may be read half written.
            [
                f"--config-file={Path(self.root, 'pyproject.toml')}",
                f"--cache-dir={folder / 'mypy'}",
                *self.config["modules"],
            ],
            opt_level=os.environ.get("WESTWALL_OPTIMIZE", self.config["optimize"]),
            debug_level="0",
            separate=True,
            target_dir=str(folder / "c"),
        )
        command = build_ext(Distribution({"name": "westwall_tui", "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(folder), str(folder / "c")
        command.parallel = os.cpu_count()
        command.ensure_finalized()
        command.run()
        return [Path(path) for path in command.get_outputs()]
