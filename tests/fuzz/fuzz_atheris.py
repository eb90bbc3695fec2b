"""Let the code that lines reach choose the next ones: tests/fuzz/fuzz_protocols.py under atheris.

    pip install atheris
    python tests/fuzz/fuzz_atheris.py gtp -max_total_time=600 -max_len=300 -len_control=0 [CORPUS]

The bytes that atheris makes up stand for the choices of one session; what follows the protocol are
libFuzzer's options. A failure leaves its bytes in a file, which repeats it when it is given as an
argument.
"""

import sys

import atheris

with atheris.instrument_imports(include=["othello"]):
    from fuzz_protocols import PROTOCOLS, STEPS

REPORTED = 5_000
"""Lines after which the number of them is shown again."""


class GuidedChoices:
    """Choices made from the bytes that atheris gives."""

    def __init__(self, entropy: bytes) -> None:
        self._source = atheris.FuzzedDataProvider(entropy)

    def below(self, n: int) -> int:
        return self._source.ConsumeIntInRange(0, n - 1)

    def blob(self, size: int) -> bytes:
        return self._source.ConsumeBytes(self.below(size + 1))

    def exhausted(self) -> bool:
        return self._source.remaining_bytes() == 0


def main() -> None:
    name = sys.argv.pop(1)
    fuzz = PROTOCOLS[name](True)
    told = 0

    def test_one_input(entropy: bytes) -> None:
        nonlocal told
        choices = GuidedChoices(entropy)
        fuzz.session(choices, STEPS, choices.exhausted)
        if fuzz.n_lines >= told + REPORTED:  # libFuzzer ends the process without a word
            told = fuzz.n_lines
            print(f"{name}: {fuzz.n_lines} lines and {fuzz.n_checks} to check them", flush=True)

    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
