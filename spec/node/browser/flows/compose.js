// A new article from the form, with a draft that the browser keeps, watched until it is finished.
"use strict";
const { ARTICLES } = require("../visit");

const { targetKeyword } = ARTICLES.finished;

async function chooseType(visit, name) {
  const type = visit.page.getByLabel("Article type");
  await type.focus();
  await visit.page.keyboard.press("ArrowDown"); // chooses nothing yet
  visit.check(await type.evaluate((select) => select === document.activeElement), "the choice has lost the focus");
  await type.selectOption(name);
  await visit.page.getByRole("button", { name: "Choose" }).click();
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

// What was typed is still there in the form of another type, and after the session has ended.
async function keepWhatIsTyped(visit) {
  const { page } = visit;
  const typed = () => page.getByLabel("Target keyword").inputValue();
  await page.getByLabel("Target keyword").fill("a whole thought");
  const isSet = (name) => page.locator(`[name=${name}]`).isChecked();
  await page.locator("[name=includeCta]").evaluate((box) => box.click()); // its group is folded
  const hasCall = await isSet("includeCta");
  await chooseType(visit, "listicle");
  visit.equal("a whole thought", await typed(), "the keyword of another type");
  visit.equal(hasCall, await isSet("includeCta"), "the box of both types");
  visit.check(await isSet("enableAutomaticLength"), "the box that the first type has not got is no longer checked");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Queue the article" }).click();
  await page.waitForURL(/sign-in/);
  visit.check((await visit.message()).includes("Your session has ended"), "it does not say that the session has ended");
  await visit.see("session-ended");
  await visit.signIn();
  visit.equal("/articles/new?articleType=listicle", visit.path(), "after signing in again");
  visit.equal("a whole thought", await typed(), "the keyword after signing in again");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await chooseType(visit, "blog_post");
  visit.equal("", await typed(), "the keyword that was discarded");
}

// A form that is refused loses nothing either.
async function beRefused(visit) {
  const { page } = visit;
  visit.expect("status of 403");
  await page.getByLabel("Target keyword").fill("a refused thought");
  await page.locator("form[data-draft] [name=token]").evaluate((token) => { token.value = "of nobody"; });
  await page.getByRole("button", { name: "Queue the article" }).click();
  await page.getByRole("alert").waitFor();
  await visit.see("refused");
  await visit.open("/articles/new");
  visit.equal("a refused thought", await page.getByLabel("Target keyword").inputValue(), "the draft that was refused");
  await page.getByRole("button", { name: "Discard the draft" }).click();
}

async function signInAnew(visit, key) {
  await visit.page.getByRole("button", { name: "Sign out" }).click();
  await visit.page.waitForURL(/sign-in/);
  await visit.signIn(key);
  await visit.open("/articles/new");
  return visit.page.getByLabel("Target keyword").inputValue();
}

// A draft is its account's: with a key of another one the form is empty.
async function changeAccount(visit) {
  const { page } = visit;
  await page.getByLabel("Target keyword").fill("a thought of our own");
  visit.equal("", await signInAnew(visit, visit.operator), "the keyword for another account");
  visit.equal("a thought of our own", await signInAnew(visit), "the keyword for the same account again");
  await page.getByRole("button", { name: "Discard the draft" }).click();
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
  if (visit.hasScript) await keepWhatIsTyped(visit);
  if (visit.hasScript) await beRefused(visit);
  if (visit.hasScript) await changeAccount(visit);

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
  if (visit.hasScript) visit.equal(0, await page.evaluate(() => localStorage.length), "drafts");
  await visit.open("/queue");
  await visit.waitForState(targetKeyword, "finished");
  await visit.see("queue");
}

module.exports = { run };
