/* A blog post: what the sources say on the keyword, section by section. */
#include "write/types/types.h"

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_TAKEAWAYS, ARTICLE_SECTIONS, ARTICLE_CONCLUSION,
                                          ARTICLE_QUESTIONS,    ARTICLE_CALL,      ARTICLE_SOURCES};

const struct article_type type_blog_post = {
    .name = "blog_post",
    .bit = TYPE_BLOG_POST,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .needs = NEEDS_SOURCES,
};
