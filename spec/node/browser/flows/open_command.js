// `copydesk open` leads into the queue, signed in after a click; its file works once and is removed.
"use strict";
const { spawn } = require("child_process");
const fs = require("fs");

// The file that the command tells of.
function fileOf(command) {
  return new Promise((resolve, reject) => {
    let said = "";
    command.stderr.on("data", (data) => {
      said += data;
      const found = said.match(/(\/\S+\.html)\s/);
      if (found) resolve(found[1]);
    });
    command.on("exit", () => reject(new Error("copydesk open told no file: " + said)));
  });
}

async function enter(visit, file) {
  await visit.page.goto("file://" + file).catch((problem) => { // the form may be sent before the file counts as loaded
    if (!String(problem).includes("interrupted")) throw problem;
  });
  if (!visit.hasScript) await visit.page.getByRole("button").click();
  await visit.page.waitForURL(/^http:/);
  visit.equal("/sign-in", visit.path(), "the file leads to");
  visit.equal(0, (await visit.page.context().cookies()).length, "cookies before the click");
  await visit.see("asked");
  await visit.page.getByRole("button", { name: "Sign in" }).click();
  await visit.page.waitForLoadState();
}

async function run(visit) {
  const command = spawn("copydesk", ["open", "--print", "--base-url", visit.url, "--api-key", visit.key]);
  const ended = new Promise((resolve) => command.on("close", resolve));
  const file = await fileOf(command);
  visit.equal(0o600, fs.statSync(file).mode & 0o777, "who may read the file");
  const text = fs.readFileSync(file, "utf8");
  visit.check(!text.includes(visit.key), "the key is in the file");
  await enter(visit, file);
  visit.equal("/queue", visit.path(), "the click leads to");
  visit.equal("Queue", await visit.heading(), "the page");
  visit.equal(0, await ended, "how the command ended");
  visit.check(!fs.existsSync(file), "the file is still there");
  await visit.see("signed-in");

  visit.expect("403");
  await visit.page.goto("about:blank"); // the queue asks what is new, and would hear that it is signed out
  await visit.page.context().clearCookies();
  fs.mkdirSync(file.replace(/\/[^/]*$/, ""));
  fs.writeFileSync(file, text);
  await enter(visit, file);
  fs.rmSync(file.replace(/\/[^/]*$/, ""), { recursive: true });
  visit.check((await visit.page.getByRole("alert").innerText()).includes("used already"), "it works a second time");
  await visit.see("used");
}

module.exports = { run };
