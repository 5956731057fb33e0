/*
 * Which texts may become links: by the lists of the options; none that names nothing ("click here"); and the same text
 * leads to one page alone. The links that the content has already count.
 */
#ifndef COPYDESK_LINK_CHOOSE_ANCHORS_H
#define COPYDESK_LINK_CHOOSE_ANCHORS_H

#include "base/map.h"
#include "link/choose/options.h"
#include "link/choose/refusal.h"
#include "link/lexer/lexer.h"
#include "text/language.h"

struct anchors {
    const struct link_options *options;
    const struct language *language; /* of the content; NULL: unknown */
    struct arena *arena;
    struct map allowed, denied, used; /* by the caseless text */
};

/* content: that of the spans. False: memory ran out. The arena keeps all of it. */
bool anchors_init(struct anchors *anchors, struct str content, const struct lexed *lexed,
                  const struct link_options *options, const struct language *language, struct arena *arena);

/* Why a stretch of the content may not become a link to a page of this title. *failed: memory ran out. */
enum link_refusal anchors_refuse(const struct anchors *anchors, struct str markup, struct str title, bool *failed);

/* Notes that it does. */
void anchors_take(struct anchors *anchors, struct str markup, bool *failed);

/*
 * The visible text of HTML, or of Markdown that has no markup inside: decoded, white space squeezed. data NULL: no
 * memory.
 */
struct str visible_text(struct arena *arena, struct str html);

/* The caseless form of that, by which texts are compared. data NULL: no memory. */
struct str folded_text(struct arena *arena, struct str markup);

#endif
