// Questions of a step come and go as it is answered, and options are ranked by dragging them. Nothing else: the server
// decides all of it once more.
"use strict";

const form = document.querySelector("form");

const folded = (text) => String(text).toLowerCase().replaceAll("ς", "σ");

/** The controls of a question that say something. */
function said(question, part) {
  const name = part === undefined ? `a.${question.dataset.key}` : `a.${question.dataset.key}.${part}`;
  return [...question.querySelectorAll("input, select, textarea")].filter((it) =>
    it.name === name && (!["radio", "checkbox"].includes(it.type) || it.checked) && it.value.trim() !== "");
}

/** What is answered to a question on the page, or null where nothing is. */
function answer(question) {
  const values = said(question).map((it) => it.value.trim());
  const other = said(question, "other").length > 0;
  switch (question.dataset.type) {
    case "number": case "rating": case "scale": case "nps": {
      const number = values.length ? Number(values[0]) : NaN;
      return Number.isNaN(number) ? null : number;
    }
    case "yes_no": return values.length ? values[0] === "true" : null;
    case "consent": return values.length ? true : null;
    case "single_choice": return values[0] ?? (other ? "other" : null);
    case "dropdown": return other ? "other" : values[0] ?? null;
    case "multiple_choice": {
      const all = other && !values.includes("other") ? [...values, "other"] : values;
      return all.length ? all : null;
    }
    case "ranking": {
      const places = [...question.querySelectorAll(".ranks select, .ranks input")].filter((it) => it.value)
        .sort((a, b) => a.value - b.value).map((it) => it.name.split(".")[2]);
      return places.length ? places : null;
    }
    case "matrix": {
      const cells = [...question.querySelectorAll("input:checked")].map((it) => [it.name.split(".")[2], it.value]);
      return cells.length ? cells : null;
    }
    case "file_upload": {
      const files = [...question.querySelectorAll("input[type=file]")].some((it) => it.files.length > 0);
      return values.length || files ? values : null;
    }
    default: return values.length ? values[0] : null;
  }
}

/** Whether a condition holds of an answer. */
function holds(condition, type, given) {
  const { op, v } = condition;
  if (given === null || given === undefined) return op === "is_skipped";
  const number = typeof given === "number";
  const same = (value) => {
    if (number) return given === Number(value);
    if (typeof given === "boolean") return given === (value === true || value === 1 || value === "1");
    if (["single_choice", "dropdown", "date"].includes(type)) return given === value;
    return folded(given) === folded(value);
  };
  const bound = (value) => (number ? Number(value) : String(value));
  const part = (test) => folded(given)[test](folded(v));
  switch (op) {
    case "is_answered": return true;
    case "is_skipped": return false;
    case "equals": return same(v);
    case "not_equals": return !same(v);
    case "contains": return part("includes");
    case "not_contains": return !part("includes");
    case "starts_with": return part("startsWith");
    case "ends_with": return part("endsWith");
    case "in": return v.some(same);
    case "not_in": return !v.some(same);
    case "gt": return given > bound(v);
    case "gte": return given >= bound(v);
    case "lt": return given < bound(v);
    case "lte": return given <= bound(v);
    case "between": return given >= bound(v[0]) && given <= bound(v[1]);
    case "includes_any": return v.some((id) => given.includes(id));
    case "includes_all": return v.every((id) => given.includes(id));
    case "includes_none": return !v.some((id) => given.includes(id));
    case "first_is": return given[0] === v;
    case "cell_equals": return given.some(([row, column]) => row === v.row && column === v.column);
    default: return false;
  }
}

/** The questions that come and go, each with a mark where it stands and what is put there. */
const places = [];

function note(found) {
  const rules = found.dataset.rules ? JSON.parse(found.dataset.rules) : null;
  if (found.tagName === "TEMPLATE") {
    const question = found.content.querySelector("[data-key]");
    places.push({ key: found.dataset.key, rules, mark: found, question, shown: false });
  } else {
    const mark = document.createComment("");
    found.before(mark);
    places.push({ key: found.dataset.key, rules, mark, question: found, shown: true });
  }
}

/** Shows and hides what the answers so far say. */
function follow() {
  const seen = new Map();
  for (const place of places) {
    const { question, rules } = place;
    if (rules) {
      const met = (condition) => {
        if (typeof condition === "boolean") return condition;
        const asked = seen.get(condition.q);
        return holds(condition, asked?.dataset.type, asked ? answer(asked) : null);
      };
      const applies = (rule) => (rule.any ? rule.of.some(met) : rule.of.every(met));
      const shows = (!rules.show.length || rules.show.some(applies)) && !rules.hide.some(applies);
      if (shows && !place.shown) place.mark.after(question);
      if (!shows && place.shown) question.remove();
      place.shown = shows;
    }
    if (place.shown) seen.set(place.key, question);
  }
}

/** Lets the options of a ranking be dragged; the places follow their order. */
function rank(list) {
  const number = () => [...list.children].forEach((item, at) => {
    item.querySelector("select, input").value = String(at + 1);
  });
  for (const item of list.children) {
    const grip = document.createElement("span");
    grip.className = "grip";
    grip.setAttribute("aria-hidden", "true");
    grip.textContent = "⠿";
    item.append(grip);
    grip.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      grip.setPointerCapture(event.pointerId);
      item.classList.add("dragged");
    });
    grip.addEventListener("pointermove", (event) => {
      if (!item.classList.contains("dragged")) return;
      // The others move: what is taken out of the page lets go of the pointer.
      const middle = (it) => it.getBoundingClientRect().top + it.getBoundingClientRect().height / 2;
      while (item.nextElementSibling && event.clientY > middle(item.nextElementSibling)) {
        item.before(item.nextElementSibling);
      }
      while (item.previousElementSibling && event.clientY < middle(item.previousElementSibling)) {
        item.after(item.previousElementSibling);
      }
    });
    const drop = () => {
      if (!item.classList.contains("dragged")) return;
      item.classList.remove("dragged");
      number();
      follow();
    };
    grip.addEventListener("pointerup", drop);
    grip.addEventListener("pointercancel", drop);
  }
}

if (form) {
  form.querySelectorAll("[data-key]").forEach(note);
  places.forEach(({ question }) => question.querySelectorAll(".ranks").forEach(rank));
  form.addEventListener("input", follow);
  form.addEventListener("change", follow);
  follow();
}
