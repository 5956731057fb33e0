#include "model/builtin/phrases.h"

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
