"""The computer player's learned fears, as files."""

import pytest

from tests.every import every
from westwall_tui.files.computer.fears import FEATURES, build, fear_of
from westwall_tui.files.computer.weights import weights_of
from westwall_tui.files.disk.folders import battles
from westwall_tui.files.faults import FileError
from westwall_tui.files.tables import SourceFile

HEAD = f'format = 1\nkind = "fear"\nfeatures = {[*FEATURES]}\n'


def faults_of(text):
    with pytest.raises(FileError) as caught:
        build(SourceFile("x", text))
    return str(caught.value)


def test_a_tree_is_a_number_or_a_feature_a_cut_and_two_trees():
    text = HEAD + "trees = [0.5, [1, 2.5, -1, [5, 3, 0, 4.25]]]\n"
    assert build(SourceFile("x", text)) == (0.5, (1, 2.5, -1.0, (5, 3.0, 0.0, 4.25)))


@every(
    "tree",
    ['"much"', "[1, 2.5, 0]", "[6, 1, 0, 0]", "[-1, 1, 0, 0]", "[1.5, 1, 0, 0]", "[true, 1, 0, 0]", "[0, nan, 0, 0]",
     "[0, 1, 0, 1e9]", "[0, 1, 0, " * 3 + "0" + "]" * 3],
)  # fmt: skip
def test_an_invalid_tree_is_a_fault(tree):
    assert "must each be a number" in faults_of(f"{HEAD}trees = [1, {tree}]\n")


def test_there_are_trees_and_not_too_many():
    assert "must be 1 to" in faults_of(HEAD)
    assert "must be 1 to" in faults_of(f"{HEAD}trees = {[1] * 401}\n")


def test_trees_that_were_fitted_to_other_features_are_refused():
    assert "features" in faults_of(HEAD.replace("worth", "cost") + "trees = [1]\n")


@every("battle", battles())
def test_each_battle_with_learned_fears_has_a_file(battle):
    assert (fear_of(battle) is not None) == (weights_of(battle).get("learnt fear", 0) > 0)


def test_a_battle_without_a_file_has_learned_nothing():
    assert fear_of("standard") is None
