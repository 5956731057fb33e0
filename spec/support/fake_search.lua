--- The services of search in a process of their own, in their wire formats, over documents that a test gives.
--
--     local engine = fake_search.start {
--       documents = { { title = "Basil", text = "Basil needs light. ...", days = 3 } },
--       questions = { "How often should I water basil?" } }
--     config = { search = { web = engine:entry "brave", news = engine:entry "rss" } }
--     engine:script { { service = "brave", call = 1, status = 429, retry_after = 0 } }
--     ... what searches ...
--     for _, call in ipairs(engine:log()) do print(call.service, call.query.q) end
--     engine:stop()
--
-- A document: title, text (paragraphs are parted by empty lines), url (absent: a page of the engine itself, which is
-- served as HTML; then the configuration wants allow_addresses = { engine.address }), days (its age, may have a
-- fraction; absent: it has no date), language ("en"), country ("US"). The best match is the one that has most words of
-- the query; one that has none is not found. Language, country and age are obeyed where the service knows them, age
-- only for documents with a date.
--
-- A script is a list of rules; the first that fits a call and is not used up says what becomes of it:
--   service, contains (words in the query), call (its number among the service's calls since the script, from 1), times
--   status        an error in the shape of the service; message, retry_after (seconds)
--   html          a page of HTML instead of JSON
--   malformed     half of the body only, with the length of that
--   cut           the connection closes in the middle of the body
--   empty         nothing is found
--   ignores_age   what is too old is found all the same
--   silent        nothing comes, until the caller hangs up
--   delay         seconds before the answer
--
-- Where the formats are documented:
--   searxng          docs.searxng.org/dev/search_api.html: results[].url, title, content, publishedDate
--   brave            api-dashboard.search.brave.com/app/documentation: web.results[].url, title, description,
--                    extra_snippets, page_age; faq.results[].question; of news results[]
--   serper           serper.dev/playground: organic[].link, title, snippet, date; news[]; peopleAlsoAsk[].question
--   tavily           docs.tavily.com/documentation/api-reference/endpoint/search: results[].url, title, content, score,
--                    published_date
--   rss              rssboard.org/rss-specification (rss.xml), RFC 4287 (atom.xml), web.resource.org/rss/1.0 (rdf.xml)
--   gdelt            blog.gdeltproject.org/gdelt-doc-2-0-api-debuts: articles[].url, title, seendate; faults in plain
--                    text with status 200
--   openalex         developers.openalex.org: results[].id, doi, display_name, publication_date,
--                    abstract_inverted_index, best_oa_location.landing_page_url
--   crossref         api.crossref.org/swagger-ui: message.items[].DOI, URL, title[], abstract (JATS), issued.date-parts
--   arxiv            info.arxiv.org/help/api/user-manual.html: Atom; a fault is an entry titled "Error"
--   semanticscholar  api.semanticscholar.org/api-docs/graph: total, data[].title, abstract, url, year, publicationDate,
--                    externalIds, openAccessPdf
--
-- A call of the log has, beside what fake_program:log says: service ("page": a document was read), method, path, query
-- (decoded, by name), body (decoded JSON), headers, words (what was asked for), status.
local fake_program = require "spec.support.fake_program"

local fake_search = fake_program.class("fake_search_server", "service")

local KEYED = { brave = true, serper = true, tavily = true, openalex = true }

--- options: documents, questions (what people also ask), key.
function fake_search.start(options)
  local engine = fake_search:begin { key = options.key or "search-key" }
  engine:set { key = engine.key, documents = options.documents, questions = options.questions or {}, url = engine.url }
  return engine
end

--- The entry of the configuration for one of its services; more members may be given.
function fake_search:entry(service, more)
  local entry = { api = service, base_url = self.url .. "/" .. service }
  if service == "rss" then
    entry = { api = "rss", feeds = { self.url .. "/rss/rss.xml" } }
  end
  if KEYED[service] then entry.api_key = self.key end
  for name, value in pairs(more or {}) do entry[name] = value end
  return entry
end

return fake_search
