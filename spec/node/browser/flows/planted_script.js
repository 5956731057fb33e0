// A script in the text of an article runs nowhere: neither in the frame of its page nor in the preview by itself.
"use strict";
const { execFileSync } = require("child_process");
const { ARTICLES } = require("../visit");

const PLANTED = "<p>planted</p><script>top.document.title = document.title = \"owned\"</script>"
  + "<svg onload=\"top.document.title = document.title = &quot;owned&quot;\"></svg>"
  + "<img alt=\"\" src=\"data:,\" onerror=\"top.document.title = document.title = &quot;owned&quot;\">"
  + "<a id=\"link\" href=\"javascript:document.title=&quot;owned&quot;\">planted link</a>"
  + "<form id=\"form\" action=\"/sign-out\" method=\"post\"><button>planted button</button></form>";

// As spec/support/database.lua does.
function change(folder, sql) {
  const server = process.env.COPYDESK_TEST_DATABASE;
  if (!server) return execFileSync("sqlite3", ["-cmd", ".timeout 10000", folder + "/copydesk.db", sql]);
  const schema = folder.slice(-63).replace(/\W/g, "_");
  return execFileSync("psql", ["-X", "-q", "-d", server, "-c", `SET search_path = "${schema}"`, "-c", sql]);
}

async function run(visit) {
  const { page } = visit;
  const id = await visit.queueArticle(ARTICLES.finished);
  await visit.waitForArticle(id);
  change(visit.data, `UPDATE article SET html = '${PLANTED}' WHERE id = '${id}'`);
  await visit.signIn();
  visit.expect("Blocked script execution");
  visit.expect("Content Security Policy");
  visit.expect("Blocked form submission");
  await visit.open("/articles/" + id);
  const frame = page.frameLocator("iframe.preview").first();
  await frame.getByText("planted", { exact: true }).waitFor();
  await frame.locator("#link").click();
  await frame.getByRole("button").click();
  visit.equal("Herb garden - copydesk", await page.title(), "the title of the page");
  await visit.see("planted");
  await visit.open(`/articles/${id}/preview`);
  await page.getByText("planted", { exact: true }).waitFor();
  await page.locator("#link").click();
  await page.getByRole("button").click();
  visit.equal("Preview", await page.title(), "the title of the preview");
  visit.check(visit.said.some((text) => /script/i.test(text)), "the browser said that it blocked the script");
  await visit.open("/queue");
  visit.equal("Queue", await visit.heading(), "who is signed in still is");
}

module.exports = { run };
