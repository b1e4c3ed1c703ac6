"""The engine's documentation holds what the engine says. Run as a script, this file writes its tables anew."""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import io
import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

from zahlwerk.cases import INPUTS, ROLES
from zahlwerk.configs import read_config
from zahlwerk.facts import load_facts
from zahlwerk.records import Adapter, Format, Model, Record
from zahlwerk.sizing import FORMULAS
from zahlwerk.sizing.formula import Formula
from zahlwerk.sizing.situation import Situation, all_linear, counted

DOCUMENT = ROOT / "docs" / "engine.md"
GIB = 1.073741824  # GB in a GiB


def formula_table() -> str:
    """Every formula by module, with its dimension, meaning, text and source."""
    modules: dict[str, list[Formula]] = {}
    for formula in FORMULAS.values():
        modules.setdefault(Path(formula.place.file).stem, []).append(formula)
    lines = []
    for module, formulas in modules.items():
        intro = (importlib.import_module(f"zahlwerk.sizing.{module}").__doc__ or "").strip().partition("\n")[0]
        lines += [f"### {module}", "", intro, ""]
        lines += ["| quantity | in | meaning | formula | source |", "|---|---|---|---|---|"]
        lines += [_formula_row(formula) for formula in formulas]
        lines.append("")
    return "\n".join(lines)


def _formula_row(formula: Formula) -> str:
    meaning, _, source = " ".join(formula.doc.split()).partition("Source: ")
    sentence = re.match(r".+?\.(?=\s|$)", meaning)
    assert sentence, formula.name
    bound = {"min": ", a lower bound", "max": ", an upper bound", "": ""}[formula.bound]
    source = source[:1].upper() + source[1:].removesuffix(".")
    cells = (f"`{formula.name}`", f"{formula.dimension}{bound}", sentence[0], f"`{formula.text}`", source)
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


@dataclass(frozen=True)
class Measurement:
    """A published number beside the engine's."""

    case: str
    published: str  # as its author writes it
    value: float  # in GB
    situation: Situation
    conditions: str  # "known", or what is not
    explanation: str
    quantity: str = ""  # what is compared; by default all a card holds, and the need with the reserve beside it

    @property
    def engine(self) -> float:
        """The engine's value in GB."""
        return gigabytes(self.situation, self.quantity) if self.quantity else held(self.situation)

    @property
    def deviation(self) -> float:
        """How far the engine lies above the published value, as a share of it."""
        return self.engine / self.value - 1

    @property
    def row(self) -> str:
        """As a line of the table."""
        reserve = "–" if self.quantity else f"{gigabytes(self.situation, 'need_bytes'):.1f}"
        numbers = f"{self.engine:.2f} | {self.deviation:+.1%}".replace("-", "−")
        return f"| {self.case} | {self.published} | {numbers} | {reserve} | {self.conditions} | {self.explanation} |"


def gigabytes(situation: Situation, quantity: str) -> float:
    """A quantity of a situation in GB."""
    return float(situation.quantity(quantity).in_unit("GB"))


def held(situation: Situation) -> float:
    """What one card holds for a micro-batch under full checkpointing, without any reserve."""
    return gigabytes(situation, "paper_bytes") + gigabytes(situation, "working_bytes")


@cache
def records() -> dict[str, Record]:
    return dict(load_facts(ROOT / "facts", {name: formula.dimension for name, formula in FORMULAS.items()}).records)


def model(name: str) -> Model:
    """A model of the published configurations."""
    return _read(ROOT / "tests" / "configs" / f"{name}.json")


def _read(path: Path) -> Model:
    return read_config(path, {r.id: r for r in records().values() if isinstance(r, Format)})


def first_qwen(**shape: int) -> Model:
    """A model of the first Qwen generation, whose parameters are those of the second with as many heads for keys."""
    fields = {"model_type": "qwen2", "tie_word_embeddings": False, "num_key_value_heads": shape["num_attention_heads"]}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "qwen.json"
        path.write_text(json.dumps({**fields, **shape}), "utf-8")
        return _read(path)


def sized(model: Model, recipe: str, tokens: int, cards: int = 1, *, rank: int = 0, fused: bool = False) -> Situation:
    """A model with an adapter at all linear modules, or trained itself where the rank is 0.

    One adapter over fused queries, keys and values counts as much as three with half the rank at keys and values.
    """
    pattern = records()["attention_r16"]
    assert isinstance(pattern, Adapter)
    adapter = all_linear(model, pattern, rank)
    if fused:
        half = dataclasses.replace(adapter.key, written=counted(rank // 2))
        adapter = dataclasses.replace(adapter, key=half, value=half)
    roles = {"model": model, "recipe": records()[recipe], "adapter": adapter, "estimates": records()["planning"]}
    return Situation(**roles, cards=cards, tokens=tokens, zero_stage=3)


def _qwen() -> Iterator[Measurement]:
    """LoRA with the published script, whose default is rank 64 at all projections."""
    shape = {"hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32}
    small = first_qwen(**shape, intermediate_size=11008, vocab_size=151936)
    shape = {"hidden_size": 5120, "num_hidden_layers": 40, "num_attention_heads": 40}
    large = first_qwen(**shape, intermediate_size=13696, vocab_size=152064)
    known = "known, but not whether GB or GiB"
    near = "states of the adapter, of rank 64, are a tenth of it and must not be left out"
    far = "from 4,096 to 8,192 tokens the measured slope is 9.4 bytes per logit beside the layers' inputs, not 14"
    buffers = "fragmentation and buffers, which are not counted"
    short = "a fixed part of half a GB or so that is not counted shows while the batch is small"
    rows = (
        (256, 20.1, short), (1024, 21.5, near), (2048, 23.8, near), (4096, 29.7, buffers),
        (8192, 36.6, far),
    )  # fmt: skip
    for tokens, value, why in rows:
        situation = sized(small, "bf16_lora", tokens, rank=64, fused=True)
        yield Measurement(f"Qwen-7B, LoRA, {tokens:,} tokens", f"{value} GB", value, situation, known, why)
    for tokens, value, why in ((2048, 37.4, near), (8192, 55.2, buffers)):
        situation = sized(large, "bf16_lora", tokens, rank=64, fused=True)
        yield Measurement(f"Qwen-14B, LoRA, {tokens:,} tokens", f"{value} GB", value, situation, known, why)


def _longest_contexts() -> Iterator[Measurement]:
    """The most tokens that fitted a card of a size, with transformers and FlashAttention 2."""
    known = "known, but not what the card had free"
    why = "slope between sizes: 17.2 bytes per logit, three more than are counted"
    same = "as above: the same share at every size"
    for tokens, card in ((932, 12), (2551, 16), (5789, 24), (12264, 40), (15502, 48), (28454, 80)):
        situation = sized(model("llama-3.1-8b"), "qlora", tokens, rank=32)
        case = f"Llama-3.1-8B, QLoRA, {tokens:,} tokens fill a card"
        yield Measurement(case, f"{card} GB", card, situation, known, why if card == 12 else same)
    situation = sized(model("llama-3.1-70b"), "qlora", 6916, rank=32)
    yield Measurement(
        "Llama-3.3-70B, QLoRA, 6,916 tokens fill a card",
        "80 GB",
        80,
        situation,
        known,
        "as above, with a larger share of weights",
    )


def _torchtitan() -> Iterator[Measurement]:
    """Full training with FSDP: weights, gradients and moments in FP32 are 16 bytes per parameter, too."""
    llama, cards = model("llama-3.1-8b"), 8
    situation = sized(llama, "adam32", 32768, cards)
    why = "the peaks of logits and of gathers may not meet, and FP32 gradients of gathered layers are not counted"
    case = "Llama-3.1-8B, full, FSDP on 8 cards, 32,768 tokens, full checkpointing, FP8 products"
    yield Measurement(case, "83.9 GiB", 83.9 * GIB, situation, "known but for copies of the compiled loss", why)
    situation = sized(llama, "adam32", 2 * 8192, cards)
    none = gigabytes(situation, "paper_bytes") + gigabytes(situation, "working_bytes_unchecked")
    why = f"selective checkpointing lies between full (this value) and none ({none:.1f} GB)"
    case = "Llama-3.1-8B, full, FSDP on 8 cards, 2 × 8,192 tokens, selective checkpointing"
    yield Measurement(case, "82.4 GiB", 82.4 * GIB, situation, "known; the engine has no such option", why)
    unknown = "checkpointing not stated"
    why = "logits are most of it, so one byte more for each is enough"
    situation = sized(llama, "adam32", 32 * 2048, 4)
    case = "Llama-3-8B, full, FSDP on 4 cards, 32 × 2,048 tokens"
    yield Measurement(case, "174.49 GiB", 174.49 * GIB, situation, unknown, why)
    situation = sized(model("qwen3-8b"), "adam32", 16 * 2048, 4)
    case, unknown = "Qwen3-8B, full, FSDP on 4 cards, 16 × 2,048 tokens", unknown + ", length taken from the row above"
    yield Measurement(case, "112.88 GiB", 112.88 * GIB, situation, unknown, "as above")


def _others() -> Iterator[Measurement]:
    llama, mistral = model("llama-3.1-8b"), model("mistral-7b-v0.1")
    situation = sized(llama, "pure_bf16_adam8", 8192)
    paged = held(situation) - gigabytes(situation, "weight_bytes")
    why = f"paged moments may lie in host memory: without them the engine says {paged:.1f} GB"
    case = "Llama-3-8B, full, one card, 8,192 tokens, paged 8-bit Adam"
    yield Measurement(case, "48 GB", 48, situation, "where the pages are is not stated", why)
    assumed = "length and rank not stated; 4 × 4,096 tokens and rank 16 assumed"
    for recipe, published in (("bf16_lora", 26.11), ("qlora", 15.86)):
        situation = sized(mistral, recipe, 4 * 4096, rank=16)
        case = f"Mistral-7B, {'LoRA' if recipe == 'bf16_lora' else 'QLoRA'}, batch of 4, allocated"
        why = "plausible, since one assumption meets both rows; no proof"
        yield Measurement(case, f"{published} GiB", published * GIB, situation, assumed, why)
    gemma = dataclasses.replace(llama, vocabulary=dataclasses.replace(llama.vocabulary, written=counted(256_000)))
    situation = sized(gemma, "adam32", 8192)
    why = "13.4 bytes per logit, if GB are 1000³ bytes: the copies that this loss holds differ a little from ours"
    yield Measurement(
        "Gemma-2-2B, loss and its gradient, 8,192 tokens", "28 GB", 28, situation, "known", why, "logit_bytes"
    )


def _rules() -> Iterator[Measurement]:
    """Estimates that others publish, beside what stays on the cards between steps."""
    eight, seventy = model("llama-3.1-8b"), model("llama-3.1-70b")
    rows = (
        ("8B, full", 60, eight, "pure_bf16", 0, "8 bytes per parameter here"),
        ("8B, LoRA", 16, eight, "bf16_lora", 16, "theirs is the base alone"),
        ("8B, QLoRA", 6, eight, "qlora", 16, "embedding and output layer stay in BF16 here"),
        ("70B, full", 500, seventy, "pure_bf16", 0, "8 bytes per parameter here; their first value was 300"),
        ("70B, LoRA", 160, seventy, "bf16_lora", 16, "theirs holds some room for activations"),
        ("70B, QLoRA", 48, seventy, "qlora", 16, "theirs holds some room for activations"),
    )
    for name, value, each, recipe, rank, why in rows:
        situation = sized(each, recipe, 1, rank=rank)
        yield Measurement(f"Llama-3.1-{name}", f"{value} GB", value, situation, "an estimate", why, "resident_bytes")


def measurements() -> list[Measurement]:
    return [*_qwen(), *_longest_contexts(), *_torchtitan(), *_others()]


def measurement_table(rows: list[Measurement]) -> str:
    """Published numbers beside the engine's."""
    header = "| case | published | engine, GB | deviation | with reserve, GB | conditions | explanation |"
    return "\n".join([header, "|---|--:|--:|--:|--:|---|---|", *(row.row for row in rows), ""])


def tables() -> dict[str, str]:
    """The generated parts of the document, by the name in the comments around them."""
    return {
        "formulas": formula_table(),
        "measurements": measurement_table(measurements()),
        "rules": measurement_table(list(_rules())),
    }


def with_tables(text: str) -> str:
    """The document with its generated parts written anew."""
    for name, table in tables().items():
        before, begin, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- /{name} -->\n")
        assert begin, name
        assert end, name
        text = f"{before}{begin}\n{table}\n{end}{after}"
    return text


def test_the_document_holds_the_tables_of_the_engine() -> None:
    text = DOCUMENT.read_text("utf-8")
    for name, table in tables().items():
        assert f"<!-- {name} -->\n\n{table}\n<!-- /{name} -->\n" in text, f"run python tests/{Path(__file__).name}"


def test_every_formula_has_a_meaning_and_a_source() -> None:
    for formula in FORMULAS.values():
        meaning, _, source = _formula_row(formula).rpartition(" | `")
        assert meaning
        assert len(source.split(" | ")[-1]) > 5, formula.name


def test_snippets_print_what_the_document_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    shown = re.findall(r"```python\n(.+?)```\n\n```text\n(.+?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert len(shown) >= 5
    scope: dict[str, object] = {}
    for code, output in shown:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, scope)
        assert printed.getvalue() == output


def test_every_snippet_has_its_output() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert text.count("```python") == text.count("```text")


def test_every_role_and_input_is_told() -> None:
    text = DOCUMENT.read_text("utf-8").partition("<!-- formulas -->")[0]
    for name in (*ROLES, *INPUTS):
        assert f"`{name}`" in text, name


def test_the_engine_meets_measurements_whose_conditions_are_known() -> None:
    for row in _qwen():
        assert abs(row.deviation) < 0.05, row.case
    for row in _longest_contexts():
        assert -0.175 < row.deviation < -0.14, row.case
        assert -0.125 < gigabytes(row.situation, "need_bytes") / row.value - 1 < 0, row.case
    full, selective, *_ = _torchtitan()
    assert abs(full.deviation) < 0.01
    unchecked = gigabytes(selective.situation, "working_bytes_unchecked")
    assert selective.engine < selective.value < gigabytes(selective.situation, "paper_bytes") + unchecked


def test_the_sums_in_the_text_are_the_engines() -> None:
    rows = [
        row for row in measurements() if not row.quantity and not row.case.endswith(("selective checkpointing", "Adam"))
    ]
    assert (round(min(row.deviation for row in rows), 2), round(max(row.deviation for row in rows), 2)) == (-0.17, 0.05)
    needs = [gigabytes(row.situation, "need_bytes") / row.value - 1 for row in rows]
    assert (round(min(needs), 2), round(max(needs), 2)) == (-0.12, 0.17)
    llama = model("llama-3.1-8b")
    assert round(held(sized(llama, "bf16_lora", 3480, rank=16)), 1) == 24.9
    gathered = sized(llama, "adam32", 1, cards=8)
    root, layer = gigabytes(gathered, "root_bytes"), gigabytes(gathered, "layer_bytes")
    assert (round(gigabytes(gathered, "gather_buffer_bytes"), 1), round(root + 3 * layer, 1)) == (5.1, 3.4)


def test_the_shapes_of_the_first_qwen_generation_have_the_published_counts() -> None:
    counts = [
        next(r for r in _qwen() if f"-{size}" in r.case).situation.quantity("parameters") for size in ("7B", "14B")
    ]
    assert [count.value for count in counts] == [7_721_324_544, 14_167_290_880]


def test_the_gather_transient_is_what_was_measured() -> None:
    found = json.loads((ROOT / "tests" / "oracles" / "fsdp.json").read_text("utf-8"))["results"]["peak"]["found"]
    text = FORMULAS["whole_gather_buffer_bytes"]
    for shape in found.values():
        for setup in shape.values():
            root, layer = setup["root"], setup["layer"]
            assert (
                text.compute(*({"root_bytes": root, "layer_bytes": layer}[name] for name in text.inputs))
                == (setup["bytes"]["forward"])
            )


if __name__ == "__main__":
    DOCUMENT.write_text(with_tables(DOCUMENT.read_text("utf-8")), "utf-8")
