// A domain: its pages, how they link to each other, what a program needs, and the box that links a text.
"use strict";

const PAGES = [
  { url: "https://herbs.example/pots", title: "Clay pots",
    html: '<p>Clay pots breathe. Read about <a href="https://herbs.example/basil">basil</a>.</p>' },
  { url: "https://herbs.example/basil", title: "Basil", html: "<p>Basil likes sun.</p>" },
];

// A link of the report opens a tab of its own, and the report stays in its frame.
async function follow(visit, link) {
  const { page } = visit;
  const [tab] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await tab.close();
  visit.equal(1, await page.frameLocator("iframe.preview").locator("svg").count(), "drawings that are left in the frame");
}

async function run(visit) {
  const { page } = visit;
  await visit.signIn();
  await page.getByRole("link", { name: "Domains" }).click();
  await page.waitForURL(/domains/);
  await visit.see("none");
  await page.getByLabel("Name").fill("Herbs");
  await page.getByRole("button", { name: "Add the domain" }).click();
  await page.waitForURL(/domains\/.*done=made/);
  const path = new URL(page.url()).pathname;
  await visit.api("POST", `/api${path}/pages`, { pages: PAGES });
  await visit.open(path);
  visit.equal(path.split("/")[2], await page.getByLabel("Identifier").inputValue(), "the identifier");
  visit.check((await page.getByLabel("With curl").inputValue()).includes("/api/internal-links"), "the line for curl");
  const report = page.frameLocator("iframe.preview");
  await report.locator("svg").first().waitFor();
  await visit.see("domain");
  await follow(visit, report.locator("svg a circle").first());
  await follow(visit, report.locator("table a:visible").first());

  await page.getByRole("link", { name: "Link a text to its pages" }).click();
  await page.waitForURL(/link$/);
  await visit.see("box");
  await page.locator("[name=content]").fill("<p>Many gardeners like clay pots.</p>");
  await page.getByRole("button", { name: "Link it" }).click();
  const linked = page.getByLabel("The text with its links");
  await linked.waitFor();
  visit.check((await linked.inputValue()).includes("https://herbs.example/pots"), "the text has a link");
  await visit.see("linked");

  await visit.open(path);
  await page.getByText("Delete this domain").click();
  await visit.see("question");
  await page.getByRole("button", { name: "Delete it for good" }).click();
  await page.waitForURL(/done=domain-deleted/);
}

module.exports = { run };
