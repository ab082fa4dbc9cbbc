"""The patterns of english.toml find their faults, wherever our texts are."""

import pytest

from tests.english import FAULTS, PLACEHOLDER, faults, sentences, texts_of_module

KIND = {"players": "strings", "all": "code", "prose": "code", "documents": "documents"}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.wrong)
def test_each_pattern_finds_its_wrong_sentence_and_not_the_right_one(fault):
    kind = KIND[fault.where]
    assert fault in [found for found, _ in faults(kind, fault.wrong)]
    assert [*faults(kind, fault.right)] == []


@pytest.mark.parametrize(
    "source",
    [
        'say("Deploy anew.")',
        'say(f"{key} deploys anew")',
        'say("Deploy "\n    "anew")',
        'say(f"Deploy "\n    f"{key} anew")',
        'def f():\n    """Deploy\n\n    anew."""',
        "deploy()  # anew",
        'say({"a": ("Deploy anew", 1)})',
    ],
)
def test_texts_of_a_module_are_searched(source):
    assert [fault.pattern for kind, _, text in texts_of_module(source) for fault, _ in faults(kind, text)]


def test_names_and_code_are_left_alone():
    assert [*faults("documents", "Set `colour-blind` in:\n\n```\nanew = 1\n```\n")] == []
    assert [text for kind, _, text in texts_of_module('anew = renewed("anew")') if any(faults(kind, text))] == []


def test_docstrings_and_comments_are_code_and_not_texts_of_players():
    source = '"""Put it down here."""\nsay("Put it down there.")  # Put it down anywhere.'
    kinds = {text: kind for kind, _, text in texts_of_module(source)}
    assert kinds == {
        "Put it down here.": "code",
        "Put it down there.": "strings",
        "Put it down anywhere.": "code",
    }
    assert not any(faults("code", "Put it down here."))
    assert any(faults("strings", "Put it down here."))


def test_a_text_is_read_by_sentences():
    text = "Move first. (So the unit stops.)\n\n- Then `look` at it: done"
    assert [*sentences(text)] == ["Move first.", "So the unit stops.", f"Then {PLACEHOLDER} at it:", "done"]
