/* A call to action: one sentence on the subject, and one that leads to the customer's page. */
#include "model/builtin/builtin.h"

enum status builtin_call(const struct builtin_brief *brief, struct str link, struct str url, struct arena *arena,
                         struct model_text *text, struct error *err)
{
    const struct phrases *phrases;
    enum status status = phrases_for(brief->language, &phrases, err);
    struct model_block *block = ARENA_NEW(arena, struct model_block);
    struct model_sentence *sentences = ARENA_ARRAY(arena, 2, struct model_sentence);
    struct str phrase = brief->keyword_phrase.len ? brief->keyword_phrase : brief->keyword;
    struct str about = brief->is_list && brief->subject.len ? brief->subject : phrase;
    size_t start = 0;
    *text = (struct model_text){0};
    if (status || !block || !sentences)
        return status ? status : error_memory(err);
    sentences[0] = sentences[1] = (struct model_sentence){.source = OWN_WORDS, .id = -1};
    status = phrases_fill(phrases->call[brief->point_of_view], about, arena, &sentences[0].text, NULL, err);
    if (!status && link.len)
        status = phrases_fill(phrases->call_link, link, arena, &sentences[1].text, &start, err);
    sentences[1].link = (struct model_link){.url = url, .start = start, .length = link.len};
    *block = (struct model_block){.sentences = sentences, .count = link.len ? 2 : 1};
    *text = (struct model_text){block, status ? 0 : 1};
    return status;
}
