#include "model/builtin/phrases.h"

enum status phrases_for(const struct language *language, const struct phrases **phrases, struct error *err)
{
    *phrases = language ? language->phrases : NULL;
    if (*phrases)
        return OK;
    return error_set(err, E_INVALID, "model_unavailable", "the built-in writer cannot write %s",
                     language ? language->name : "a language that is not known");
}
