--- All counters, in the order in which they are printed.
--
-- A counter's `find` gets a context and gives the list of what it found, as texts. `must` says that it has to be zero.
-- The context has `article` (spec.report.article), `subject` (spec.report.subject), `request`, and page(number): the
-- source of that number as its reader sees it, or nil.
local context = require "spec.report.counters.context"
local headings = require "spec.report.counters.headings"
local lists = require "spec.report.counters.lists"
local markup = require "spec.report.counters.markup"
local topic = require "spec.report.counters.topic"
local truth = require "spec.report.counters.truth"

local counters = {
  { name = "unrelated", text = "written though no source speaks of it", find = topic.unrelated, must = true },
  { name = "off-topic", text = "sections and subsections off topic", find = topic.off_topic },
  { name = "opening", text = "first sentence without the subject", find = topic.opening },
  { name = "frame-alone", text = "introduction or conclusion of a frame alone", find = topic.frames_alone,
    must = true },
  { name = "title-topic", text = "topic of the title that is no heading", find = topic.title_topics, must = true },
  { name = "dangling", text = "references to what is not there", find = context.dangling },
  { name = "leaning", text = "leans on a sentence that is not before it", find = context.leaning },
  { name = "colon", text = "a colon before nothing", find = context.colons, must = true },
  { name = "attribution", text = "what others say", find = context.attributions },
  { name = "hypothesis", text = "suppositions and worked examples", find = context.hypotheses },
  { name = "denial", text = "takes back what stood before it", find = context.denials, must = true },
  { name = "attack", text = "attacks in lists, answers, takeaways, conclusions", find = context.attacks },
  { name = "version", text = "version notes", find = context.versions },
  { name = "caption", text = "captions", find = context.captions },
  { name = "byline", text = "bylines, biographies, rights", find = context.bylines },
  { name = "event", text = "events, adverts, dates", find = context.events },
  { name = "person", text = "first person in introduction, takeaways, conclusion", find = context.first_person },
  { name = "planted", text = "planted instruction printed", find = context.planted, must = true },
  { name = "list-shorter", text = "lists shorter than their source's", find = lists.shorter, must = true },
  { name = "list-longer", text = "lists with items of elsewhere", find = lists.longer, must = true },
  { name = "list-number", text = "lists whose announced number is wrong", find = lists.number_wrong, must = true },
  { name = "exponent", text = "exponents flattened", find = truth.exponents, must = true },
  { name = "cut", text = "sentences cut in the middle", find = truth.cut, must = true },
  { name = "verbatim", text = "cited text that its source does not have", find = truth.not_verbatim, must = true },
  { name = "unread", text = "sources that the report could not read again", find = truth.unread, must = true },
  { name = "uncited", text = "sentences of sections and answers without a source", find = truth.uncited, must = true },
  { name = "recited", text = "citations repeated within a run", find = truth.repeated_citations },
  { name = "duplicate", text = "sentences that stand twice", find = topic.duplicates, must = true },
  { name = "heading", text = "headings with a fault", find = headings.faults },
  { name = "stuffed", text = "headings with the keyword before a colon", find = headings.stuffed, must = true },
  { name = "mixed-case", text = "headings in the other letter case", find = headings.mixed_case },
  { name = "one-sentence", text = "sections of one sentence", find = headings.one_sentence },
  { name = "question", text = "questions malformed", find = headings.questions, must = true },
  { name = "article", text = "a for an, an for a", find = headings.articles, must = true },
  { name = "html", text = "errors of HTML", find = markup.counter, must = true },
  { name = "empty", text = "empty elements", find = markup.empty, must = true },
}

return counters
