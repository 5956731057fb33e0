/* Its own sentences. */
#include "model/builtin/builtin.h"

enum status phrases_for(const struct language *language, const struct phrases **phrases, struct error *err)
{
    *phrases = language ? language->phrases : NULL;
    if (*phrases)
        return OK;
    return error_set(err, E_INVALID, "model_unavailable", "the built-in writer cannot write %s",
                     language ? language->name : "a language that is not known");
}

enum status phrases_fill(const char *sentence, struct str text, struct arena *arena, struct str *filled, size_t *start,
                         struct error *err)
{
    struct str whole = str_from(sentence);
    size_t at = str_find(whole, STR("%"), 0), behind = at + (at < whole.len);
    char *copy = arena_printf(arena, "%.*s%.*s%.*s", (int)at, whole.data, at < whole.len ? (int)text.len : 0, text.data,
                              (int)(whole.len - behind), whole.data + behind);
    if (!copy)
        return error_memory(err);
    *filled = str_from(copy);
    if (start)
        *start = at;
    return OK;
}

bool phrases_fits(const char *sentence, struct str text)
{
    struct str whole = str_from(sentence);
    size_t at = str_find(whole, STR("%"), 0), behind = at + (at < whole.len);
    struct str end = {whole.data + behind, whole.len - behind};
    return text.len > at + end.len && str_starts(text, (struct str){whole.data, at}) && str_ends(text, end);
}

/* --- on what the article is about --- */

/* FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/): the same for a keyword in every process. */
static uint32_t phrases_number_of(struct str text)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * 16777619u;
    return hash;
}

static const char *phrases_choose(const char *const *variants, struct str keyword)
{
    uint32_t count = 0;
    while (variants[count])
        count++;
    return count ? variants[phrases_number_of(keyword) % count] : "%.";
}

static const char *template_of(const struct builtin_brief *brief, const struct phrases *phrases,
                               enum builtin_frame frame)
{
    if (frame == FRAME_CONCLUSION)
        return phrases_choose(phrases->conclusion[brief->point_of_view], brief->keyword);
    return phrases_choose(brief->is_explained ? phrases->explanation[brief->point_of_view]
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

/* --- a call to action --- */

enum status builtin_call(const struct builtin_brief *brief, struct str link, struct str url, struct arena *arena,
                         struct model_sentence *sentence, struct error *err)
{
    const struct phrases *phrases;
    size_t start = 0;
    enum status status = phrases_for(brief->language, &phrases, err);
    *sentence = (struct model_sentence){.source = OWN_WORDS, .id = -1};
    if (!status)
        status = phrases_fill(phrases->call_link, link, arena, &sentence->text, &start, err);
    sentence->link = (struct model_link){.url = url, .start = start, .length = link.len};
    return status;
}
