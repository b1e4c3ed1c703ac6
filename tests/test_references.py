"""The grammar of references, and what each of their parts asks for."""

from __future__ import annotations

import string

import pytest

from zahlwerk.quantity import parse_quantity
from zahlwerk.references import OPTIONS, Presentation, parse_presentation, parse_reference, written_presentation

VALID = [
    "{h200_nvl.memory}",
    "{lora_4x_h200.weight_bytes[GiB]:.1}",
    "{lora_4x_h200.gather_seconds[about]}",
    "{lora_4x_h200.gather_bytes[GB][min]:.0}",
    "{lora_4x_h200.cards[Words]}",
    "{gpt_oss_120b.parameters[billion]:.2}",
    "{gpt_oss_120b.expert_share:.12}",
    "{nvidia_qat.learning_rate[sci]}",
    "{adam8.weights[bare]}",
]


@pytest.mark.parametrize("written", VALID)
def test_a_reference_is_written_back_as_it_was_read(written: str) -> None:
    assert str(parse_reference(written)) == written


@pytest.mark.parametrize("written", VALID)
def test_gettext_tools_see_one_placeholder_in_a_reference(written: str) -> None:
    ((before, name, _, conversion),) = string.Formatter().parse(written)
    assert before == ""
    assert name is not None
    assert name.partition("[")[0] == parse_reference(written).target
    assert conversion is None


@pytest.mark.parametrize(
    ("written", "presentation"),
    [
        ("", Presentation()),
        ("[GiB]:.1", Presentation("[GiB]:.1", unit="GiB", decimals=1)),
        ("[about][GB]:.0", Presentation("[about][GB]:.0", unit="GB", direction="about", decimals=0)),
        ("[billion]:.2", Presentation("[billion]:.2", scale="billion", decimals=2)),
        ("[Words]", Presentation("[Words]", form="Words")),
        (":.10", Presentation(":.10", decimals=10)),
    ],
)
def test_each_option_asks_for_its_own(written: str, presentation: Presentation) -> None:
    assert parse_presentation(written) == presentation
    assert parse_reference(f"{{a.b{written}}}").presentation == presentation


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_can_stand_in_a_reference(option: str) -> None:
    presentation = parse_reference(f"{{a.b[{option}]}}").presentation
    asked = [presentation.unit, presentation.scale, presentation.direction, presentation.form, presentation.noun]
    assert [value for value in asked if value] == [option]


@pytest.mark.parametrize(
    "written",
    [
        "{memory}", "{a.b.c}", "{A.b}", "{a.B}", "{1a.b}", "{a.1b}", "{a-b.c}", "{.b}", "{a.}", "{}",
        "{ a.b }", "{a.b }", "{a.b [GB]}", "{a.b:GiB .1}", "{a.b[GB]:1}", "{a.b[GB]:.}", "{a.b[GB]:.123}",
        "{a.b:.1[GB]}", "{a.b[]}", "{a.b[GB}", "{a.b!r}", "{{a.b}}", "{a.b} ", "a.b",
        "{a.b[GB/s]}", "{a.b:.\N{ARABIC-INDIC DIGIT ONE}}",
    ],
)  # fmt: skip
def test_what_is_no_reference_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match=r"is not a reference; write \{id\.name\}"):
        parse_reference(written)


@pytest.mark.parametrize(
    ("written", "hint"),
    [("[Gib]", 'did you mean "GiB"'), ("[abuot]", 'did you mean "about"'), ("[milion]", 'did you mean "million"')],
)
def test_a_mistyped_option_is_refused_with_the_nearest_one(written: str, hint: str) -> None:
    with pytest.raises(ValueError, match="unknown option") as refused:
        parse_presentation(written)
    assert hint in str(refused.value)


@pytest.mark.parametrize(
    ("first", "second"),
    [("GB", "GiB"), ("GB", "GB"), ("million", "billion"), ("GB", "million"), ("min", "max"), ("words", "bare")],
)
def test_two_options_of_one_kind_exclude_each_other(first: str, second: str) -> None:
    with pytest.raises(ValueError, match=rf"\[{first}\] and \[{second}\] exclude each other"):
        parse_presentation(f"[{first}][{second}]")


@pytest.mark.parametrize(
    ("written", "unit", "decimals", "form"),
    [
        ("141 GB", "GB", 0, ""),
        ("4.8 TB/s", "TBps", 1, ""),
        ("15 %", "percent", 0, ""),
        ("0.9999", "", 4, ""),
        ("128 token", "", 0, ""),
        ("1 day", "", 0, ""),
        ("4 bit/parameter", "bits", 0, ""),
        ("2 byte/parameter", "bytes", 0, ""),
        ("14 byte/token", "bytesPerToken", 0, ""),
        ("1.5 s", "s", 1, ""),
        ("116.83e9 parameter", "", 2, "sci"),
        ("1e-5", "", 0, "sci"),
    ],
)
def test_a_fact_is_shown_as_it_was_written(written: str, unit: str, decimals: int, form: str) -> None:
    shown = written_presentation(parse_quantity(written))
    assert shown == Presentation("", unit=unit, decimals=decimals, form=form)
