"""Weights with coarser factors, as the site has them."""

import lzma

from othello.site.coarse import STEP, coarse_contents, compressed
from othello.weights import default_weights, read_weights, shipped_contents


def test_only_factors_change_and_by_half_a_step_at_most() -> None:
    shipped = default_weights()
    coarse = read_weights(coarse_contents(shipped_contents()))
    assert coarse._replace(factors=shipped.factors) == shipped
    pairs = set(zip(shipped.factors, coarse.factors, strict=True))
    largest = 127 // STEP * STEP
    for before, after in pairs:
        assert after % STEP == 0
        assert abs(after - max(-largest, min(largest, before))) <= STEP // 2
    assert {after for _, after in pairs} > {-largest, 0, largest}


def test_they_compress_to_less_than_the_shipped_ones() -> None:
    beginnings = [
        contents[:1_000_000]
        for contents in (shipped_contents(), coarse_contents(shipped_contents()))
    ]
    shipped, coarse = map(compressed, beginnings)
    assert lzma.decompress(coarse) == beginnings[1]
    assert len(coarse) < 0.7 * len(shipped)
