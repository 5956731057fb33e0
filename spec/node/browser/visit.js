// What a flow goes through the pages with. It collects what no page may do: errors on the console, breaches of the rules
// of accessibility, sideways scrolling.
"use strict";
const fs = require("fs");
const path = require("path");

const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const SCHEMES = { light: RULES, dark: ["color-contrast"] }; // what is looked at in each: dark, only colours are others

class Visit {
  constructor(place, page, key, name, hasScript) {
    Object.assign(this, { url: place.url, hook: place.hook, data: place.data, operator: place.operator });
    Object.assign(this, { page, key, name, hasScript });
    this.pictures = place.pictures;
    this.problems = [];
    this.expected = [];
    this.said = []; // on the console
    this.count = 0;
    page.on("console", (message) => {
      this.said.push(message.text());
      const isExpected = this.expected.some((text) => message.text().includes(text));
      if (message.type() === "error" && !isExpected) this.problems.push("on the console: " + message.text());
    });
    page.on("pageerror", (error) => this.problems.push("in a script: " + error));
  }

  // From here on the console may say this; browsers report answers such as 403 there.
  expect(text) {
    this.expected.push(text);
  }

  // Notes what is wrong, and goes on.
  check(isSo, what) {
    if (!isSo) this.problems.push(what);
  }

  equal(wanted, found, what) {
    this.check(wanted === found, `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
  }

  // Keeps a picture of the page; its path.
  async picture(state) {
    const file = path.join(this.pictures, `${this.name}-${++this.count}-${state}.png`);
    await this.page.screenshot({ path: file, fullPage: true });
    return file;
  }

  // Looks at the page as it is now, light and dark: each page of a flow, in each of its states. Without script it is the
  // same page, whose colours were seen already.
  async see(state) {
    // On a phone the window's own width grows with what is in it.
    const { width } = this.page.viewportSize();
    const wide = await this.page.evaluate((screen) => document.documentElement.scrollWidth - screen, width);
    this.check(wide <= 0, `${state}: ${wide} pixels wider than the window`);
    this.equal(1, await this.page.locator("h1").count(), `${state}: headings of the first level`);
    if (!this.hasScript) return this.picture(state);
    await this.page.evaluate(AXE);
    for (const [scheme, rules] of Object.entries(SCHEMES)) {
      await this.page.emulateMedia({ colorScheme: scheme });
      await this.seeRules(`${state}, ${scheme}`, rules);
      await this.picture(`${state}-${scheme}`);
    }
    await this.page.emulateMedia({ colorScheme: "light" });
    return this.seePrinted(state);
  }

  // On paper is what there is to read: nothing to press, and no heading without what it is the heading of.
  async seePrinted(state) {
    await this.page.emulateMedia({ media: "print" });
    this.equal(0, await this.page.locator("form:visible, button:visible").count(), `${state}: forms that are printed`);
    const bare = await this.page.evaluate(() => Array.from(document.querySelectorAll("h2")).filter((heading) => {
      let next = heading.nextElementSibling;
      while (next && !next.checkVisibility()) next = next.nextElementSibling;
      return heading.checkVisibility() && (!next || next.matches("h2"));
    }).map((heading) => heading.textContent));
    this.equal("", bare.join(", "), `${state}: headings that are printed with nothing below`);
    return this.page.emulateMedia({ media: null });
  }

  async seeRules(state, rules) {
    const found = await this.page.evaluate((only) => axe.run(document, { runOnly: only, iframes: false }), rules);
    for (const { id, help, nodes } of found.violations)
      this.problems.push(`${state}: ${id}, ${help}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
    this.check(found.passes.length > (rules === RULES ? 5 : 0), `${state}: the rules found nothing to look at`);
  }

  // --- pages ---

  async open(address) {
    const answer = await this.page.goto(this.url + address);
    return answer.status();
  }

  async signIn(key = this.key) {
    if (!this.page.url().includes("/sign-in")) await this.open("/sign-in");
    await this.page.getByLabel("API key").fill(key);
    await this.page.getByRole("button", { name: "Sign in" }).click();
    await this.page.waitForLoadState();
  }

  path() {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  heading() {
    return this.page.locator("h1").innerText();
  }

  message() {
    return this.page.getByRole("status").innerText();
  }

  // The row of the queue whose article has this keyword or title.
  row(name) {
    return this.page.locator("#queue tbody tr").filter({ hasText: name });
  }

  // Waits until the row has this state, as a class of it. Without script by asking for the page again.
  async waitForState(name, state) {
    const shown = this.row(name).locator(".state." + state);
    for (let tries = 0; !this.hasScript && tries < 300 && (await shown.count()) === 0; tries++) await this.page.reload();
    await shown.waitFor();
  }

  async press(name, button) {
    await this.row(name).getByRole("button", { name: button }).click();
    await this.page.waitForLoadState();
  }

  // --- the interface, as a program uses it beside the pages ---

  async api(method, target, body) {
    const answer = await fetch(this.url + target, {
      method,
      headers: { Authorization: "Bearer " + this.key, ...(body && { "Content-Type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  // Until it is finished, without asking for its record.
  async waitForArticle(id) {
    for (let tries = 0; tries < 1000; tries++) {
      const { data } = await this.api("GET", "/api/articles?status=finished");
      if (data.some((article) => article.articleId === id)) return;
    }
    throw new Error("the article did not finish: " + id);
  }

  async queueArticle(fields) {
    return (await this.api("POST", "/api/articles/v2", fields)).articleId;
  }
}

// What the service of the spec makes of a request.
const ARTICLES = {
  finished: { targetKeyword: "herb garden" },
  failed: { targetKeyword: "lattice quantum chromodynamics" }, // of which the library says nothing
  processing: { targetKeyword: "rosemary cuttings", modelVersion: "beta-sonnet-5" }, // a model that never answers
};

module.exports = { Visit, ARTICLES };
