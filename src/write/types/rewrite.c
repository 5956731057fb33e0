/* A page that somebody wrote, written anew: the page at articleUrl is its one source. */
#include "write/rewrite/rewrite.h"

#include "write/types/types.h"

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_SECTIONS, ARTICLE_CONCLUSION};

const struct article_type type_rewrite = {
    .name = "rewrite_blog_post",
    .bit = TYPE_REWRITE,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .needs = NEEDS_PAGE,
    .plan = rewrite_plan,
    .compose = rewrite_compose,
    .section = rewrite_section,
    .fill = rewrite_fill,
};
