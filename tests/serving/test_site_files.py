"""What of Python's library is in the site."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from othello.serving.site import smaller_library


def test_the_library_is_there_without_what_no_request_needs() -> None:
    names = ["json/__init__.py", "encodings/utf_8.py", "typing.py"]
    unused = ["xml/dom/minidom.py", "pdb.py", "encodings/cp1006.py"]
    output = BytesIO()
    with ZipFile(output, "w", ZIP_DEFLATED) as library:
        for name in names + unused:
            library.writestr(name, f"name = {name!r}\n" * 100)
    with ZipFile(BytesIO(smaller_library(output.getvalue()))) as library:
        assert library.namelist() == names
        assert library.read("typing.py") == b"name = 'typing.py'\n" * 100
        assert {each.compress_size for each in library.infolist()} >= {1900}
