/* A call to action: the sentence that leads to the customer's page. */
#include "model/builtin/builtin.h"

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
