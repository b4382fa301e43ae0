"""The files of deploy/ agree with each other, with the command and with its settings."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from freehold.cli.parsers import the_parser
from freehold.server.settings import PREFIX, Settings, read_settings
from tools.image import Replay, read_lines

ROOT = Path(__file__).resolve().parent.parent.parent
DEPLOY = ROOT / "deploy"
OWN_VARIABLES = {"FREEHOLD_DOMAIN", "FREEHOLD_SERVER"}
"""The Caddyfile's."""


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(read("compose.yaml"))
    return found


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(read("freehold.service"))
    return parser


def need_settings(environment: dict[str, str]) -> Settings:
    """What the server makes of it; every variable is a setting."""
    names = {name.removeprefix(PREFIX).lower() for name in environment}
    assert names <= set(Settings.__struct_fields__)
    return read_settings({}, environment)


def test_the_image_sets_only_what_there_is_and_serves_others_from_its_volume() -> None:
    env = dict(
        word.split("=", 1)
        for name, rest in read_lines(read("Dockerfile"))
        if name == "ENV"
        for word in shlex.split(rest)
    )
    settings = need_settings(env)
    assert (settings.host, settings.data, settings.log_format) == ("0.0.0.0", "/data", "json")
    lines = dict(read_lines(read("Dockerfile")))
    assert lines["VOLUME"] == settings.data
    assert lines["EXPOSE"] == str(settings.port)
    assert lines["CMD"] == '["freehold", "serve"]'
    assert lines["USER"].split(":")[0].isdigit()  # Kubernetes can see that it is not root
    assert all(hasattr(Replay, f"on_{name.lower()}") for name in lines)


def test_compose_starts_the_image_behind_caddy_and_publishes_nothing_else() -> None:
    services = compose()["services"]
    server, caddy = services["freehold"], services["caddy"]
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).is_file()
    env = {**server["environment"], "FREEHOLD_PUBLIC_URL": "https://play.example.org"}
    settings = need_settings(env)
    assert settings.trust_proxy
    assert "ports" not in server
    assert {port.partition("/")[0] for port in caddy["ports"]} == {"80:80", "443:443"}
    mounted = [each.split(":")[0] for each in caddy["volumes"] + server["volumes"]]
    assert all(
        (DEPLOY / each).is_file() if each.startswith(".") else each in compose()["volumes"]
        for each in mounted
    )
    assert set(caddy["environment"]) == OWN_VARIABLES
    assert caddy["environment"]["FREEHOLD_SERVER"] == "freehold:8000"


def test_the_cluster_is_nodes_that_differ_only_in_name_and_only_caddy_is_reachable() -> None:
    services = yaml.safe_load(read("cluster.yaml"))["services"]
    nodes = [services["node-a"], services["node-b"]]
    for node in nodes:
        assert (DEPLOY / node["build"]["context"] / node["build"]["dockerfile"]).is_file()
        shown = {
            "FREEHOLD_PUBLIC_URL": "https://play.example.org",
            "FREEHOLD_STORE": re.sub(r"\$\{.*?\}", "hush", node["environment"]["FREEHOLD_STORE"]),
            "FREEHOLD_BUS": re.sub(r"\$\{.*?\}", "hush", node["environment"]["FREEHOLD_BUS"]),
        }
        assert need_settings({**node["environment"], **shown}).bus == "nats://nodes:hush@nats:4222"
    names = [node["environment"].pop("FREEHOLD_NODE") for node in nodes]
    assert names == ["a", "b"]
    assert nodes[0]["environment"] == nodes[1]["environment"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert services["caddy"]["environment"]["FREEHOLD_SERVER"] == "node-a:8000 node-b:8000"


def test_the_caddyfile_takes_what_compose_sets() -> None:
    assert set(re.findall(r"\{\$(\w+)", read("Caddyfile"))) == OWN_VARIABLES


def test_the_unit_starts_the_command_as_it_is_and_keeps_its_data_private() -> None:
    service = unit()["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert program == "/opt/freehold/bin/freehold"
    assert the_parser().parse_args(words).config == "/etc/freehold.toml"
    env = dict(word.split("=", 1) for word in shlex.split(service["Environment"]))
    assert need_settings(env).data == f"/var/lib/{service['StateDirectory']}"
    assert service["StateDirectoryMode"] == "0700"
    assert service["DynamicUser"] == "yes"


def test_the_settings_for_systemd_are_settings() -> None:
    service = unit()["Service"]
    env = dict(word.split("=", 1) for word in shlex.split(service["Environment"]))
    settings = read_settings({}, env, str(DEPLOY / "freehold.toml"))
    assert settings.trust_proxy
    assert settings.public_url == "https://play.example.org"
    assert settings.backup_interval_hours == 24
    chosen = tomllib.loads(read("freehold.toml"))
    assert not {f"{PREFIX}{name.upper()}" for name in chosen} & env.keys()  # those would win


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    text = read("freehold.service")
    unit = tmp_path / "freehold.service"
    unit.write_text(text.replace("/opt/freehold/bin/freehold", sys.executable), encoding="utf-8")
    ended = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True
    )
    assert [line for line in ended.stderr.splitlines() if "freehold" in line] == []
