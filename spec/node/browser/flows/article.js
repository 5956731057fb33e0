// An article's page: its text in a frame, polishing it, and delivering it to a webhook.
"use strict";
const { ARTICLES } = require("../visit");

// Asks for the page again until it says so; an article that has ended is not told of as it happens.
async function reloadUntil(visit, shown) {
  for (let tries = 0; tries < 300 && (await shown.count()) === 0; tries++) await visit.page.reload();
  await shown.first().waitFor();
}

// A link of the text opens a tab of its own, and the text stays.
async function followCitation(visit) {
  const { page } = visit;
  const text = page.frameLocator("iframe.preview").first().locator("article");
  const opened = page.context().waitForEvent("page");
  await text.locator("a[href^=https]").first().click();
  const tab = await opened;
  visit.check(await tab.evaluate(() => window.opener === null), "the tab knows the page that opened it");
  await tab.close();
  visit.check((await text.innerText()).length > 2000, "the frame has the text yet");
}

async function run(visit) {
  const { page } = visit;
  await visit.api("POST", "/api/integrations", { kind: "webhook", name: "Hook", settings: { url: visit.hook } });
  const id = await visit.queueArticle(ARTICLES.finished);
  await visit.waitForArticle(id);
  await visit.signIn();
  await visit.open("/articles/" + id);
  visit.equal("Herb garden", await visit.heading(), "the heading");
  const text = await page.frameLocator("iframe.preview").first().locator("article").innerText();
  visit.check(text.length > 2000, "the frame has the text");
  await visit.see("finished");
  await page.emulateMedia({ media: "print" });
  visit.equal(0, await page.locator("iframe:visible").count(), "frames that are printed, and cut off");
  visit.check(await page.getByRole("link", { name: "to read or print" }).isVisible(), "the print leads to the text's own page");
  await page.emulateMedia({ media: null });
  await followCitation(visit);

  await page.getByRole("button", { name: "Deliver", exact: true }).click();
  await page.waitForURL(/done=delivering/);
  await reloadUntil(visit, page.getByRole("cell", { name: "delivered" }));
  await visit.see("delivered");

  await page.getByRole("button", { name: "Polish", exact: true }).click();
  await page.waitForURL(/done=polishing/);
  await reloadUntil(visit, page.getByRole("heading", { name: "Polished" }));
  visit.equal(2, await page.locator("iframe.preview").count(), "versions");
  await visit.see("polished");
}

module.exports = { run };
