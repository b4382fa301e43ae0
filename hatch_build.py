"""Puts the browser client into wheels and sdists, and the README into what they say of themselves.

An sdist carries the built client, so a wheel made from it needs no Node. An editable install is
for people who work on it: they build by `make`.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = re.compile(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n+", re.MULTILINE)
"""A picture that is a file of this repository."""


class ReadmeHook(MetadataHookInterface):
    """Pages that show the README elsewhere cannot show files of this repository."""

    PLUGIN_NAME = "readme"

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": HERE.sub("", text)}


class ClientHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "client"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        is_sdist_tree = (root / "PKG-INFO").is_file()
        is_built = (root / "src" / "freehold" / "web_dist" / "index.html").is_file()
        if version == "editable" or (is_sdist_tree and is_built):
            return
        sys.path.insert(0, str(root / "tools"))
        try:
            import client
        finally:
            sys.path.pop(0)
        try:
            client.build(root)
        except client.CannotBuild as error:
            raise SystemExit(f"freehold: {error}") from None
