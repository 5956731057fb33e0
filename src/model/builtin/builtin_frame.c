/* Its own sentences on what the article is about. */
#include "model/builtin/builtin.h"

/* FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/): the same for a keyword in every process. */
static uint32_t number_of(struct str text)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 16777619u;
    return hash;
}

static const char *choose(const char *const *variants, struct str keyword)
{
    uint32_t count = 0;
    while (variants[count])
        count++;
    return count ? variants[number_of(keyword) % count] : "%.";
}

static const char *template_of(const struct builtin_brief *brief, const struct phrases *phrases,
                               enum builtin_frame frame)
{
    if (frame == FRAME_CONCLUSION)
        return choose(phrases->conclusion[brief->point_of_view], brief->keyword);
    return choose(brief->is_explained ? phrases->explanation[brief->point_of_view]
                                      : phrases->introduction[brief->point_of_view],
                  brief->keyword);
}

enum status builtin_frame(const struct builtin_brief *brief, enum builtin_frame frame, struct arena *arena,
                          struct model_sentence *sentence, struct error *err)
{
    const struct phrases *phrases;
    enum status status = phrases_for(brief->language, &phrases, err);
    *sentence = (struct model_sentence){.source = OWN_WORDS, .id = -1};
    if (status)
        return status;
    struct str about = brief->keyword_phrase.len ? brief->keyword_phrase : brief->keyword;
    return phrases_fill(template_of(brief, phrases, frame), about, arena, &sentence->text, NULL, err);
}

enum status builtin_end_introduction(const struct builtin_brief *brief, struct arena *arena, struct model_text *text,
                                     struct error *err)
{
    if (brief->is_list && language_can_write(brief->language))
        return OK; /* its title says what it lists */
    size_t count = text->count ? text->blocks[0].count : 0;
    struct model_sentence *sentences = ARENA_ARRAY(arena, count + 1, struct model_sentence);
    struct model_block *blocks = text->count ? text->blocks : ARENA_ARRAY(arena, 1, struct model_block);
    if (!sentences || !blocks)
        return error_memory(err);
    if (count)
        memcpy(sentences, blocks[0].sentences, count * sizeof *sentences);
    enum status status = builtin_frame(brief, FRAME_INTRODUCTION, arena, &sentences[count], err);
    if (status)
        return status;
    blocks[0].sentences = sentences;
    blocks[0].count = count + 1;
    text->blocks = blocks;
    text->count += !text->count;
    return OK;
}
