--- The evaluation of the writer that needs no language model, against pages that nobody here wrote.
--
--   make writer-report [ARTICLES=pattern] [OUT=folder]    articles, and what programs find in them
--   make writer-requests [ARTICLES=pattern] [OUT=folder]  thousands of requests: what is refused, what is found
--   make writer-leads [ARTICLES=pattern] [OUT=folder]     introductions beside those that people wrote
--
-- The pages are those of Debian's documentation packages (packages.lua; the group "report" of .ci/deps installs them),
-- which are manuals, and some of our own that have the shapes of other kinds of site (spec/report/kinds; ARTICLES=kinds
-- asks for these alone).
-- All articles are written through the public face: `require "copydesk"` with the service embedded. Nothing here uses
-- the writer's own code or lists: pages are read by page.lua, sentences matched by `grep -P` (cues.lua), words
-- compared by words.lua.
--
-- writer-report writes the articles of requests.lua and prints a table for each, then the sums; counters.lua says what
-- is counted. It ends with an error when a count is more than it may be. ARTICLES is a part of "library keyword",
-- or a Lua pattern for it. OUT gets ID.html, ID.txt and ID.found for each article.
-- For the other two ARTICLES speaks of the library alone, and OUT gets requests.txt and leads.txt.
--
-- writer-requests makes requests from titles, headings and link texts, changes four in ten as people would, and asks
-- for short articles: with the page there (own), with every page that speaks of the request taken out (withheld), and
-- in another package (unrelated).
--
-- writer-leads takes the first paragraph out of pages, asks for articles on their titles, and compares the
-- introductions with what was taken out, beside two baselines.
local parts = { articles = "spec.report.articles", requests = "spec.report.asking", leads = "spec.report.leads" }

local part = parts[arg and arg[1] or ""]
if not part then
  io.stderr:write("usage: lua5.4 spec/report/report.lua articles|requests|leads\n")
  os.exit(2)
end
io.stdout:setvbuf "line"
os.exit(require(part)() and 0 or 1, true)
