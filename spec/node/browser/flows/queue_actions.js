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
