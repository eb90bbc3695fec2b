// The page's languages: words/ has a file for each, with its name and under each English text its own. To add one, add a file.
// The rows under "why" are the forms of othello/analysis/reasons.py, which the engine sends with their values.

import { element } from "./elements.js";
import { remember, remembered } from "./kept.js";
import { t, translate } from "./texts.js";
import { ENGLISH, LANGUAGES } from "./translations.js";

const KEPT = "language";

/** Return the reader's language: the one chosen before, or else the browser's. */
function chosen() {
  const first = remembered(KEPT) ?? navigator.language.slice(0, 2);
  return first in LANGUAGES ? first : "en";
}

/** Write the page's own texts in a language, and let the scripts write theirs. */
function speak(code) {
  document.documentElement.lang = code;
  translate(new Map(LANGUAGES[code]?.texts.map((text, number) => [ENGLISH[number], text])), code);
  // An element says which of its texts is translated, its content or its name; the English one is kept there at first.
  for (const made of document.querySelectorAll("[data-t]")) made.textContent = t(made.dataset.t ||= made.textContent);
  for (const made of document.querySelectorAll("[data-t-label]")) {
    made.setAttribute("aria-label", t(made.dataset.tLabel ||= made.getAttribute("aria-label")));
  }
}

/** Show the page in the reader's language; `list` is where another one can be chosen. */
export function chooseLanguage(list) {
  const code = chosen();
  list.replaceChildren(...Object.entries({ en: { name: "English" }, ...LANGUAGES }).map(([value, { name }]) => {
    const option = element("option", name, { value, lang: value });
    option.selected = value === code;
    return option;
  }));
  speak(code);
  list.addEventListener("change", () => {
    remember(KEPT, list.value);
    speak(list.value);
  });
}
