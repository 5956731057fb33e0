// What the pages do beyond what they do without script. Each part looks for its element and leaves when there is none.
"use strict";

// The queue, or an article, as it changes: server-sent events, while the page can be seen.
(function liveArticles() {
  const queue = document.querySelector("[data-events]");
  if (!queue || !window.EventSource) return;
  const RETRY_MS = 5000;
  let source = null;

  const rows = () => Array.from(queue.querySelectorAll("[data-id]"));

  // Progress moves within a row; everything else is drawn anew, by the service.
  function patch(articles) {
    const shown = rows();
    const isSame = shown.length === articles.length && articles.every((article, i) =>
      shown[i].dataset.id === article.articleId && shown[i].querySelector(".state").classList.contains(article.status));
    const isStill = (article, i) => shown[i].querySelector("progress") || Number(shown[i].dataset.updated) >= article.updatedAt;
    if (!isSame || !articles.every(isStill)) return false;
    articles.forEach((article, i) => {
      const bar = shown[i].querySelector("progress");
      if (!bar) return;
      bar.value = Math.floor(article.progress * 100);
      const isSaid = article.statusDetail === shown[i].querySelector(".state").textContent;
      bar.parentNode.querySelector(".detail").textContent = isSaid ? "" : article.statusDetail;
    });
    return true;
  }

  async function redraw() {
    const answer = await fetch(location.pathname + location.search, { credentials: "same-origin" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(queue.id);
    if (!page) return location.reload();
    // Of articles that are called the same, the row says which one is meant.
    const idOf = (row) => row ? row.dataset.id : "";
    const key = (element) => idOf(element.closest("[data-id]")) + (element.getAttribute("aria-label") || element.textContent);
    const focused = queue.contains(document.activeElement) && key(document.activeElement);
    const opened = new Set(Array.from(queue.querySelectorAll("details[open] > summary"), key));
    queue.replaceChildren(...page.childNodes);
    queue.dataset.events = page.dataset.events;
    queue.querySelectorAll("details > summary").forEach((summary) => { summary.parentNode.open = opened.has(key(summary)); });
    const again = focused && Array.from(queue.querySelectorAll("button, summary")).find((b) => key(b) === focused);
    if (again) again.focus();
  }

  function open() {
    source = new EventSource(queue.dataset.events);
    source.onmessage = (event) => { if (!patch(JSON.parse(event.data))) redraw(); };
    source.onerror = () => { if (source && source.readyState === EventSource.CLOSED) setTimeout(follow, RETRY_MS); };
  }

  function leave() {
    if (source) source.close();
    source = null;
  }

  function follow() {
    leave();
    if (!document.hidden && queue.dataset.events) open();
  }

  document.addEventListener("visibilitychange", follow);
  document.addEventListener("submit", leave); // another page comes, and its form may end the session
  window.addEventListener("pageshow", (event) => { if (event.persisted) follow(); });
  follow();
})();

// A part of a page that is drawn anew every so many seconds, while the page can be seen.
(function redrawPart() {
  const part = document.querySelector("[data-redraws]");
  if (!part) return;
  setInterval(async () => {
    if (document.hidden) return;
    const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
    if (!answer || !answer.ok) return;
    const drawn = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(part.id);
    if (drawn) part.replaceChildren(...drawn.childNodes);
  }, part.dataset.redraws * 1000);
})();

// A button that copies what a field holds.
(function copyButtons() {
  if (!navigator.clipboard) return;
  document.addEventListener("click", (event) => {
    const field = event.target.dataset.copies && document.getElementById(event.target.dataset.copies);
    if (!field) return;
    navigator.clipboard.writeText(field.value).then(() => { event.target.textContent = "Copied"; });
  });
  function add(field) {
    if (field.dataset.copied) return;
    field.dataset.copied = "yes";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.dataset.copies = field.id;
    field.after(button);
  }
  const addAll = () => document.querySelectorAll("[data-copy]").forEach(add);
  new MutationObserver(addAll).observe(document.getElementById("content"), { childList: true, subtree: true });
  addAll();
})();

// A form that is kept in this browser until what it asks for is queued, and offered again to the same account: whatever
// else was answered, and with another choice of fields too, of which those that both have are filled in.
(function keepDrafts() {
  const form = document.querySelector("form[data-draft]");
  if (!form || !window.localStorage) return;
  const name = form.dataset.draft;
  sessionStorage.removeItem("sent"); // it was answered with the form
  const secret = new Set(["token", "once"]);
  const isBox = (input) => input.type === "checkbox";
  const inputs = () => Array.from(form.elements).filter((input) =>
    input.name && !secret.has(input.name) && !["hidden", "submit"].includes(input.type));
  const read = () => inputs().map((input) => [input.name, isBox(input) ? input.checked : input.value]);

  function fill(fields) {
    const given = new Map(fields);
    inputs().filter((input) => given.has(input.name)).forEach((input) => {
      input[isBox(input) ? "checked" : "value"] = given.get(input.name);
    });
  }

  function offer(fields) {
    const first = read();
    fill(fields);
    const note = document.createElement("p");
    note.className = "message";
    note.setAttribute("role", "status");
    note.textContent = "This is the draft that was kept in this browser. ";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Discard the draft";
    button.addEventListener("click", () => { localStorage.removeItem(name); fill(first); note.remove(); });
    note.append(button);
    form.before(note);
  }

  const kept = localStorage.getItem(name);
  if (kept && !("shownAgain" in form.dataset)) offer(JSON.parse(kept));
  form.addEventListener("input", () => localStorage.setItem(name, JSON.stringify(read())));
  form.addEventListener("submit", () => sessionStorage.setItem("sent", name));
})();

// A draft whose form was sent is done with when what it asks for is queued.
(function dropSentDraft() {
  const name = window.sessionStorage && sessionStorage.getItem("sent");
  const done = new URLSearchParams(location.search).get("done");
  if (!name || !["queued", "all-queued"].includes(done)) return;
  localStorage.removeItem(name);
  sessionStorage.removeItem("sent");
})();

// A text that may come from a file: the file is read here, and sent as the text.
(function takeFiles() {
  document.querySelectorAll("textarea[data-takes-file]").forEach((text) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    label.textContent = "Or from a file ";
    input.type = "file";
    input.accept = ".csv,.tsv,.txt,text/csv,text/plain";
    input.addEventListener("change", async () => {
      if (!input.files.length) return;
      text.value = await input.files[0].text();
      text.dispatchEvent(new Event("input", { bubbles: true }));
    });
    label.append(input);
    text.after(label);
  });
})();
