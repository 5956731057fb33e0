// Cancelling, trying again, deleting and filtering, with script and without.
"use strict";
const { ARTICLES } = require("../visit");

async function states(visit) {
  return (await visit.page.locator("#queue .state").allInnerTexts()).join(" ");
}

async function filter(visit, name, wanted) {
  await visit.page.getByRole("navigation", { name: "Filter" }).getByRole("link", { name }).click();
  await visit.page.waitForLoadState();
  visit.equal(name, await visit.page.locator(".filter [aria-current]").innerText(), "the filter that is marked");
  visit.equal(wanted, await states(visit), "articles that are " + name);
}

// When the queue is drawn anew, a question that is open stays so with the focus: in its own row, though another article
// has the same name.
async function keepOpenQuestion(visit) {
  const { page } = visit;
  const older = visit.row("lattice").nth(1);
  const id = await older.getAttribute("data-id");
  await older.getByText("Delete", { exact: true }).click();
  await older.locator("summary").focus();
  const passing = await visit.queueArticle({ targetKeyword: "sundials in the tundra" });
  await visit.waitForState("sundials", "failed");
  const opened = await page.locator("#queue tr:has(details[open])").evaluateAll((rows) => rows.map((row) => row.dataset.id));
  visit.equal(id, opened.join(" "), "the row of the open question");
  visit.equal(id, await page.evaluate(() => document.activeElement.closest("tr")?.dataset.id), "the row with the focus");
  await visit.api("DELETE", "/api/articles/" + passing);
  await visit.row("sundials").waitFor({ state: "detached" });
}

async function run(visit) {
  const { page } = visit;
  await visit.signIn();
  for (const fields of Object.values(ARTICLES)) await visit.queueArticle(fields);
  await visit.open("/queue");
  for (const [state, { targetKeyword }] of Object.entries(ARTICLES)) await visit.waitForState(targetKeyword, state);
  await visit.see("all");
  await filter(visit, "Writing", "Writing");
  await filter(visit, "Finished", "Finished");
  await filter(visit, "Failed", "Failed");
  await visit.see("filtered");

  await visit.press("lattice", "Try again");
  visit.equal("The article was queued again, as a new one. See it", await visit.message(), "after trying again");
  visit.check(visit.path().startsWith("/queue?status=failed&done=again"), "it comes back to the same filter");
  await page.getByRole("link", { name: "All", exact: true }).click();
  await visit.row("lattice").nth(1).waitFor();
  if (visit.hasScript) await keepOpenQuestion(visit);

  await visit.press("rosemary", "Cancel");
  visit.equal("The article was cancelled.", await visit.message(), "after cancelling");
  await visit.waitForState("rosemary", "failed");
  await visit.see("cancelled");

  await visit.row("herb garden").getByText("Delete", { exact: true }).click();
  visit.equal(1, await visit.row("herb garden").count(), "rows before it is said for good");
  await visit.see("deleting");
  await visit.press("herb garden", "Delete now");
  visit.equal("The article was deleted.", await visit.message(), "after deleting");
  visit.equal(0, await visit.row("herb garden").count(), "rows of what was deleted");
  await visit.see("deleted");
}

module.exports = { run };
