#include "write/sources/stored.h"

#include "write/writing/article_type.h"

enum { SOURCES_VERSION = 6 };

enum status stored_find(struct writing *writing, json_t **value)
{
    return step_load(writing, "sources", SOURCES_VERSION, value);
}

static json_t *questions_json(const struct found *found)
{
    json_t *list = json_array();
    bool ok = list;
    for (size_t i = 0; i < found->question_count && ok; i++)
        ok = json_array_append_new(list, json_stringn(found->questions[i].data, found->questions[i].len)) == 0;
    if (ok)
        return list;
    json_decref(list);
    return NULL;
}

enum status stored_save(struct writing *writing, const struct found *found, int64_t began, json_t **value)
{
    json_t *pages = json_array();
    bool ok = pages;
    for (size_t i = 0; i < found->count && ok; i++)
        ok = json_array_append_new(pages, stored_page_json(&found->pages[i])) == 0 &&
             (!(writing->type->needs & NEEDS_PAGE) || stored_page_add_own(json_array_get(pages, i), &found->pages[i]));
    json_t *collection = ok ? stored_collection_json(&found->hits.collection) : NULL;
    json_t *questions = collection ? questions_json(found) : NULL;
    *value = questions
                 ? json_pack("{s:O,s:O,s:O,s:O,s:O,s:O}", "pages", pages, "notes", writing->notes, "run", writing->run,
                             "searches", writing->searches, "questions", questions, "collection", collection)
                 : NULL;
    json_decref(questions);
    json_decref(collection);
    json_decref(pages);
    return *value ? step_save(writing, "sources", SOURCES_VERSION, began, *value) : error_memory(writing->err);
}

/* What the customer says of its brand, as a page; it stands behind the others. */
static enum status add_brand_page(struct writing *writing)
{
    const struct writing_brand *brand = &writing->brand;
    struct page *page = &writing->pages[writing->page_count];
    struct error problem;
    writing->has_brand_page = false;
    if (!writing->type->draws_on_brand || !brand->name.len || !(brand->knowledge.len + brand->description.len))
        return OK;
    char *url = arena_copy_n(writing->research, brand->url.len ? brand->url.data : brand->name.data,
                             brand->url.len ? brand->url.len : brand->name.len);
    char *text = arena_printf(writing->research, "# %.*s\n\n%.*s\n\n%.*s\n", STR_ARG(brand->name),
                              STR_ARG(brand->description), STR_ARG(brand->knowledge));
    if (!url || !text)
        return error_memory(writing->err);
    enum status status = page_read(writing->research, str_from(text), PAGE_MARKDOWN, "utf-8", url, page, &problem);
    if (status == E_MEMORY)
        return error_memory(writing->err);
    if (status || !page->count)
        return OK; /* the store bounds these texts: they can be read, or say nothing */
    writing->page_count++;
    writing->has_brand_page = true;
    return OK;
}

/* What people ask lives as long as the article. */
static enum status load_questions(struct writing *writing, const json_t *list)
{
    writing->questions = ARENA_ARRAY(writing->arena, json_array_size(list) + 1, struct str);
    writing->question_count = 0;
    if (!writing->questions)
        return error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *text = json_array_get(list, i);
        const char *copy = arena_copy_n(writing->arena, json_string_value(text), json_string_length(text));
        if (!copy)
            return error_memory(writing->err);
        writing->questions[writing->question_count++] = (struct str){copy, json_string_length(text)};
    }
    return OK;
}

/* Reads the pages from the stored step even when this attempt made it, so that a resumed article has the same
 * sources. */
enum status stored_load(struct writing *writing, const json_t *value)
{
    const json_t *pages = json_object_get(value, "pages"), *notes = json_object_get(value, "notes");
    writing->page_count = 0;
    writing->pages = ARENA_ARRAY(writing->research, json_array_size(pages) + 2, struct page);
    enum status status = writing->pages ? OK : error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(pages) && !status; i++)
        status = stored_page_load(writing->research, json_array_get(pages, i), &writing->pages[writing->page_count++],
                                  writing->err);
    if (!status)
        status = stored_collection_load(writing->research, json_object_get(value, "collection"), &writing->collection,
                                        writing->err);
    if (!status)
        status = load_questions(writing, json_object_get(value, "questions"));
    if (!status)
        status = add_brand_page(writing);
    for (size_t i = 0; i < json_array_size(notes) && !status; i++)
        status = writing_note(writing, "%s", json_string_value(json_array_get(notes, i)));
    return status;
}
