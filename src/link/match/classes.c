#include "link/match/match.h"

#include <math.h>

struct context_class match_class_of(const struct match *match, const struct use *use)
{
    const struct index_phrase *phrase = &match->index->phrases[use->phrase];
    const struct index_target *targets = match->index->targets + phrase->first_target;
    size_t count = index_clip(match->index, SECTION_TARGETS, phrase->first_target, phrase->target_count);
    struct context_class class = {.title_kind = TITLE_NONE};
    for (size_t i = 0; i < count; i++) {
        uint32_t kind = index_title_kind(&targets[i]);
        class.is_ambiguous = kind == class.title_kind || (kind > class.title_kind && class.is_ambiguous);
        class.title_kind = kind < class.title_kind ? kind : class.title_kind;
    }
    class.linked = phrase_count(phrase, PHRASE_LINKED);
    class.held = larger(phrase_count(phrase, PHRASE_FREE) - use->own_linking, 0);
    return class;
}

/* They lean on each other from the coarse to the fine. */
void match_find_class_rates(const struct match *match, const uint64_t *keys, struct use *use)
{
    static const float weight = 3;
    float guess = match->site_rate;
    for (int i = CONTEXT_CLASS_NAME; i <= CONTEXT_CLASS_LETTERS; i++) {
        const struct index_context *context = match_context(match, i, keys[i]);
        float held = context ? count_values[context->expected] / CONTEXT_UNITS : 0;
        float linked = context ? count_values[context->linked] : 0;
        guess = use->context_odds[i] = (linked + guess * weight) / (larger(held, linked) + weight);
    }
}
