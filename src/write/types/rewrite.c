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
    .keeps_person = true,
    .whole = PROMPT_REWRITE,
    .kind_plan = PROMPT_REWRITE_PLAN,
    .kind_write = PROMPT_REWRITE_WRITE,
    .keep = rewrite_keep,
    .size = rewrite_size,
    .passages = rewrite_passages,
    .subject = rewrite_subject,
    .complete = rewrite_complete,
    .mark = rewrite_mark,
    .plan = rewrite_plan,
    .compose = rewrite_compose,
    .fill = rewrite_fill,
};
