// The manual: read without being signed in, searched, and left for a chapter's heading; then beside the other pages.
"use strict";

async function run(visit) {
  const { page } = visit;
  await visit.open("/manual");
  visit.equal("Manual", await visit.heading(), "the heading");
  await visit.see("list");
  await page.getByRole("link", { name: "Over HTTP" }).click();
  await page.waitForURL(/\/manual\/http$/);
  await visit.see("chapter");

  await page.getByLabel("Search the manual").fill("min_score");
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL(/\/manual\?q=min_score/);
  await visit.see("found");
  await page.getByRole("link", { name: "What the score means" }).click();
  await page.waitForURL(/\/manual\/linking#what-the-score-means/);
  visit.check(await page.locator("#what-the-score-means").isVisible(), "the heading that was found is there");

  await visit.signIn();
  await page.getByRole("navigation").getByRole("link", { name: "Manual" }).click();
  visit.equal("/manual", visit.path(), "where the navigation leads");
}

module.exports = { run };
