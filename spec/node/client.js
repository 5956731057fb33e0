// A client that a public generator made from the description: node client.js FOLDER URL KEY
//
// Creates an article and waits for it, adds a domain with a page and links content to it. Prints what came of it as JSON.
const [folder, url, key] = process.argv.slice(2);
const { OpenAPI, ArticlesService, DomainsService, InternalLinksService, ApiError } = require(folder + "/index.js");

OpenAPI.BASE = url;
OpenAPI.TOKEN = key;

async function write() {
  const { articleId } = await ArticlesService.createArticle({ targetKeyword: "indoor herb garden", articleLength: "short" });
  let record;
  do record = await ArticlesService.getArticle(articleId, undefined, "wait=25");
  while (record.status !== "finished" && record.status !== "failed");
  return { articleId, record };
}

async function link() {
  const { domainId } = await DomainsService.createDomain({ name: "Herbs" });
  const html = "<h1>Basil</h1><p>Basil wants light. How basil is sown, watered and cut.</p>";
  await DomainsService.putDomainPages(domainId, { pages: [{ url: "https://herbs.example/basil", title: "Basil", html }] });
  return InternalLinksService.linkContent({ content: "<p>Grow basil indoors.</p>", format: "json", domainId });
}

async function refused() {
  try {
    await ArticlesService.createArticle({ targetKeyword: "" });
  } catch (error) {
    return { isApiError: error instanceof ApiError, status: error.status, code: error.body.error.code };
  }
}

async function main() {
  console.log(JSON.stringify({ written: await write(), linked: await link(), refused: await refused() }));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
