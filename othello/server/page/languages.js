// The page's languages: words/ has a file for each, with its name and under each English text its own. To add one, add a file.

import { element } from "./elements.js";
import { rememberChosen } from "./kept.js";
import { t, translate } from "./texts.js";
import { ENGLISH, LANGUAGES } from "./translations.js";

/** Write the page's own texts in a language, and let the scripts write theirs. */
function speak(code) {
  document.documentElement.lang = code;
  translate(new Map(LANGUAGES[code]?.texts.map((text, number) => [ENGLISH[number], text])), code);
  // An element says which of its texts is translated, its content or its name; the English one is kept there at first.
  for (const made of document.querySelectorAll("[data-t]")) made.textContent = t(made.dataset.t ||= made.textContent);
  for (const made of document.querySelectorAll("[data-t-label]")) made.ariaLabel = t(made.dataset.tLabel ||= made.ariaLabel);
  for (const made of document.querySelectorAll("input[data-t-label]")) made.title = made.ariaLabel;
  for (const made of document.querySelectorAll("[data-t-hint]")) made.placeholder = t(made.dataset.tHint ||= made.placeholder);
  for (const made of document.querySelectorAll("[data-key]")) made.title = `${made.ariaLabel} (${t(made.dataset.key)})`;
}

/** Show the page in the language that was chosen before, or else the browser's; `list` is where another one can be chosen. */
export function chooseLanguage(list) {
  const all = Object.entries({ en: { name: "English" }, ...LANGUAGES });
  list.replaceChildren(...all.map(([value, { name }]) => element("option", name, { value, lang: value })));
  list.value = navigator.language.slice(0, 2);
  rememberChosen(list);
  list.value ||= "en"; // where the list has not that language
  list.addEventListener("change", () => speak(list.value));
  speak(list.value);
}
