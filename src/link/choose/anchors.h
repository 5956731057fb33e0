/*
 * Which texts may become links: by the lists of the options; none that names nothing ("click here"); and the same text
 * leads to one page alone. The links that the content has already count.
 */
#ifndef COPYDESK_LINK_CHOOSE_ANCHORS_H
#define COPYDESK_LINK_CHOOSE_ANCHORS_H

#include "base/map.h"
#include "link/choose/choose.h"

struct anchors {
    const struct choosing *choosing;
    struct arena *arena;
    struct map allowed, denied, used; /* by the caseless text */
};

/* The arena keeps all of it. False: memory ran out, here as in all that follows noted by the arena. */
bool anchors_init(struct anchors *anchors, const struct choosing *choosing, struct arena *arena);

/* Why a stretch of the content, as folded_text gives it, may not become a link to the page. */
enum link_refusal anchors_refuse(const struct anchors *anchors, struct str folded, uint32_t page);

/* Notes that it does. */
void anchors_take(struct anchors *anchors, struct str folded);

/*
 * The visible text of HTML, or of Markdown that has no markup inside: decoded, white space squeezed. data NULL: no
 * memory.
 */
struct str visible_text(struct arena *arena, struct str html);

/* The caseless form of that, by which texts are compared. data NULL: no memory. */
struct str folded_text(struct arena *arena, struct str markup);

/*
 * The visible text before and behind a choice: up to a dozen words of its paragraph at each side, in the arena. False:
 * memory ran out.
 */
bool context_of(const struct choosing *choosing, const struct choice *choice, struct arena *arena, struct str *before,
                struct str *after);

#endif
