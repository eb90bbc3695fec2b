// Learn: the lessons. Each has texts, whose positions stand on the board, and exercises, a round of them as of those in Practise.

import { ask } from "./connection.js";
import { byId, element, on } from "./elements.js";
import { answerText, inOrder, judgedText, repliesText } from "./exercise.js";
import { showBoard } from "./grid.js";
import { remember, remembered } from "./kept.js";
import { named, offerPersons } from "./person.js";
import { positionOf, squareOf } from "./rules.js";
import { changed, choose, marks, retry, rounds, startRound, whyNot } from "./rounds.js";
import { drawIn, fail, isOpen, sayStatus, silently } from "./shell.js";
import { makeStore } from "./store.js";
import { sentence, t } from "./texts.js";
import { goTo, load, shown } from "./tree.js";
import { turnText } from "./words.js";

const SOLVED = "lessons"; // under which the solved exercises are remembered where nobody is named
const SEE_HERE = "Frontier and edges: see Learn."; // in Practise, which has no puzzles of them
const RED = "#ff6b70"; // of circles around squares to avoid

/**
 * The number of the `lesson` and of its text, or `page`, from 1 and from 0, before one was chosen 0; the `lessons` in a list; their texts
 * and exercises, as far as they were `read`; of each lesson which exercises are `solved`.
 */
const store = makeStore({ lesson: 0, page: 0, lessons: [], read: {}, solved: {} }, {
  solvedOne: ({ solved }, lesson, number) => ({ solved: { ...solved, [lesson]: [...new Set([...(solved[lesson] ?? []), number])] } }),
});
const { state } = store;

const titleOf = (lesson) => `${lesson}. ${sentence(state.lessons[lesson - 1].title)}`;

/** Return the text that is read: the position on the board is its own. */
const taught = () => shown.root.taught ?? null;

const exerciseShown = () => (shown.root.exercise?.round.tab === "lessons" ? shown.root.exercise : null);

// -------------------------------- texts

const solvedOf = (lesson) => state.solved[lesson] ?? [];

/** Return the first lesson that is not solved, or else the first one. */
const firstOpen = () => Math.max(state.lessons.findIndex(({ exercises }, place) => solvedOf(place + 1).length < exercises), 0) + 1;

/** Show a text of a lesson, or of the first open one, with its position; one that was not read yet is asked for. */
async function show(chosen, page = 0) {
  let lesson = chosen;
  try {
    if (!state.lessons.length) await offerPersons().then(list);
    lesson ||= firstOpen();
    store.set({ lesson, page });
    if (!state.read[lesson]) {
      const found = await ask({ do: "lesson.read", lesson });
      store.set({ read: { ...state.read, [lesson]: found } });
    }
  } catch (error) {
    fail(error);
    return;
  }
  if (!isOpen("lessons") || state.lesson !== lesson || state.page !== page) return;
  load(state.read[lesson].pages[page].position, [], 0, { taught: { lesson, page } });
  showBoard();
}

/** Return what is drawn on the board for a text. */
function marksOf({ rings, crosses, arrows }) {
  const red = crosses.map(squareOf).map((square) => [square, square, RED]);
  return { canMove: false, circled: rings.map(squareOf), arrows: [...arrows.map((ends) => ends.map(squareOf)), ...red] };
}

const pageOf = ({ lesson, page }) => state.read[lesson].pages[page];

/** Ask which lessons there are, and which exercises are solved: by the person, or else in this browser. */
async function list() {
  const { lessons } = await ask({ do: "lesson.list", ...named() });
  const own = named().profile ? Object.fromEntries(lessons.map(({ solved }, place) => [place + 1, solved])) : remembered(SOLVED) ?? {};
  store.set({ lessons, solved: own });
}

// -------------------------------- exercises

/** Return what is told of a move, or of the answer. */
function told({ position }, { right = false, loss, best, refutation = [], sentences }, move) {
  const replies = refutation.slice(0, 1), answers = repliesText(replies, positionOf(position).turn);
  const verdict = () => (!move ? answerText(best) : right || loss !== null ? [judgedText(right, move, Math.round(loss)), answers].filter(Boolean).join(" ") : t("Wrong: {move}.", { move }));
  return { right, best, replies, verdict, said: () => sentences.map(sentence).join(" ") };
}

/** Return a round of a lesson's exercises: those that are not solved, or all of them. */
function lessonRound(lesson) {
  const all = state.read[lesson].exercises, solved = solvedOf(lesson);
  const open = all.filter(({ number }) => !solved.includes(number));
  const asked = open.length ? open : all, order = inOrder(asked), isBack = (item) => order.order.answers[asked.indexOf(item)] === false;
  return {
    ...order,
    tab: "lessons",
    isKept: true,
    kind: "lesson",
    hint: true,
    task: ({ position, task }) => `${turnText(positionOf(position))}. ${sentence(task)}`,
    fields: ({ number, wrong }) => ({ lesson, number, ...(wrong && { wrong }) }),
    told(item, found, move) {
      item.wrong = move && !found.right ? move : null;
      return told(item, found, move);
    },
    answered(item, isRight) {
      order.answered(item, isRight);
      if (!isRight) return;
      store.solvedOne(lesson, item.number);
      if (!order.order.waiting.length) store.set({ lesson: firstOpen(), page: 0 }); // for who comes back
      if (!named().profile) remember(SOLVED, state.solved);
    },
    score: (item, isAnswered) => [titleOf(lesson), item && t(isBack(item) && !isAnswered ? "Once more: exercise {number}" : "Exercise {number} of {all}", { number: item.number, all: all.length })].filter(Boolean).join(" · "),
    end: () => [
      element("p", t("Solved: {solved} of {all}", { solved: solvedOf(lesson).length, all: all.length })),
      ...(lesson < state.lessons.length ? [element("button", t("Next lesson"), { class: "main" }, () => show(lesson + 1))] : []),
    ],
  };
}

function next() {
  const { lesson, page } = taught();
  if (page + 1 < state.read[lesson].pages.length) show(lesson, page + 1);
  else startRound(() => lessonRound(lesson));
}

// -------------------------------- what is shown

function draw() {
  const reading = taught(), { lesson, page } = reading ?? state, { pages } = state.read[lesson] ?? { pages: [] };
  byId("lesson-exercise").hidden = Boolean(reading); // not what is in it, which Practise shows too
  byId("lesson-tools").hidden = !reading;
  byId("lesson-text").hidden = !reading;
  if (reading) {
    byId("lesson-text").textContent = sentence(pageOf(reading).text);
    sayStatus(`${titleOf(lesson)} · ${page + 1}/${pages.length}`);
    byId("lesson-back").disabled = !page;
    byId("lesson-next").textContent = page + 1 < pages.length ? t("Next") : t("To the exercises");
    byId("lesson-try").hidden = page + 1 === pages.length;
  }
  byId("lesson-list").replaceChildren(...state.lessons.map(({ exercises: all }, place) => lessonRow(place + 1, all)));
}

function lessonRow(lesson, all) {
  const row = element("li"), button = element("button", titleOf(lesson), {}, () => show(lesson));
  button.setAttribute("aria-pressed", lesson === state.lesson);
  row.append(button, " ", element("span", `${solvedOf(lesson).length}/${all}`, { class: "muted" }));
  return row;
}

/** Another position is shown: a text or an exercise of ours, or what another tab has left. */
function follow() {
  const reading = taught(), exercise = exerciseShown();
  if (reading) store.set(reading);
  else if (exercise) {
    store.redraw();
    changed();
  } else silently(() => show(state.lesson, state.page));
}

/** The tab, as tabs.js describes it. */
export const lessons = {
  begin() {
    drawIn("lessons", store, draw);
    store.set({ lesson: Number(/^#learn\/(\d+)/.exec(location.hash)?.[1] ?? 0) }); // as before a reload
    byId("puzzles").append(element("p", t(SEE_HERE), { class: "muted", "data-t": SEE_HERE }));
    on("lesson-back", "click", () => show(state.lesson, state.page - 1));
    on("lesson-next", "click", next);
    on("lesson-try", "click", () => startRound(() => lessonRound(state.lesson)));
  },
  changed: follow,
  enter() {
    byId("lesson-exercise").append(byId("exercise"));
    const { current } = rounds.state;
    if (current?.round.tab === "lessons" && !taught()) silently(() => goTo(current.node, true));
    else follow();
    offerPersons().then(list).catch(fail);
  },
  leave: () => byId("practise").prepend(byId("exercise")),
  choose,
  marks: () => (taught() ? marksOf(pageOf(taught()).marks) : exerciseShown() ? marks() : { canMove: false }),
  refusal: () => (taught() ? t("“Next” goes on.") : whyNot()),
  plan: () => !taught() && retry(),
  preview: () => (taught() ? pageOf(taught()).marks.moves : []),
  lineOf: () => (taught() ? pageOf(taught()).marks.moves : []),
  setsUp: true,
  aliases: ["learn"],
  addressOf: ({ taught: reading }) => `learn/${reading?.lesson ?? (state.lesson || 1)}`,
  async readAddress([, number]) {
    const lesson = Number(number) || 1, { pages } = await ask({ do: "lesson.read", lesson });
    store.set({ lesson, page: 0 });
    return { start: pages[0].position, moves: [] };
  },
};
