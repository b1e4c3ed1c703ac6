"""What publishes the site elsewhere: workflows that may do no more than they need, and do what they say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT, needs_program

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
SITE = yaml.safe_load((ROOT / ".github/workflows/site.yml").read_text("utf-8"))
GITLAB = yaml.safe_load((ROOT / ".gitlab-ci.yml").read_text("utf-8"))
MARK = "<!-- what readers would see of this change -->"
# Stands for GitHub's own program: keeps comments in a file, and each call in another.
GH = """#!/usr/bin/env python3
import json, os, pathlib, sys
store, calls = pathlib.Path(os.environ["STORE"]), pathlib.Path(os.environ["CALLS"])
comments = json.loads(store.read_text()) if store.exists() else []
given = sys.argv[1:]
with calls.open("a") as log:
    log.write(" ".join(given[:3]) + "\\n")
if "--method" in given:
    field = given[given.index("--field") + 1]
    body = pathlib.Path(field.removeprefix("body=@")).read_text("utf-8")
    if given[given.index("--method") + 1] == "POST":
        comments.append({"id": len(comments) + 1, "user": {"type": "Bot"}, "body": body})
    else:
        comments[int(given[3].rpartition("/")[2]) - 1]["body"] = body
    store.write_text(json.dumps(comments))
else:
    import subprocess
    query = given[given.index("--jq") + 1]
    sys.exit(subprocess.run(["jq", "-r", query], input=json.dumps(comments), text=True).returncode)
"""


def steps() -> Iterator[tuple[str, dict[str, Any]]]:
    for workflow in WORKFLOWS:
        for name, job in yaml.safe_load(workflow.read_text("utf-8"))["jobs"].items():
            for step in job["steps"]:
                yield f"{workflow.name} {name}", step


def scripts() -> Iterator[tuple[str, str]]:
    for name, step in steps():
        if "run" in step:
            yield name, step["run"]
    for name, job in GITLAB.items():
        if isinstance(job, dict) and "script" in job:
            yield f"gitlab {name}", "\n".join(job["script"])


def test_every_action_is_pinned_to_a_commit_and_says_which_version_that_is() -> None:
    for workflow in WORKFLOWS:
        used = re.findall(r"uses: (.*)", workflow.read_text("utf-8"))
        assert used
        assert [use for use in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", use)] == []


def test_jobs_have_no_more_rights_than_they_need() -> None:
    assert SITE["permissions"] == {}
    rights = {name: job["permissions"] for name, job in SITE["jobs"].items()}
    assert rights == {
        "build": {"contents": "read"},
        "comment": {"pull-requests": "write"},
        "publish": {"pages": "write", "id-token": "write"},
    }


def test_a_job_that_may_write_runs_nothing_of_the_project() -> None:
    for name in ("comment", "publish"):
        used = [step.get("uses", "") for step in SITE["jobs"][name]["steps"]]
        assert not any(use.startswith("actions/checkout@") for use in used)
    for name in ("note", "pages"):
        assert GITLAB[name]["variables"]["GIT_STRATEGY"] == "none"


def test_no_checkout_leaves_its_token_behind() -> None:
    found = [step for _, step in steps() if step.get("uses", "").startswith("actions/checkout@")]
    assert found
    assert all(step["with"]["persist-credentials"] is False for step in found)


def test_what_others_write_is_never_part_of_a_script() -> None:
    """A title of a pull request could hold commands: values come to scripts as variables only."""
    assert [name for name, script in scripts() if "${{" in script] == []


@pytest.mark.parametrize("name", ["comment", "publish"])
def test_a_pull_request_publishes_nothing_and_a_push_comments_on_nothing(name: str) -> None:
    asked = SITE["jobs"][name]["if"]
    assert ("github.event_name == 'pull_request'" in asked) == (name == "comment")
    assert ("github.event_name != 'pull_request' && github.ref == 'refs/heads/main'" in asked) == (name == "publish")
    rules = {job: GITLAB[job]["rules"] for job in ("note", "pages")}
    assert rules == {
        "note": [{"if": '$CI_PIPELINE_SOURCE == "merge_request_event"'}],
        "pages": [{"if": "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH"}],
    }


def test_both_test_build_strictly_and_compare_with_the_base() -> None:
    github = "\n".join(step["run"] for step in SITE["jobs"]["build"]["steps"] if "run" in step)
    for script in (github, "\n".join(GITLAB["site"]["script"])):
        assert "make test" in script
        assert ".venv/bin/python build.py --strict --out " in script
        assert "build.py diff " in script
        assert "--markdown > difference.md" in script
        assert re.search(r"rm -r \w+/\.zahlwerk", script)


@pytest.mark.parametrize(("name", "script"), list(scripts()), ids=[name for name, _ in scripts()])
def test_every_script_is_read_by_a_shell(name: str, script: str) -> None:
    shell = "bash" if not name.startswith("gitlab") else "sh"
    done = subprocess.run([shell, "-n"], input=script, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_token_is_documented() -> None:
    document = (ROOT / "docs/publishing.md").read_text("utf-8")
    assert "ZAHLWERK_NOTE_TOKEN" in "\n".join(GITLAB["note"]["script"])
    for word in ("`ZAHLWERK_NOTE_TOKEN`", "scope `api`", "role *Reporter*", "`BASE_URL`"):
        assert word in document


@needs_program("jq")
def test_the_comment_is_written_once_and_then_changed(tmp_path: Path) -> None:
    (script,) = [step["run"] for step in SITE["jobs"]["comment"]["steps"] if "run" in step]
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/gh").write_text(GH, "utf-8")
    (tmp_path / "bin/gh").chmod(0o755)
    store = tmp_path / "store.json"
    store.write_text(json.dumps([{"id": 1, "user": {"type": "User"}, "body": f"{MARK}\nnot ours"}]), "utf-8")
    environment = {
        **os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "STORE": str(store), "NUMBER": "7",
        "CALLS": str(tmp_path / "calls"), "GITHUB_REPOSITORY": "owner/site",
    }  # fmt: skip
    bash = shutil.which("bash")
    assert bash
    for text in ("first\n", "ü" * 40_000):  # 80,000 bytes; the cut falls within a letter
        (tmp_path / "difference.md").write_text(text, "utf-8")
        subprocess.run([bash, "-e", "-o", "pipefail", "-c", script], cwd=tmp_path, env=environment, check=True)
    other, comment = json.loads(store.read_text("utf-8"))
    assert other["body"].endswith("not ours")
    assert comment["body"].startswith(f"{MARK}\nüü")
    assert comment["body"].endswith('ü\n\n… and more: see the artefact "difference".\n')
    assert len(comment["body"]) < 65_536
    calls = (tmp_path / "calls").read_text("utf-8").splitlines()
    assert [call for call in calls if "--method" in call] == ["api --method POST", "api --method PATCH"]
