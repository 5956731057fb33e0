/*
 * Where in the content no link is made, besides links, headings, code and the like, which the lexer knows itself: in
 * the elements and at the start, as the options say, and in the content's own list of sources.
 */
#ifndef COPYDESK_LINK_CHOOSE_CLOSED_H
#define COPYDESK_LINK_CHOOSE_CLOSED_H

#include "link/choose/options.h"
#include "link/lexer/lexer.h"
#include "text/language.h"

/*
 * What the lexer is to exclude: elements of exclude_tags and exclude_classes, and those whose class or id calls them
 * references, sources, footnotes or the like. The options must live as long as it is used.
 */
struct lexer_exclusion closed_elements(const struct link_options *options);

/*
 * Blocks, of what was lexed, the first skip_words words; the lists under a heading such as "Sources"; and the elements
 * of exclude_tags that Markdown has signs for: blockquote, lists and their items, tables and their cells, em and
 * strong. language: of the content; NULL: unknown. E_MEMORY.
 */
enum status close_places(struct lexed *lexed, const struct link_options *options, const struct language *language,
                         struct arena *arena, struct error *err);

#endif
