--- All counters, in the order in which they are printed.
--
-- A counter's `find` gets a context and gives the list of what it found, as texts. `most` is how many there may be in
-- all articles; nil: any number. The context has `article` (spec.report.article), `subject` (spec.report.subject),
-- `request`, and page(number): the source of that number as its reader sees it, or nil.
local context = require "spec.report.counters.context"
local headings = require "spec.report.counters.headings"
local lists = require "spec.report.counters.lists"
local markup = require "spec.report.counters.markup"
local shape = require "spec.report.counters.shape"
local topic = require "spec.report.counters.topic"
local truth = require "spec.report.counters.truth"

local counters = {}

-- most: how many there may be; text: what is counted.
local function count(name, most, find, text)
  counters[#counters + 1] = { name = name, most = most, find = find, text = text }
end

local NONE, ANY = 0, nil

-- Whole pages are carried with what they say of other places, of versions and of dates, and with lists that hold
-- listings. A number is how many are known and not mended yet: it must not grow.

count("unrelated", 1, topic.unrelated, "written though no source speaks of the keyword")
count("off-topic", ANY, topic.off_topic,
  "sections whose heading path, here and in the source, and text do not name the subject")
count("opening", ANY, topic.opening, "first cited sentence without the subject")
count("frame-alone", NONE, topic.frames_alone, "introduction or conclusion of a frame alone")
count("title-topic", NONE, topic.title_topics, "topic of the title that is no heading")
count("dangling", 52, context.dangling, "references to what is not there: above, Section 3, see")
count("leaning", 123, context.leaning,
  "orphans: begins with this, however and the like without the sentence before it in the source")
count("colon", 23, context.colons, "a colon at the end of a paragraph before no list, listing or table")
count("attribution", NONE, context.attributions, "what some people believe or say")
count("hypothesis", NONE, context.hypotheses, "suppositions and examples without what they illustrate or show")
count("denial", 2, context.denials, "takes back what stood before it")
count("attack", 1, context.attacks, "attacks in lists, answers, takeaways, conclusions")
count("version", 18, context.versions, "notes on versions")
count("caption", NONE, context.captions, "captions of figures")
count("byline", 3, context.bylines, "bylines, biographies, rights")
count("event", 8, context.events, "events, adverts, dates")
count("person", 4, context.first_person, "first person in introduction, takeaways, conclusion")
count("planted", NONE, context.planted, "planted instruction printed")
count("list-shorter", 22, lists.shorter, "lists shorter than their source's")
count("list-longer", 15, lists.longer, "lists with items of elsewhere")
count("list-number", 1, lists.number_wrong, "lists whose announced number is wrong")
count("exponent", NONE, truth.exponents, "exponents flattened")
count("cut", 4, truth.cut, "sentences cut in the middle")
count("verbatim", 81, truth.not_verbatim, "cited text that its source does not have, but for what may be trimmed")
count("unread", NONE, truth.unread, "sources that the report could not read again")
count("uncited", 69, truth.uncited, "sentences of sections and answers that no citation behind them covers")
count("recited", NONE, truth.repeated_citations, "citations repeated within a run of one source")
count("duplicate", 21, topic.duplicates, "sentences that stand twice")
count("heading", 2, headings.faults,
  "headings with a number, markup, a site, dots, all capitals or a small letter first")
count("stuffed", NONE, headings.stuffed, "headings with the keyword before a colon")
count("mixed-case", ANY, headings.mixed_case,
  "English headings in title case among others in sentence case, or the other way")
count("one-sentence", 31, headings.one_sentence, "sections of one sentence and nothing else")
count("question", 1, headings.questions, "questions malformed")
count("article", 1, headings.articles, "a for an, an for a")
count("html", NONE, markup.counter, "errors of HTML")
count("empty", NONE, markup.empty, "empty elements")
count("one-source", ANY, shape.one_source, "articles that stand on one source alone")
count("stub", ANY, shape.stubs, "articles of less than 250 words")
count("bare-heading", NONE, shape.bare_headings, "headings with nothing below them")
count("leak", 5, shape.leaks,
  "attributes of Markdown, names of icons, [source], lines to share, to subscribe, to buy")

return counters
