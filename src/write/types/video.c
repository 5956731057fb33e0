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
    .kind_plan = PROMPT_VIDEO_PLAN,
    .kind_write = PROMPT_VIDEO_WRITE,
    .size = video_size,
    .passages = video_passages,
    .subject = video_subject,
    .mark = video_times,
    .plan = video_plan,
    .compose = video_compose,
};
