/*
 * text: what is known about written language and markup, without any I/O.
 *
 *   unicode.h     UTF-8 decoded, case folding
 *   language.h    the table of languages, and all that is known of each
 *   words.h       words with byte spans, stems; words looked up in short lists
 *   word_forms.h  folded forms and stems of words
 *   vocabulary.h  stems as numbers
 *   discourse.h   words that speak of the text itself, for each language
 *   sentence.h    sentences with byte spans
 *   shingles.h    do two texts say the same?
 *   pattern.h     phrases found among words
 *   span.h        marks on parts of a text: code, emphasis, raised letters
 *   url.h         URLs parsed, resolved and normalised (RFC 3986)
 *   date.h        dates as pages, feeds and services write them
 *   country.h     countries by name and code
 *   escape.h      text made safe for HTML and attributes; slugs, base64
 *
 * On it stand text/html, HTML tokens with byte spans, and text/markdown, HTML as Markdown.
 *
 * All input is bytes; what is not valid UTF-8 is treated as U+FFFD and never refused, unless a function says so.
 * Results live in the arena that the caller gives, and that notes it where memory ran out (arena_failed): what was
 * asked for is empty then. Nothing is shared between threads but constant tables.
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
