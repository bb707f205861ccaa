// Step through a finished game. Every step is a link that works without this; here it is followed in place,
// with moments fetched a dozen at a time, so that a game can also run by itself.

import { all, one, table, text } from "./page.js";
import { say } from "./speak.js";

const PACE = 900; // ms a moment while the game runs by itself
const BATCH = 12; // moments in one answer
const RESTS = 350; // ms between two changes of the address
const AHEAD = 5; // fetch the next batch when so few moments are left

const { dataset } = table();
const last = Number(dataset.last);
const stops = dataset.stops.split(" ").map(Number);
const firsts = dataset.rounds.split(" ").map(Number);

const moments = new Map();
const fetching = new Map();
const turnLists = new Map();
let at = Number(dataset.at);
let wanted = at;
let timer = 0;
let settling = 0;
let settled = 0;

const roundOf = (moment) => firsts.findLastIndex((first) => first <= moment) + 1;
const clamp = (moment) => Math.min(Math.max(moment, 0), last);
const turnOn = (from) => stops.find((stop) => stop > from) ?? last;
const turnBack = (from) => stops.findLast((stop) => stop < from) ?? 0;
const STEPS = {
  first: () => 0,
  turn_back: turnBack,
  back: (from) => clamp(from - 1),
  on: (from) => clamp(from + 1),
  turn_on: turnOn,
  last: () => last,
};

/** The address of something of this game, as the page's own address asks for it. */
function address(path, values = {}) {
  const url = new URL(path, location.href);
  if (dataset.as) url.searchParams.set("as", dataset.as);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url;
}

function momentAddress(moment) {
  return address(dataset.replay, { ...(dataset.beside ? { beside: dataset.beside } : {}), at: moment });
}

async function fetched(url) {
  const response = await fetch(url, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(String(response.status));
  return response;
}

/** Fetch the dozen moments that this one is of; each dozen is asked for once. */
function load(moment) {
  const start = Math.floor(moment / BATCH) * BATCH;
  if (!fetching.has(start)) {
    const answer = fetched(address(dataset.moments, { from: start }))
      .then((response) => response.json())
      .then(({ moments: some }) => { for (const each of some) moments.set(each.at, each); });
    answer.catch(() => fetching.delete(start));
    fetching.set(start, answer);
  }
  return fetching.get(start);
}

async function show(moment, { spoken = true } = {}) {
  wanted = clamp(moment);
  const ahead = wanted < at ? -AHEAD : AHEAD;
  if (!moments.has(wanted)) {
    try {
      await load(wanted);
    } catch {
      stop();
      note(text("lost"));
      return false;
    }
  }
  // Whoever steps quickly sees only where they came to.
  if (wanted !== clamp(moment)) return true;
  draw(moments.get(wanted));
  if (spoken) say(`${moments.get(wanted).place}. ${moments.get(wanted).words}`);
  load(clamp(wanted + ahead)).catch(() => {});
  return true;
}

function draw(moment) {
  const opened = all("[data-fold]:checked").map((fold) => fold.dataset.fold);
  const parsed = document.createElement("template");
  parsed.innerHTML = moment.html;
  one("[data-moment]").replaceWith(parsed.content);
  for (const key of opened) {
    const fold = one(`[data-fold="${key}"]`);
    if (fold) fold.checked = true;
  }
  at = moment.at;
  one(".tbar [data-place]").textContent = moment.place;
  const scrub = one("[data-scrub]");
  scrub.value = String(at);
  scrub.setAttribute("aria-valuetext", moment.place);
  for (const link of all("[data-step]")) {
    const to = STEPS[link.dataset.step](at);
    link.href = momentAddress(to);
    if (to === at) link.setAttribute("aria-disabled", "true");
    else link.removeAttribute("aria-disabled");
  }
  document.title = [moment.place, ...document.title.split(" · ").slice(-2)].join(" · ");
  settle();
  note("");
  list(moment.round);
}

/** Let the page's address name the moment; while it changes quickly only now and then, as browsers ask. */
function settle() {
  clearTimeout(settling);
  const wait = Math.max(0, settled + RESTS - performance.now());
  settling = setTimeout(() => {
    settled = performance.now();
    history.replaceState(null, "", momentAddress(at));
  }, wait);
}

/** Show the turns of the round, the present one marked. */
async function list(number) {
  const place = one("[data-turn-list]");
  const shown = Number(one("[data-turns]", place).dataset.turns);
  if (shown !== number) {
    turnLists.set(shown, place.innerHTML);
    if (!turnLists.has(number)) {
      try {
        const path = dataset.lists.replace(/0$/, String(number));
        turnLists.set(number, await (await fetched(address(path))).text());
      } catch {
        return;
      }
    }
    if (roundOf(at) !== number) return;
    place.innerHTML = turnLists.get(number);
  }
  for (const row of all(".rounds [data-round]")) {
    const here = Number(row.dataset.round) === number;
    row.classList.toggle("is-here", here);
    const link = one(".rounds__first", row);
    if (here) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const turns = one("[data-turns]", place);
  for (const link of all("a", turns)) {
    const here = Number(link.dataset.first) < at && at <= Number(link.dataset.at);
    if (!here) link.removeAttribute("aria-current");
    else {
      link.setAttribute("aria-current", "step");
      const { offsetTop, offsetHeight } = link.parentElement;
      const above = offsetTop - turns.offsetTop;
      if (above < turns.scrollTop || above + offsetHeight > turns.scrollTop + turns.clientHeight) {
        turns.scrollTop = above - turns.clientHeight / 3;
      }
    }
  }
}

const runButton = one("[data-run]");

function label(running) {
  runButton.setAttribute("aria-pressed", String(running));
  runButton.title = text(running ? "stop" : "run");
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  label(false);
}

async function run() {
  if (at === last && !(await show(0, { spoken: false }))) return;
  label(true);
  const tick = async () => {
    const running = timer;
    if (!(await show(at + 1, { spoken: false })) || timer !== running) return;
    if (at === last) {
      stop();
      say(one("[data-words]").textContent);
    } else timer = setTimeout(tick, PACE);
  };
  timer = setTimeout(tick, PACE / 3);
}

function step(name) {
  stop();
  show(STEPS[name](wanted));
}

function note(words) {
  one("[data-note]").textContent = words;
}

const inPlace = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button);

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step], a[data-at]");
  if (!link || !inPlace(event)) return;
  event.preventDefault();
  if (link.dataset.step) return step(link.dataset.step);
  stop();
  show(Number(link.dataset.at));
  if (table().getBoundingClientRect().bottom < innerHeight / 2) table().scrollIntoView({ block: "start" });
});

runButton.addEventListener("click", () => (timer ? stop() : run()));
one("[data-scrub]").addEventListener("input", ({ target }) => {
  stop();
  show(Number(target.value), { spoken: false });
});

const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
const TURN_KEYS = { ArrowLeft: "turn_back", ArrowRight: "turn_on" };

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, dialog, .table-wrap")) return;
  if (event.key === " " && !event.target.closest("a, button, summary")) {
    event.preventDefault();
    return runButton.click();
  }
  const name = (event.shiftKey ? TURN_KEYS : KEYS)[event.key];
  if (!name) return;
  event.preventDefault();
  step(name);
});

const copy = one("[data-copy]");
copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(momentAddress(at).href);
    note(copy.dataset.copied);
  } catch {
    note(copy.dataset.select);
  }
});

label(false);
load(at).catch(() => {});
list(roundOf(at));
