/* What is said in a film, as an article that follows it. */
#include "write/video/video.h"

#include "write/types/types.h"

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_VIDEO, ARTICLE_SECTIONS};

const struct article_type type_video = {
    .name = "video_site_video",
    .bit = TYPE_VIDEO,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .needs = NEEDS_CAPTIONS,
    .plan = video_plan,
    .compose = video_compose,
    .section = video_section,
    .fill = video_fill,
};
