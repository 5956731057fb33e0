#include "link/choose/context.h"

#include "link/choose/anchors.h"

enum { AROUND = 12 }; /* lexemes that are no signs */

static bool counts(const struct lexeme *lexeme)
{
    return lexeme->kind != LEXEME_SIGN;
}

/* Where the text begins that stands before lexeme `first`. */
static size_t start_before(const struct lexed *lexed, size_t first)
{
    size_t at = first;
    for (size_t words = 0; at > 0 && lexed->lexemes[at - 1].paragraph == lexed->lexemes[first].paragraph; at--) {
        words += counts(&lexed->lexemes[at - 1]);
        if (words > AROUND)
            break;
    }
    return lexed->lexemes[at].start;
}

/* Where it ends behind lexeme `last` - 1. */
static size_t end_behind(const struct lexed *lexed, size_t last)
{
    size_t at = last;
    for (size_t words = 0; at < lexed->count && lexed->lexemes[at].paragraph == lexed->lexemes[last - 1].paragraph;
         at++) {
        words += counts(&lexed->lexemes[at]);
        if (words > AROUND)
            break;
    }
    return lexed->lexemes[at - 1].end;
}

/* The visible text of a part of the content, which may be empty. */
static struct str visible_part(const struct choosing *choosing, struct arena *arena, size_t start, size_t end)
{
    if (start >= end)
        return STR("");
    return visible_text(arena, (struct str){choosing->content.data + start, end - start});
}

bool context_of(const struct choosing *choosing, const struct choice *choice, struct arena *arena, struct str *before,
                struct str *after)
{
    const struct candidate *candidate = choice->candidate;
    size_t start = start_before(choosing->lexed, candidate->first), end = end_behind(choosing->lexed, candidate->last);
    *before = visible_part(choosing, arena, start, choice->start);
    *after = visible_part(choosing, arena, choice->end, end);
    return before->data && after->data;
}
