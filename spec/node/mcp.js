// The public client of the Model Context Protocol against `copydesk mcp`.
//
//   node mcp.js < place      {command, args, env, keyword, content, domain}
//
// Writes one line of JSON: what came of each tool.
"use strict";
const fs = require("fs");
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");

async function main() {
  const place = JSON.parse(fs.readFileSync(0, "utf8"));
  const client = new Client({ name: "spec", version: "1" });
  await client.connect(new StdioClientTransport({ command: place.command, args: place.args, env: place.env }));
  const { tools } = await client.listTools();
  const progress = [];
  const call = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);
  const written = await call("write_article", { targetKeyword: place.keyword }, { onprogress: (note) => progress.push(note) });
  const status = await call("article_status", { articleId: written.structuredContent.articleId });
  const read = await call("read_article", { articleId: written.structuredContent.articleId });
  const articles = await call("list_articles", { status: "finished" });
  const domains = await call("list_domains", {});
  const linked = await call("link_content", { content: place.content, format: "html", domainId: place.domain });
  const refused = await call("write_article", { targetKeyword: "x", articleLength: "endless" });
  const misnamed = await call("write_article", { keyword: place.keyword });
  console.log(JSON.stringify({
    version: client.getServerVersion(), tools: tools.map(({ name }) => name), progress, written, status, read, articles,
    domains, linked, refused, misnamed,
  }));
  await client.close();
}

main().catch((problem) => {
  console.error(problem);
  process.exitCode = 1;
});
