"""Puts the browser client into wheels and sdists, into wheels the helper in C, and the README into
what both say of themselves.

An sdist carries the built client, so a wheel made from it needs no Node. A wheel is for every
platform if it has no helper (`tools/native.py`), otherwise for this one. An editable install is for
people who work on it: they build by `make`.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from types import ModuleType
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


class BuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "freehold"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self._build_client()
        if self.target_name == "wheel":
            self._build_helper(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if folder := getattr(self, "_folder", None):
            folder.cleanup()

    def _build_client(self) -> None:
        root = Path(self.root)
        is_sdist_tree = (root / "PKG-INFO").is_file()
        if is_sdist_tree and (root / "src" / "freehold" / "web_dist" / "index.html").is_file():
            return
        client = self._tool("client")
        try:
            client.build(root)
        except client.CannotBuild as error:
            raise SystemExit(f"freehold: {error}") from None

    def _build_helper(self, build_data: dict[str, Any]) -> None:
        native = self._tool("native")
        self._folder = tempfile.TemporaryDirectory()
        try:
            built = native.build(Path(self.root), Path(self._folder.name))
        except native.NotBuilt as reason:
            self.app.display_info(f"freehold: without its helper in C, because {reason}")
            return
        build_data["pure_python"], build_data["infer_tag"] = False, True
        build_data["force_include"][str(built)] = f"freehold/match/{built.name}"

    def _tool(self, name: str) -> ModuleType:
        sys.path.insert(0, str(Path(self.root, "tools")))
        try:
            return __import__(name)
        finally:
            sys.path.pop(0)
