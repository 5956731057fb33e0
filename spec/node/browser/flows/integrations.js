// An integration: connected, tested, given a new secret, its settings changed, deleted.
"use strict";

async function press(visit, name) {
  await visit.page.getByRole("button", { name }).click();
  await visit.page.waitForLoadState();
}

async function connect(visit) {
  const { page } = visit;
  await page.getByRole("link", { name: "webhook" }).click();
  await page.waitForURL(/kind=webhook/);
  await visit.see("new");
  await page.getByLabel("Name").fill("Hook");
  await page.getByLabel("URL").fill(visit.hook);
  await press(visit, "Connect it");
  visit.check((await page.getByLabel("Secret").inputValue()).startsWith("whsec_"), "the secret is shown");
  await visit.see("secret");
}

async function run(visit) {
  const { page } = visit;
  await visit.signIn();
  await page.getByRole("link", { name: "Integrations" }).click();
  await page.waitForURL(/integrations/);
  await visit.see("none");
  await connect(visit);
  await press(visit, "Test it");
  visit.check((await visit.message()).includes("The test went well."), "the test");
  await visit.see("tested");
  await press(visit, "Make a new secret");
  visit.check((await page.getByLabel("Secret").inputValue()).startsWith("whsec_"), "the new secret is shown");
  await page.getByLabel("Name").fill("Other hook");
  await press(visit, "Save");
  await page.waitForURL(/done=saved/);
  visit.equal("Other hook", await visit.heading(), "the new name");
  await press(visit, "Disable it");
  await page.getByRole("button", { name: "Make it active" }).waitFor();
  await visit.open("/integrations/new?kind=webflow");
  await visit.see("webflow");
  await visit.open("/integrations");
  await visit.see("list");
  await page.getByRole("link", { name: "Other hook" }).click();
  await page.getByText("Delete this integration").click();
  await press(visit, "Delete it for good");
  await page.waitForURL(/done=integration-deleted/);
}

module.exports = { run };
