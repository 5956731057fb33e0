// A new article from the form, with a draft that the browser keeps, watched until it is finished.
"use strict";
const { ARTICLES } = require("../visit");

const { targetKeyword } = ARTICLES.finished;

async function chooseType(visit, name) {
  await visit.page.getByLabel("Article type").selectOption(name);
  if (!visit.hasScript) await visit.page.getByRole("button", { name: "Choose" }).click();
  await visit.page.waitForURL("**/articles/new?articleType=" + name);
}

// What was typed is offered again after the page was left.
async function leaveAndReturn(visit) {
  const { page } = visit;
  await page.getByLabel("Target keyword").fill("half a thought");
  await visit.open("/queue");
  await visit.open("/articles/new?articleType=blog_post");
  visit.equal("half a thought", await page.getByLabel("Target keyword").inputValue(), "the draft");
  await visit.see("draft");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  visit.equal("", await page.getByLabel("Target keyword").inputValue(), "the draft that was discarded");
}

async function run(visit) {
  const { page } = visit;
  visit.expect("status of 400");
  await visit.signIn();
  await page.getByRole("link", { name: "New article" }).click();
  await page.waitForURL(/articles\/new/);
  await visit.see("new");
  await chooseType(visit, "listicle");
  visit.equal(1, await page.locator("[name=numberOfItems]").count(), "what applies to a listicle");
  await chooseType(visit, "blog_post");
  visit.equal(0, await page.locator("[name=numberOfItems]").count(), "what does not apply to a blog post");
  if (visit.hasScript) await leaveAndReturn(visit);

  await page.getByText("Research and real-time data").click();
  await page.locator("[name=urls]").fill("nowhere");
  await page.getByLabel("Target keyword").fill(targetKeyword);
  await page.getByRole("button", { name: "Queue the article" }).click();
  await page.locator(".fault").first().waitFor();
  visit.equal("nowhere", await page.locator("[name=urls]").inputValue(), "what was typed");
  await visit.see("wrong");
  await page.locator("[name=urls]").fill("");
  await page.getByRole("button", { name: "Queue the article" }).click();
  await page.waitForURL(/done=queued/);
  visit.equal("The article was queued.", await visit.message(), "the message");
  await visit.open("/queue");
  await visit.waitForState(targetKeyword, "finished");
  await visit.see("queue");
}

module.exports = { run };
