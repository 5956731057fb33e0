// The page of nodes, for whoever runs the service.
"use strict";

async function run(visit) {
  const { page } = visit;
  await visit.signIn();
  visit.equal(0, await page.getByRole("link", { name: "Nodes" }).count(), "links to the nodes for others");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/signed-out/);
  await visit.signIn(visit.operator);
  await page.getByRole("link", { name: "Nodes" }).click();
  await page.waitForURL(/nodes/);
  const seen = page.locator("#nodes tbody tr").first().locator("time").last();
  visit.equal("alive", await page.locator("#nodes .state").innerText(), "the state");
  const before = await seen.getAttribute("datetime");
  await visit.see("nodes");
  for (let tries = 0; tries < 200 && (await seen.getAttribute("datetime")) === before; tries++)
    await page.waitForTimeout(100); // drawn anew by itself
  visit.check((await seen.getAttribute("datetime")) > before, "the page is not drawn anew");
}

module.exports = { run };
