/*
 * text: what is known about written language and markup, without any I/O.
 *
 *   unicode.h   UTF-8 checked and decoded, case folding
 *   language.h  the table of languages, and all that is known of each
 *   words.h     words with byte spans, stems
 *   word_spans.h where words stand, word_room.h room for their bytes: parts of words.h
 *   word_forms.h folded forms and stems of words
 *   vocabulary.h stems as numbers
 *   word_list.h words looked up in short lists
 *   discourse.h words that speak of the text itself, for each language
 *   sentence.h  sentences with byte spans
 *   shingles.h  do two texts say the same?
 *   pattern.h   phrases found among words
 *   span.h      marks on parts of a text: code, emphasis, raised letters
 *   url.h       URLs parsed, resolved and normalised (RFC 3986)
 *   date.h      dates as pages, feeds and services write them
 *   escape.h    text made safe for HTML and attributes; slugs
 *
 * HTML tokens with byte spans (WHATWG tokenizer) stand on it, in a folder of their own, html/html.h, dates and
 * countries in values/values.h, and HTML as Markdown in markdown/markdown.h.
 *
 * All input is bytes; what is not valid UTF-8 is treated as U+FFFD and never refused, unless a function says so.
 * Results live in the arena that the caller gives. Nothing is shared between threads but constant tables.
 */
#ifndef COPYDESK_TEXT_TEXT_H
#define COPYDESK_TEXT_TEXT_H

#include "text/country.h"
#include "text/date.h"
#include "text/discourse.h"
#include "text/escape.h"
#include "text/language.h"
#include "text/pattern.h"
#include "text/sentence.h"
#include "text/shingles.h"
#include "text/span.h"
#include "text/unicode.h"
#include "text/url.h"
#include "text/vocabulary.h"
#include "text/word_forms.h"
#include "text/words.h"

#endif
