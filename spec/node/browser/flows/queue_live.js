// An article that a program queues appears in the open page, and finishes there, without a reload.
"use strict";
const { ARTICLES } = require("../visit");

async function run(visit) {
  const { page } = visit;
  await visit.signIn();
  visit.equal("Queue", await visit.heading(), "after signing in");
  visit.check((await page.locator("#queue").innerText()).includes("There are no articles here."), "it says it is empty");
  await visit.see("empty");

  await page.evaluate(() => { window.isSamePage = true; });
  await visit.queueArticle(ARTICLES.processing);
  await visit.waitForState("rosemary", "processing");
  visit.equal(1, await visit.row("rosemary").getByRole("progressbar").count(), "bars of progress");
  await visit.see("processing");
  await visit.queueArticle(ARTICLES.finished);
  await visit.waitForState("herb garden", "finished");
  visit.equal(2, await page.locator("#queue tbody tr").count(), "rows");
  visit.check(await page.evaluate(() => window.isSamePage), "the page was loaded again");
  await visit.see("finished");
}

module.exports = { run };
