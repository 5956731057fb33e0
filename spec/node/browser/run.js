// Goes through the pages in a real browser: every flow of flows/, at every size.
//
//   node run.js < place      {url, data (its folder), operator (a key that may add accounts), hook (of webhooks),
//                             browser (a program), pictures (a folder)}
//
// Writes one line of JSON for each flow at each size: {flow, size, problems: []}. A flow has an account of its own, so
// all can run at the same time.
"use strict";
const fs = require("fs");
const path = require("path");
const { chromium } = require("playwright-core");
const { Visit } = require("./visit");

const AT_ONCE = 3;
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

const flows = fs.readdirSync(path.join(__dirname, "flows")).sort()
  .map((file) => ({ name: path.basename(file, ".js"), ...require("./flows/" + file) }));

async function addAccount(place, name) {
  const answer = await fetch(place.url + "/api/accounts", {
    method: "POST",
    headers: { Authorization: "Bearer " + place.operator, "Content-Type": "application/json" },
    body: JSON.stringify({ accountId: name, plan: "professional" }),
  });
  if (answer.status !== 201) throw new Error(`the account ${name} was not added: ${await answer.text()}`);
  return (await answer.json()).key;
}

async function go(browser, place, flow, size) {
  const name = `${flow.name}-${size}`.replaceAll("_", "-");
  const context = await browser.newContext({
    viewport: SIZES[size], javaScriptEnabled: flow.script !== false, isMobile: size === "phone", hasTouch: size === "phone",
  });
  context.setDefaultTimeout(90000); // against hanging
  let visit;
  try {
    visit = new Visit(place, await context.newPage(), await addAccount(place, name), name, flow.script !== false);
    await flow.run(visit);
    await visit.see("end");
    return visit.problems;
  } catch (problem) {
    const shown = visit ? await visit.picture("failed") : "";
    return [...(visit ? visit.problems : []), `${problem.stack || problem} ${shown}`];
  } finally {
    await context.close();
  }
}

async function main() {
  const place = JSON.parse(fs.readFileSync(0, "utf8"));
  fs.mkdirSync(place.pictures, { recursive: true });
  const browser = await chromium.launch({ executablePath: place.browser, args: ["--no-sandbox"] });
  const waiting = flows.flatMap((flow) => Object.keys(SIZES).map((size) => ({ flow, size })));
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const problems = await go(browser, place, next.flow, next.size);
      console.log(JSON.stringify({ flow: next.flow.name, size: next.size, problems }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await browser.close();
}

main().catch((problem) => {
  console.error(problem);
  process.exitCode = 1;
});
