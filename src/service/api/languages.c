#include "service/api/languages.h"

#include "service/http/json.h"
#include "text/language.h"

void languages_list(struct request *request)
{
    size_t count;
    const struct language *languages = language_list(&count);
    struct buf *out = &request->answer.body;
    buf_str(out, "{\"data\":[");
    for (size_t i = 0; i < count; i++) {
        buf_str(out, i ? ",{\"name\":" : "{\"name\":");
        json_text(out, languages[i].name);
        buf_str(out, ",\"tag\":");
        json_text(out, languages[i].tag);
        buf_printf(out, ",\"builtinWriter\":%s}", language_can_write(&languages[i]) ? "true" : "false");
    }
    buf_str(out, "]}");
    answer_json(request, 200);
}
