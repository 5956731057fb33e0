--- All counters, in the order in which they are printed.
--
-- A counter's `find` gets a context and gives the list of what it found, as texts. `must` says that it has to be zero.
-- The context has `article` (spec.report.article), `subject` (spec.report.subject), `request`, and page(number): the
-- source of that number as its reader sees it, or nil.
local context = require "spec.report.counters.context"
local headings = require "spec.report.counters.headings"
local lists = require "spec.report.counters.lists"
local markup = require "spec.report.counters.markup"
local shape = require "spec.report.counters.shape"
local topic = require "spec.report.counters.topic"
local truth = require "spec.report.counters.truth"

local counters = {}

-- must: it has to be zero; text: what is counted.
local function count(name, must, find, text)
  counters[#counters + 1] = { name = name, must = must, find = find, text = text }
end

local MUST, MAY = true, false

count("unrelated", MUST, topic.unrelated, "written though no source speaks of the keyword")
count("off-topic", MAY, topic.off_topic,
  "sections whose heading path, here and in the source, and text do not name the subject")
count("opening", MAY, topic.opening, "first cited sentence without the subject")
count("frame-alone", MUST, topic.frames_alone, "introduction or conclusion of a frame alone")
count("title-topic", MUST, topic.title_topics, "topic of the title that is no heading")
count("dangling", MUST, context.dangling, "references to what is not there: above, Section 3, see")
count("leaning", MUST, context.leaning,
  "orphans: begins with this, however and the like without the sentence before it in the source")
count("colon", MUST, context.colons, "a colon at the end of a paragraph before no list, listing or table")
count("attribution", MUST, context.attributions, "what some people believe or say")
count("hypothesis", MUST, context.hypotheses, "suppositions and examples without what they illustrate or show")
count("denial", MUST, context.denials, "takes back what stood before it")
count("attack", MUST, context.attacks, "attacks in lists, answers, takeaways, conclusions")
count("version", MUST, context.versions, "notes on versions")
count("caption", MUST, context.captions, "captions of figures")
count("byline", MUST, context.bylines, "bylines, biographies, rights")
count("event", MUST, context.events, "events, adverts, dates")
count("person", MUST, context.first_person, "first person in introduction, takeaways, conclusion")
count("planted", MUST, context.planted, "planted instruction printed")
count("list-shorter", MUST, lists.shorter, "lists shorter than their source's")
count("list-longer", MUST, lists.longer, "lists with items of elsewhere")
count("list-number", MUST, lists.number_wrong, "lists whose announced number is wrong")
count("exponent", MUST, truth.exponents, "exponents flattened")
count("cut", MUST, truth.cut, "sentences cut in the middle")
count("verbatim", MUST, truth.not_verbatim, "cited text that its source does not have, but for what may be trimmed")
count("unread", MUST, truth.unread, "sources that the report could not read again")
count("uncited", MUST, truth.uncited, "sentences of sections and answers that no citation behind them covers")
count("recited", MUST, truth.repeated_citations, "citations repeated within a run of one source")
count("duplicate", MUST, topic.duplicates, "sentences that stand twice")
count("heading", MUST, headings.faults,
  "headings with a number, markup, a site, dots, all capitals or a small letter first")
count("stuffed", MUST, headings.stuffed, "headings with the keyword before a colon")
count("mixed-case", MAY, headings.mixed_case,
  "English headings in title case among others in sentence case, or the other way")
count("one-sentence", MUST, headings.one_sentence, "sections of one sentence and nothing else")
count("question", MUST, headings.questions, "questions malformed")
count("article", MUST, headings.articles, "a for an, an for a")
count("html", MUST, markup.counter, "errors of HTML")
count("empty", MUST, markup.empty, "empty elements")
count("one-source", MAY, shape.one_source, "articles that stand on one source alone")
count("stub", MAY, shape.stubs, "articles of less than 250 words")
count("bare-heading", MUST, shape.bare_headings, "headings with nothing below them")
count("leak", MUST, shape.leaks,
  "attributes of Markdown, names of icons, [source], lines to share, to subscribe, to buy")

return counters
