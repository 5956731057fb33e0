--- The wire formats of the services of `spec/support/fake_search.lua`: what each is asked, how it answers, how it
-- refuses.
local json = require "spec.support.fake.json"

local services = {}

local DAY = 24 * 60 * 60

local function day_of(document, form)
  return document.time and os.date(form or "!%Y-%m-%d", document.time) or nil
end

local function list_of(found, make)
  local list = json.array {}
  for i, document in ipairs(found) do list[i] = make(document, i) end
  return list
end

local function escape(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

local function first_paragraph(document)
  return (document.text .. "\n\n"):match "^%s*(.-)\n%s*\n"
end

local function encode(value)
  return json.encode(value)
end

-- An age in days from one of the names by which a service calls it.
local function age_in(names, name)
  return name and names[name]
end

local DAYS = { day = 1, week = 7, month = 31, year = 366 }

-- Days from a date, "2026-01-31", until now.
local function days_since(date)
  local year, month, day = (date or ""):match "(%d%d%d%d)-(%d%d)-(%d%d)"
  if not year then return nil end
  local then_ = os.time { year = tonumber(year), month = tonumber(month), day = tonumber(day), hour = 0 }
  return (os.time() - then_) / DAY
end

-- --- the web and the news ---

services.searxng = {
  question = function(request)
    local query = request.query
    local language, country = (query.language or ""):match "^(%a+)%-?(%a*)$"
    return { words = query.q, days = age_in(DAYS, query.time_range), language = language,
      country = country ~= "" and country or nil, most = 20, page = tonumber(query.pageno or 1) }
  end,
  denied = function(request)
    return request.query.format ~= "json" and { 403, "<h1>Forbidden</h1>", "text/html" }
  end,
  answer = function(found, request)
    return encode { query = request.query.q, number_of_results = #found, answers = json.array {},
      suggestions = json.array { "something else" }, unresponsive_engines = json.array {},
      results = list_of(found, function(document, i)
        return { url = document.url, title = document.title, content = first_paragraph(document), engine = "fake",
          category = request.query.categories, score = 1 / i,
          publishedDate = day_of(document, "!%Y-%m-%dT%H:%M:%S") or json.null }
      end) }
  end,
  refusal = function(status, message)
    return ("<html><title>%d</title>%s</html>"):format(status, message), "text/html"
  end,
}

local FRESHNESS = { pd = 1, pw = 7, pm = 31, py = 366 }

services.brave = {
  question = function(request)
    local query = request.query
    return { words = query.q, days = age_in(FRESHNESS, query.freshness), language = query.search_lang,
      country = query.country, most = tonumber(query.count or 20) }
  end,
  denied = function(request, key)
    if request.headers["x-subscription-token"] == key then return end
    return { 422, services.brave.refusal(422, "The provided subscription token is invalid.") }
  end,
  answer = function(found, request, settings)
    local results = list_of(found, function(document)
      return { type = "search_result", url = document.url, title = document.title, language = document.language,
        description = first_paragraph(document), page_age = day_of(document, "!%Y-%m-%dT%H:%M:%S"),
        extra_snippets = document.text ~= first_paragraph(document)
          and json.array { document.text:sub(#first_paragraph(document) + 1) } or nil }
    end)
    if request.path:find "/news/" then
      return encode { type = "news", query = { original = request.query.q }, results = results }
    end
    local questions = list_of(settings.questions, function(question)
      return { question = question, answer = "...", title = "", url = "https://faq.example/" }
    end)
    return encode { type = "search", query = { original = request.query.q },
      web = #results > 0 and { type = "search", results = results } or nil,
      faq = #questions > 0 and { type = "faq", results = questions } or nil }
  end,
  refusal = function(status, message)
    return encode { type = "ErrorResponse", error = { id = "1", status = status, code = "FAULT", detail = message } }
  end,
}

local QDR = { ["qdr:h"] = 1 / 24, ["qdr:d"] = 1, ["qdr:w"] = 7, ["qdr:m"] = 31, ["qdr:y"] = 366 }

services.serper = {
  question = function(request)
    local body = request.json
    return { words = body.q, days = age_in(QDR, body.tbs), language = body.hl, country = (body.gl or ""):upper(),
      most = body.num or 10 }
  end,
  denied = function(request, key)
    if request.headers["x-api-key"] == key then return end
    return { 403, services.serper.refusal(403, "Unauthorized.") }
  end,
  answer = function(found, request, settings)
    local is_news = request.path:find "/news$"
    local results = list_of(found, function(document, i)
      return { link = document.url, title = document.title, snippet = first_paragraph(document), position = i,
        date = day_of(document, "!%b %d, %Y") }
    end)
    return encode { searchParameters = { q = request.json.q, type = is_news and "news" or "search" }, credits = 1,
      organic = not is_news and results or nil, news = is_news and results or nil,
      peopleAlsoAsk = not is_news and list_of(settings.questions, function(question)
        return { question = question, snippet = "...", title = "", link = "https://faq.example/" }
      end) or nil }
  end,
  refusal = function(status, message) return encode { message = message, statusCode = status } end,
}

services.tavily = {
  question = function(request)
    local body = request.json
    return { words = body.query, days = age_in(DAYS, body.time_range), most = body.max_results or 5 }
  end,
  denied = function(request, key)
    if request.headers.authorization == "Bearer " .. key then return end
    return { 401, services.tavily.refusal(401, "Unauthorized: missing or invalid API key.") }
  end,
  answer = function(found, request)
    return encode { query = request.json.query, images = json.array {}, response_time = 0.5,
      results = list_of(found, function(document, i)
        return { url = document.url, title = document.title, content = first_paragraph(document), score = 1 / i,
          published_date = request.json.topic == "news" and day_of(document, "!%a, %d %b %Y %H:%M:%S GMT") or nil }
      end) }
  end,
  refusal = function(_, message) return encode { detail = { error = message } } end,
}

local SPANS = { ["1h"] = 1 / 24, ["1d"] = 1, ["1w"] = 7, ["1m"] = 31 }

services.gdelt = {
  question = function(request)
    local words = request.query.query or ""
    local country, language = words:match "sourcecountry:(%S+)", words:match "sourcelang:(%S+)"
    return { words = words:gsub("source%a+:%S+", ""), days = age_in(SPANS, request.query.timespan),
      language_name = language, country_name = country, most = tonumber(request.query.maxrecords or 75) }
  end,
  answer = function(found, request)
    if request.query.mode ~= "artlist" or request.query.format ~= "json" then return "Invalid mode.\n", "text/html" end
    if #found == 0 then return "{}" end
    return encode { articles = list_of(found, function(document)
      return { url = document.url, url_mobile = "", title = document.title, socialimage = "", domain = "news.example",
        seendate = day_of(document, "!%Y%m%dT%H%M%SZ"), language = "English", sourcecountry = "United States" }
    end) }
  end,
  refusal = function(_, message) return message .. "\n", "text/html" end,
}

-- --- feeds ---

local function items(found, form)
  local parts = {}
  for i, document in ipairs(found) do parts[i] = form(document) end
  return table.concat(parts, "\n")
end

local FEEDS = {}

FEEDS["/rss.xml"] = function(found)
  return '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>Fake</title>'
    .. "<link>https://news.example/</link><description>All of it</description>\n" .. items(found, function(document)
    local date = day_of(document, "!%a, %d %b %Y %H:%M:%S +0000")
    return ("<item><title>%s</title><link>%s</link><guid isPermaLink=\"false\">%s</guid>%s\n<description><![CDATA[<p>%s"
      .. "</p>]]></description></item>"):format(escape(document.title), escape(document.url), escape(document.url),
      date and "<pubDate>" .. date .. "</pubDate>" or "", escape(document.text))
  end) .. "\n</channel></rss>\n"
end

FEEDS["/atom.xml"] = function(found)
  return '<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>Fake</title><id>urn:fake</id>\n'
    .. items(found, function(document)
    local date = day_of(document, "!%Y-%m-%dT%H:%M:%SZ")
    return ('<entry><title>%s</title><link rel="alternate" href="%s"/><id>urn:%s</id>%s<author><name>A</name></author>'
      .. "<summary>%s</summary></entry>"):format(escape(document.title), escape(document.url), escape(document.url),
      date and "<updated>" .. date .. "</updated>" or "", escape(document.text))
  end) .. "\n</feed>\n"
end

FEEDS["/rdf.xml"] = function(found)
  return '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    .. 'xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="urn:fake">'
    .. "<title>Fake</title></channel>\n" .. items(found, function(document)
    local date = day_of(document, "!%Y-%m-%dT%H:%M:%SZ")
    return ('<item rdf:about="%s"><title>%s</title><link>%s</link>%s<description>%s</description></item>'):format(
      escape(document.url), escape(document.title), escape(document.url),
      date and "<dc:date>" .. date .. "</dc:date>" or "", escape(document.text))
  end) .. "\n</rdf:RDF>\n"
end

services.rss = {
  question = function() return { most = 1000 } end,
  answer = function(found, request)
    local feed = FEEDS[request.path]
    if feed then return feed(found), "application/xml" end
    return nil
  end,
  refusal = function(status, message) return ("<h1>%d %s</h1>"):format(status, message), "text/html" end,
}

-- --- scholarly works ---

local function inverted(text)
  local index, at = {}, 0
  for word in text:gmatch "%S+" do
    index[word] = index[word] or json.array {}
    table.insert(index[word], at)
    at = at + 1
  end
  return index
end

services.openalex = {
  question = function(request)
    local filter = request.query.filter or ""
    return { words = request.query.search, days = days_since(filter:match "from_publication_date:([%d-]+)"),
      language = filter:match "language:(%a+)", most = tonumber(request.query.per_page or 25) }
  end,
  denied = function(request, key)
    if request.query.api_key == key then return end
    return { 401, services.openalex.refusal(401, "Invalid or missing API key") }
  end,
  answer = function(found)
    return encode { meta = { count = #found, page = 1, per_page = 25 }, results = list_of(found, function(document, i)
      return { id = "https://openalex.org/W" .. i, doi = json.null, display_name = document.title,
        publication_date = day_of(document), abstract_inverted_index = inverted(document.text),
        best_oa_location = { is_oa = true, landing_page_url = document.url },
        primary_location = { landing_page_url = document.url } }
    end) }
  end,
  refusal = function(status, message) return encode { error = "Status " .. status, message = message } end,
}

services.crossref = {
  question = function(request)
    return { words = request.query.query, most = tonumber(request.query.rows or 20),
      days = days_since((request.query.filter or ""):match "from%-pub%-date:([%d-]+)") }
  end,
  answer = function(found)
    return encode { status = "ok", ["message-type"] = "work-list", message = { ["total-results"] = #found,
      items = list_of(found, function(document, i)
        local date = json.array {}
        if document.time then
          for part in day_of(document):gmatch "%d+" do date[#date + 1] = math.tointeger(tonumber(part)) end
        else
          date[1] = json.null
        end
        return { DOI = "10.5555/" .. i, URL = document.url, title = json.array { document.title },
          abstract = "<jats:p>" .. escape(document.text) .. "</jats:p>",
          issued = { ["date-parts"] = json.array { date } } }
      end) } }
  end,
  refusal = function(_, message)
    return encode { status = "failed", ["message-type"] = "validation-failure",
      message = json.array { { type = "parameter-not-allowed", message = message } } }
  end,
}

services.arxiv = {
  question = function(request)
    local words = (request.query.search_query or ""):gsub("submittedDate:%b[]", ""):gsub("all:", ""):gsub("AND", "")
    local from = (request.query.search_query or ""):match "submittedDate:%[(%d+)"
    return { words = words, most = tonumber(request.query.max_results or 10),
      days = from and days_since(from:gsub("^(%d%d%d%d)(%d%d)(%d%d).*", "%1-%2-%3")) }
  end,
  answer = function(found)
    return FEEDS["/atom.xml"](found), "application/atom+xml"
  end,
  refusal = function(_, message)
    return '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/api/errors#fault'
      .. "</id><title>Error</title><summary>" .. escape(message) .. "</summary></entry></feed>", "application/atom+xml"
  end,
}

services.semanticscholar = {
  question = function(request)
    return { words = request.query.query, most = tonumber(request.query.limit or 100),
      days = days_since(request.query.publicationDateOrYear) }
  end,
  denied = function(request, key)
    local given = request.headers["x-api-key"]
    if given and given ~= key then return { 403, encode { message = "Forbidden" } } end
  end,
  answer = function(found)
    return encode { total = #found, offset = 0, data = #found > 0 and list_of(found, function(document, i)
      return { paperId = tostring(i), title = document.title, abstract = document.text, url = document.url,
        year = document.time and math.tointeger(tonumber(day_of(document, "!%Y"))) or json.null,
        publicationDate = day_of(document) or json.null, externalIds = {}, openAccessPdf = json.null }
    end) or nil }
  end,
  refusal = function(_, message) return encode { error = message } end,
}

return services
