// Many articles at once: a list, a table from a file, and what is wrong with one.
"use strict";

async function press(visit, name) {
  await visit.page.getByRole("button", { name }).click();
  await visit.page.waitForLoadState();
}

async function run(visit) {
  const { page } = visit;
  visit.expect("status of 400");
  await visit.signIn();
  await visit.open("/articles/new");
  await page.getByRole("link", { name: "Many articles at once" }).click();
  await page.waitForURL(/bulk/);
  await visit.see("bulk");
  const draft = await page.locator("form[data-draft]").getAttribute("data-draft");
  visit.equal(`articles of ${visit.name}`, draft, "the name of the draft, which is this account's alone");
  const list = page.locator("#list");
  const table = "targetKeyword,articleLength\nherb garden,short\nherb garden in pots,endless\n";
  if (visit.hasScript)
    await page.getByLabel("Or from a file").setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
  else await list.fill(table);
  await page.waitForFunction((text) => document.getElementById("list").value === text, table);
  await press(visit, "Queue them all");
  visit.equal(1, await page.locator("td.fault").count(), "lines that are wrong");
  await visit.see("wrong");
  await list.fill(table.replace("endless", "short"));
  await press(visit, "Check the list");
  visit.check((await visit.message()).includes("2 articles can be queued"), "the list was checked");
  await visit.see("checked");
  await press(visit, "Queue them all");
  await page.waitForURL(/queue\?done=all-queued/);
  await visit.waitForState("herb garden in pots", "finished");
  visit.equal(2, await page.locator("#queue tbody tr").count(), "articles");
}

module.exports = { run };
