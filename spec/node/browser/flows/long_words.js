// Words that are wider than the window, and a window that is narrower than any phone's: nothing scrolls sideways.
"use strict";
const { ARTICLES } = require("../visit");

const WORD = "Herbarium".repeat(12);

async function run(visit) {
  const { page } = visit;
  const finished = await visit.queueArticle(ARTICLES.finished);
  const failed = await visit.queueArticle({ targetKeyword: WORD });
  await visit.api("POST", "/api/brands", { name: WORD });
  await visit.waitForArticle(finished);
  await visit.signIn();
  await visit.waitForState(WORD, "failed");
  await visit.see("queue");
  await visit.open("/articles/" + failed);
  await visit.see("article");
  await visit.open("/brands");
  await visit.see("brands");
  await page.setViewportSize({ width: 320, height: 640 });
  await visit.open("/articles/" + finished);
  await page.evaluate(() => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
  await visit.see("narrow");
}

module.exports = { run };
