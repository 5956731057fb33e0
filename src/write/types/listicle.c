/* A listicle: numbered items of one kind, and what helps to choose among them. */
#include "write/lists/lists.h"
#include "write/types/types.h"

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_SECTIONS, ARTICLE_CALL, ARTICLE_SOURCES};

const struct article_type type_listicle = {
    .name = "listicle",
    .bit = TYPE_LISTICLE,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .needs = NEEDS_SOURCES,
    .kind_plan = PROMPT_LISTICLE_PLAN,
    .kind_write = PROMPT_LISTICLE_WRITE,
    .size = list_size,
    .is_list = true,
    .plan = list_plan_from_sources,
};
