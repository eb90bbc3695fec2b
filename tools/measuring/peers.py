"""Published and measured figures of other engines, each with one thread.

None of these can be measured again by a command of this project: the others' programs are not part
of it. The processor stands beside each figure, as it explains a good part of the differences.
"""

ZEN_5 = "AMD EPYC (Zen 5)"

PEERS = [
    ["neural-reversi 2.0.0 \\*", "Ryzen 9950X3D at 4.3 GHz", "", "8.2 s", "0.56 G", "68"],
    ["neural-reversi 2.0.0 \\*", "the same, up to 5.7 GHz", "", "6.4 s", "0.56 G", "88"],
    ["Egaroucid, January 2025 \\*", "i9-11900K, AVX2", "", "11.9 s", "0.53 G", "44"],
    ["NTest (2018)", ZEN_5, "4.0 s", "48.7 s", "", ""],
    ["Zebra", ZEN_5, "4.1 s", "", "", "27"],
    ["Edax 4.5.6, without its weights", ZEN_5, "10.1 s", "126 s", "6.45 G", "48–51"],
    ["Egaroucid's web engine", ZEN_5, "15.6 s", "", "", "31"],
]
"""Rows of the table of engines: FFO #40–44, #40–49, nodes and million nodes a second of the latter.

The star marks what the authors published. Egaroucid's nodes are its time and speed multiplied.
"""
