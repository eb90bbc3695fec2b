"""Traps on the page: not where there is no server, as in the site."""

from support.served_page import ServedPage

AS_IN_THE_SITE = """
document.addEventListener("readystatechange", () => {
  document.documentElement.dataset.engine = "worker";
});
"""


def test_the_site_offers_no_traps(page: ServedPage) -> None:
    page.show()
    assert page.count("#tempts option") == 4
    assert page.count("label[hidden]:has(#tempts)") == 0
    page.add_init_script(AS_IN_THE_SITE)
    page.goto(page.address)
    page.wait_for_selector("label[hidden]:has(#tempts)", state="attached")
    assert page.count("#tempts option") == 0
    assert page.count("label[hidden]:has(#near)") == 0
