#include "service/web/articles/type_form.h"

#include <ctype.h>

/* "Blog post" of "blog_post". */
static void type_form_write_name(struct buf *out, const char *name)
{
    buf_char(out, (char)toupper((unsigned char)*name));
    for (const char *at = name + 1; *at; at++)
        buf_char(out, (char)(*at == '_' ? ' ' : *at));
}

void type_form_write(struct web_page *page, const char *path, const struct param_article_type *now)
{
    size_t count;
    const struct param_article_type *types = params_article_types(&count);
    markup(page->out,
           "<form method=\"get\" action=\"%s\" class=\"line\"><label for=\"articleType\">Article type</label>"
           "<select id=\"articleType\" name=\"articleType\">",
           path);
    for (size_t i = 0; i < count; i++) {
        markup(page->out, "<option value=\"%s\"%s>", types[i].name, &types[i] == now ? " selected" : "");
        type_form_write_name(page->out, types[i].name);
        buf_str(page->out, "</option>");
    }
    buf_str(page->out, "</select><button>Choose</button><noscript><span class=\"help\">Choose it first: the form of "
                       "another type is empty.</span></noscript></form>");
}
