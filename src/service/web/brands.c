/* brands: whom articles are written for. */
#include "service/web/web_parts.h"

#include <stdio.h>

/* --- the list --- */

static void write_list_brands(struct web_page *page, const json_t *answer)
{
    size_t i;
    json_t *brand, *list = json_object_get(answer, "data");
    if (json_array_size(list) == 0) {
        buf_str(page->out, "<p>There are no brands yet. Articles can be written in the voice of one.</p>");
        return;
    }
    buf_str(page->out, "<ul class=\"entries\">");
    json_array_foreach (list, i, brand) {
        markup(page->out, "<li><a href=\"/brands/%s\">%s</a><span class=\"detail\">%s</span></li>",
               text_of(brand, "brandId"), text_of(brand, "name"), text_of(brand, "url"));
    }
    buf_str(page->out, "</ul>");
    listing_more(page, answer, "/brands", "More brands");
}

static void brands_write_form(struct web_page *page, const struct fields_form *form, const char *action,
                              const char *label)
{
    markup(page->out, "<form method=\"post\" action=\"%s\" class=\"narrow\">", action);
    page_form_token(page);
    fields_form_write(page, form);
    markup(page->out, "<p><button class=\"primary\">%s</button></p></form>", label);
}

static void show_list(struct web_page *page, const struct fields_form *form, int status)
{
    struct api_reply reply;
    if (!listing_ask(page, &reply, "/api/brands")) {
        page_problem(page);
        return;
    }
    page_begin(page, "Brands", "/brands");
    write_list_brands(page, reply.json);
    buf_str(page->out, "<h2>New brand</h2>");
    brands_write_form(page, form, "/brands", "Make a brand");
    page_end(page, status);
}

void brand_pages_list(struct request *request)
{
    struct web_page *page = page_enter(request);
    if (page)
        show_list(page, &(struct fields_form){.fields = &brand_fields}, 200);
}

void brand_pages_create(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    struct fields_form form = {.fields = &brand_fields};
    if (!page)
        return;
    if (ask(page, &reply, "POST", fields_form_read(page, &form), "/api/brands")) {
        page_redirect(request, "/brands/%s?done=made", text_of(reply.json, "brandId"));
        return;
    }
    form.sent = &page->form;
    form.problem = reply.json;
    show_list(page, &form, reply.status);
}

/* --- one of them --- */

static void show_brand(struct web_page *page, const struct fields_form *form, int status)
{
    char action[80];
    snprintf(action, sizeof action, "/brands/%.40s", page->request->id);
    page_begin(page, "Brand", "/brands");
    brands_write_form(page, form, action, "Save");
    buf_str(page->out, "<h2>Delete</h2>");
    page_ask_first(page, &(struct page_deed){page_printf(page, "%s/delete", action), "Delete", "this brand",
                                             "Articles that were written for it stay.", NULL});
    page_end(page, status);
}

void brand_pages_show(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter(request);
    if (!page)
        return;
    if (ask(page, &reply, "GET", NULL, "/api/brands/%s", request->id))
        show_brand(page, &(struct fields_form){.fields = &brand_change_fields, .values = reply.json}, 200);
    else
        page_problem(page);
}

void brand_pages_change(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    struct fields_form form = {.fields = &brand_change_fields};
    if (!page)
        return;
    if (ask(page, &reply, "PATCH", fields_form_read(page, &form), "/api/brands/%s", request->id)) {
        page_redirect(request, "/brands/%s?done=saved", request->id);
        return;
    }
    form.sent = &page->form;
    form.problem = reply.json;
    if (reply.status == 400)
        show_brand(page, &form, reply.status);
    else
        page_problem(page);
}

void brand_pages_delete(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    if (ask(page, &reply, "DELETE", NULL, "/api/brands/%s", request->id))
        page_redirect(request, "/brands?done=brand-deleted");
    else
        page_problem(page);
}
