--- What the manual's tables say beyond the tables of the code: a row for each name that the code knows. A name without
-- a row, and a row without a name, is an error of `make types`.
local texts = {}

--- Article types.
texts.types = {
  blog_post = "introduction, sections, conclusion; on request key takeaways, questions with answers, a call to action",
  listicle = "introduction, numbered items of one kind, one to three sections behind them "
    .. "(`enableSupplementalInformation`)",
  service_page = "introduction, benefits, process, proof, call to action",
  rewrite_blog_post = "the page at `articleUrl` written anew",
  video_site_video = "a film, embedded, and sections that follow it",
  market_product_roundup = "a comparison table with which product is for whom, a block for each product, what to look "
    .. "for",
  market_single_product_review = "one product: overview, pros and cons, verdict",
  local_places_roundup = "numbered places with address, map and opening hours, and which of them is for whom",
}

--- Services that are searched: what each needs, and what else there is to say.
texts.search = {
  searxng = { "`base_url`", "SearXNG or searx of one's own; its `settings.yml` must allow JSON: "
    .. "`search: { formats: [html, json] }`" },
  brave = { "`api_key`", "one request a second; questions that people ask" },
  serper = { "`api_key`", "questions that people ask" },
  tavily = { "`api_key`", "" },
  folder = { "`path`", "documents in a folder, searched as the library is: to try things without a network" },
  rss = { "`feeds`, up to 32 addresses", "RSS and Atom; entries that have half of the query's words, or more" },
  gdelt = { "", "news of the last three months; one request in five seconds" },
  openalex = { "`api_key`", "" },
  crossref = { "", "with `mailto`, an address for its operators, it is asked faster" },
  arxiv = { "", "one request in three seconds" },
  semanticscholar = { "", "one request a second; `api_key` may be given" },
}

--- Where pictures come from: what the source is, and its members beside `base_url`, `seconds` and `parallel`.
texts.images = {
  openai = { "made by a server that speaks OpenAI's interface",
    "`api_key` or `api_key_env`, `model`, `sizes`, `quality` (default: by the tier of the `imageModel`)" },
  automatic1111 = { "made by the web UI of Stable Diffusion, started with `--api`",
    "`model`, `sizes`, `steps` (25), `negative_prompt`, `user` and `password`" },
  openverse = { "found, with a licence that lets everybody use and change them, in the kind that `imageStyle` means "
    .. "where there is one", "`client_id` and `client_secret`, which allow more questions" },
  folder = { "found by the words of their names, such as `basil-on-a-windowsill.jpg`", "`path` alone" },
}

--- Why an article failed.
texts.codes = {
  internal = "A fault of the service; its log says more. Try again.",
  cancelled = "It was cancelled.",
  interrupted = "Writing it was interrupted 20 times: it may be what ends the program.",
  insufficient_words = "The account has no words left.",
  no_sources = "No source speaks of the keyword, or all of them say too little: see [When it refuses]"
    .. "(writer.md#when-it-refuses).",
  source_unreachable = "A page that the request names could not be read, or every search failed and nothing else is "
    .. "there.",
  no_captions = "The film has no captions.",
  no_products = "There are no products for the keyword.",
  no_places = "There are no places for the keyword.",
  model_unavailable = "The language model cannot be asked; the message has what its server said.",
  model_unusable = "The language model answers, but half of the article cannot be used, and nothing else may write it.",
}

--- What a key with a scope may do.
texts.scopes = {
  articles = "all of `/api/articles`; list integrations, send deliveries again",
  links = "internal links; add, change, fill and remove domains",
  manage = "keys, brands, domains, integrations and their deliveries; usage and ledger",
}

--- What a plan allows, and what it gives by month.
texts.plans = {
  free = { "nothing", "nothing" },
  starter = { "articles", "unlimited words, no credits" },
  professional = { "articles, extended research, internal links", "unlimited words and credits" },
}

--- Labels of the figures that have some.
texts.labels = {
  copydesk_articles = "state",
  copydesk_http_answers_total = "class",
  copydesk_http_requests_total = "method, route, class",
  copydesk_http_request_duration_seconds = "method, route",
  copydesk_build_info = "version",
  copydesk_step_seconds = "step",
  copydesk_model_calls_total = "model, outcome",
  copydesk_model_tokens_total = "model, direction",
  copydesk_delivery_attempts_total = "kind, outcome",
}

--- Folders and files below examples/ that are no program in Lua.
texts.examples = {
  articles = "Articles as they came out, by the built-in writer and by language models.",
  data = "Products, places and a film, for the programs that need some.",
  images = "Pictures, and what is known of each.",
  ["keywords.txt"] = "Keywords, one a line, for `bulk.lua`.",
  library = "Documents to write from, in Markdown, HTML and text.",
  love = "A game that has articles written while it goes on: `love examples/love`.",
  nginx = "Articles on request: the verbs in a location of nginx.",
  nginx_links = "Internal links in pages as nginx serves them.",
  nodes = "Two nodes on one PostgreSQL, with nginx in front of them.",
  operating = "The service below systemd: units, a configuration, nginx in front with TLS, a dashboard for Grafana.",
  webhook = "Finished articles received in nginx, each webhook verified.",
}

--- What the report of an index or a domain has, beside its counts.
texts.report = {
  { "orphans",
    "pages to which no other one links from its running text; `unlinkedCount` of them are linked "
      .. "from nowhere else either" },
  { "weakPages",
    "pages to which fewer than `weak_below` do" },
  { "suggestions",
    "of both: pages whose text holds their title, or a part of it, and that do not link to them yet. "
      .. "At most 5 for a page, and for the 10,000 weakest pages of a site; what stands on every "
      .. "twentieth page, or names two weak pages, is passed over" },
  { "brokenLinks",
    "links to addresses of the site that are none of its pages, with the page and the text of the "
      .. "link; 10,000 are kept" },
  { "deadEnds",
    "pages that link to no other one" },
  { "depths", "deepPages", "unreachable",
    "clicks from the entry page, pages more than three clicks away, pages to which no way leads" },
  { "topPages", "inbound",
    "the pages that are linked most, and least" },
  { "anchors",
    "what links say of which page, and how often" },
  { "sharedAnchors",
    "texts that lead to several pages" },
  { "unevenAnchors",
    "pages to which eight links or more lead that nearly all say the same (90 %), or hardly ever (20 "
      .. "%)" },
  { "graph", "folders",
    "pages and the links between them: the entry, the most linked ones, and some of the rest, "
      .. "`nodes` in all; and all pages by folder" },
}

--- What the statuses of problems mean.
texts.statuses = {
  ["400"] = "the request is wrong; `errors` has each fault with a JSON Pointer, the first hundred at most",
  ["401"] = "no key, one that does not exist or has expired, or a disabled account",
  ["402"] = "no credits are left",
  ["403"] = "the plan does not allow it, or the key, or the account has as many as it may",
  ["404"] = "there is no such thing, or another account has it",
  ["405"] = "the address does not know this method",
  ["406"] = "the answer does not come in a form that `Accept` names",
  ["409"] = "it stands against what is there: a name that is taken, a finished article that is cancelled, a disabled "
    .. "integration",
  ["413"] = "the body is too large",
  ["415"] = "the body is no JSON",
  ["422"] = "the `Idempotency-Key` was used for another request",
  ["429"] = "too many requests, or too many articles in line; `Retry-After` says when to come again",
  ["500"] = "a fault of the service; its log says more",
  ["503"] = "the service is stopping, short of memory, has too many large requests at once, or cannot store anything "
    .. "(the disk is full, the data folder is gone, the database does not answer); with `Retry-After`, and `/readyz` "
    .. "says the last of these too, within three seconds",
}

--- The folders of spec/.
texts.spec = {
  bench = "figures, as ratios to peers measured in the same run",
  c = "tests in C, and what they share",
  fuzz = "what reads untrusted bytes, fed with random ones",
  golden = "articles as they have to come out, byte by byte",
  node = "clients of others, from npm, and the browser",
  openapi = "answers of services, held against the description of the interface",
  report = "articles of the built-in writer from public documents, and what programs find wrong in them",
  support = "what specs share: services, visitors of the pages, folders, and stand-ins for models, searches, shops and "
    .. "sites",
  train = "how the model that judges links is trained and measured",
  types = "what makes the editor annotations and the tables of the manual",
}

return texts
