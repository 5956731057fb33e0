// The pages of keys, brands and usage.
"use strict";
const { ARTICLES } = require("../visit");

async function run(visit) {
  const { page } = visit;
  await visit.waitForArticle(await visit.queueArticle(ARTICLES.finished));
  await visit.api("POST", "/api/brands", { name: "Windowsill", knowledge: "Sells pots." });
  await visit.signIn();
  await page.getByRole("link", { name: "Usage" }).click();
  await page.waitForURL(/usage/);
  await visit.see("usage");
  await page.getByRole("link", { name: "Brands" }).click();
  await page.waitForURL(/brands/);
  await visit.see("brands");
  await page.getByRole("link", { name: "Windowsill" }).click();
  await page.waitForURL(/brands\/./);
  await visit.see("brand");
  await page.getByRole("link", { name: "Keys" }).click();
  await page.waitForURL(/keys/);
  await visit.see("keys");
  await page.getByRole("textbox", { name: "Name", exact: true }).last().fill("for the shop");
  await page.getByRole("button", { name: "Make a key" }).click();
  await page.getByText("for the shop").first().waitFor();
  visit.check(!page.url().includes("cd_"), "the key is in the address");
  await visit.see("made");
  await page.getByLabel("Rename for the shop").click();
  await visit.see("renaming");
  await page.getByRole("row", { name: "for the shop" }).getByLabel("Name", { exact: true }).fill("for the other shop");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.waitForURL(/done=saved/);
  await page.getByText("for the other shop").first().waitFor();
}

module.exports = { run };
