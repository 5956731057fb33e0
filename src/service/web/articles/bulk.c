#include "service/web/articles/bulk.h"

#include "service/web/articles/keyword_table.h"
#include "service/web/articles/param_form.h"
#include "service/web/articles/request_check.h"
#include "service/web/articles/type_form.h"
#include "service/web/frame/ask.h"
#include "text/unicode.h"

#include <stdio.h>

enum { MARK_SIZE = 17 };

/* What came of a line. */
struct bulk_outcome {
    const struct keyword_row *row;
    json_t *body;           /* the request for an article */
    const char *folded;     /* its keyword, for comparing */
    const char *note;       /* what may not be meant; NULL: nothing */
    const char *article_id; /* NULL: it was not queued */
    const char *fault;      /* why not; NULL: it may be, or was */
};

/* One sending of the form. */
struct bulk {
    struct web_page *page;
    struct param_form form;
    struct keyword_table table;
    struct bulk_outcome *outcomes; /* of the rows */
    const char *fault;             /* of the whole; NULL: none */
    size_t wrong, noted, queued;
    int status;
};

/* --- what a line asks for --- */

static void bulk_add_fields(struct form *form, const struct form_field *fields, size_t count)
{
    if (count)
        memcpy(form->fields + form->count, fields, count * sizeof *fields);
    form->count += count;
}

/* The switches that the form did not show, because its type has not got them, and that are on unless it is said. */
static void add_switches(struct form *form, const struct param *table, size_t count, unsigned shown)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].type == PARAM_BOOLEAN && !(table[i].types & shown) && table[i].fallback &&
            strcmp(table[i].fallback, "true") == 0)
            form->fields[form->count++] = (struct form_field){table[i].name, "true"};
}

/* Its cells, then what was sent for all of them: the first of a name counts. False: no memory. */
static bool merge(const struct bulk *bulk, const struct keyword_row *row, struct form *merged)
{
    size_t count;
    const struct form *sent = &bulk->page->form;
    const struct param *table = params_table(&count);
    *merged = (struct form){0};
    merged->fields = ARENA_ARRAY(bulk->page->request->arena, row->count + sent->count + count, struct form_field);
    if (!merged->fields)
        return false;
    bulk_add_fields(merged, row->cells, row->count);
    bulk_add_fields(merged, sent->fields, sent->count);
    add_switches(merged, table, count, bulk->form.type->bit);
    return true;
}

static const char *fold_keyword(struct web_page *page, const json_t *body)
{
    struct buf folded = {0};
    text_fold(&folded, str_from(text_of(body, "targetKeyword")));
    const char *copy = page_printf(page, "%s", buf_text(&folded));
    page->failed = page->failed || folded.failed;
    buf_free(&folded);
    return copy;
}

/* Do they differ in the case of their keywords at most? */
static bool are_same(const struct bulk_outcome *one, const struct bulk_outcome *other)
{
    const char *name;
    json_t *value;
    if (strcmp(one->folded, other->folded) != 0 || json_object_size(one->body) != json_object_size(other->body))
        return false;
    json_object_foreach (one->body, name, value) {
        if (strcmp(name, "targetKeyword") != 0 && !json_equal(value, json_object_get(other->body, name)))
            return false;
    }
    return true;
}

/* Says which line before asks for the same article; NULL: none. */
static const char *find_same(const struct bulk *bulk, const struct bulk_outcome *outcome)
{
    for (const struct bulk_outcome *before = bulk->outcomes; before < outcome; before++)
        if (are_same(before, outcome))
            return page_printf(bulk->page, "line %zu asks for the same article", before->row->line);
    return NULL;
}

/* False: no memory. */
static bool bulk_read_row(struct bulk *bulk, struct bulk_outcome *outcome)
{
    struct form merged;
    if (!merge(bulk, outcome->row, &merged))
        return false;
    const char *name = form_value(&merged, "articleType");
    const struct param_article_type *type = param_form_type(name);
    outcome->body = param_form_read(bulk->page, &merged, type);
    append(bulk->page, bulk->page->kept, outcome->body);
    outcome->folded = fold_keyword(bulk->page, outcome->body);
    if (bulk->page->failed)
        return false;
    outcome->fault = outcome->row->fault;
    if (!outcome->fault && name[0] && strcmp(type->name, name) != 0)
        outcome->fault = page_printf(bulk->page, "There is no article type “%s”.", name);
    if (!outcome->fault)
        outcome->fault = request_check(bulk->page->request->arena, outcome->body);
    outcome->note = find_same(bulk, outcome);
    bulk->wrong += outcome->fault != NULL;
    bulk->noted += outcome->note != NULL;
    return true;
}

/* False: no memory. */
static bool bulk_read_table(struct bulk *bulk)
{
    struct error err;
    struct arena *arena = bulk->page->request->arena;
    if (keyword_table_read(arena, form_value(&bulk->page->form, "list"), &bulk->table, &err) != OK)
        return false;
    bulk->fault = bulk->table.fault;
    bulk->outcomes = ARENA_ARRAY(arena, bulk->table.count + 1, struct bulk_outcome);
    for (size_t i = 0; bulk->outcomes && !bulk->fault && i < bulk->table.count; i++) {
        bulk->outcomes[i] = (struct bulk_outcome){.row = &bulk->table.rows[i]};
        if (!bulk_read_row(bulk, &bulk->outcomes[i]))
            return false;
    }
    return bulk->outcomes != NULL;
}

/* --- queueing --- */

/* Those that would befall every line behind it. */
static bool ends_all(int status)
{
    return status == 401 || status == 402 || status == 403 || status == 429 || status >= 500;
}

/* Each has a key of its own, so that a form that is sent twice queues it once. False: those behind it must wait. */
static bool queue_one(struct bulk *bulk, struct bulk_outcome *outcome)
{
    struct api_reply reply;
    struct web_page *page = bulk->page;
    const char *key = page_printf(page, "%.64s-%zu", form_value(&page->form, "once"), outcome->row->line);
    if (ask_once(page, &reply, key, json_incref(outcome->body), "/api/articles/v2")) {
        outcome->article_id = text_of(reply.json, "articleId");
        bulk->queued++;
        return true;
    }
    const json_t *first = json_array_get(json_object_get(reply.json, "errors"), 0);
    outcome->fault = text_of(first ? first : reply.json, "detail");
    bulk->status = reply.status ? reply.status : 500;
    if (ends_all(bulk->status))
        bulk->fault = outcome->fault;
    return !bulk->fault;
}

static void queue_all(struct bulk *bulk)
{
    for (size_t i = 0; i < bulk->table.count; i++)
        if (!queue_one(bulk, &bulk->outcomes[i]))
            return;
}

/* --- the page --- */

static void write_outcome(struct web_page *page, const struct bulk_outcome *outcome)
{
    const char *keyword = text_of(outcome->body, "targetKeyword");
    markup(page->out, "<tr><th scope=\"row\">%zu</th><td data-label=\"Keyword\">", outcome->row->line);
    markup(page->out, outcome->article_id ? "<a href=\"/articles/%s\">%s</a>" : "%s%s",
           outcome->article_id ? outcome->article_id : "", keyword);
    markup(page->out, "</td><td data-label=\"Type\">%s</td>", text_of(outcome->body, "articleType"));
    if (outcome->fault)
        markup(page->out, "<td data-label=\"State\" class=\"fault\">%s</td></tr>\n", outcome->fault);
    else
        markup(page->out,
               outcome->note ? "<td data-label=\"State\">%s; %s</td></tr>\n"
                             : "<td data-label=\"State\">%s%s</td></tr>\n",
               outcome->article_id ? "queued" : "not queued yet", outcome->note);
}

static void write_outcomes(const struct bulk *bulk)
{
    struct web_page *page = bulk->page;
    if (!bulk->outcomes || !bulk->table.count || bulk->table.fault)
        return;
    buf_str(page->out, "<table class=\"stacked\"><thead><tr><th scope=\"col\">Line</th><th scope=\"col\">Keyword</th>"
                       "<th scope=\"col\">Type</th><th scope=\"col\">State</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < bulk->table.count; i++)
        write_outcome(page, &bulk->outcomes[i]);
    buf_str(page->out, "</tbody></table>");
}

/* What may not be meant is said once, before it is done. */
static void write_notes(const struct bulk *bulk)
{
    struct buf *out = bulk->page->out;
    if (bulk->table.note)
        markup(out, "<p class=\"message\" role=\"status\">%s Queue them all if they are meant so.</p>",
               bulk->table.note);
    if (bulk->noted)
        markup(
            out,
            "<p class=\"message\" role=\"status\">%zu of the lines ask%s for the same as one before. Queue them all if "
            "that is meant.</p>",
            bulk->noted, bulk->noted == 1 ? "s" : "");
}

static void write_summary(const struct bulk *bulk)
{
    struct buf *out = bulk->page->out;
    size_t count = bulk->table.count;
    if (bulk->fault)
        markup(out, "<p class=\"problem\" role=\"alert\">%s</p>", bulk->fault);
    if (bulk->queued)
        markup(out, "<p class=\"message\" role=\"status\">%zu of %zu %s queued. The others stand in the list.</p>",
               bulk->queued, count, bulk->queued == 1 ? "is" : "are");
    else if (bulk->wrong)
        markup(out, "<p class=\"problem\" role=\"alert\">Nothing was queued: %zu of %zu line%s %s wrong.</p>",
               bulk->wrong, count, count == 1 ? "" : "s", bulk->wrong == 1 ? "is" : "are");
    else if (bulk->outcomes && !bulk->fault)
        markup(out, "<p class=\"message\" role=\"status\">%zu article%s can be queued. Nothing was queued yet.</p>",
               count, count == 1 ? "" : "s");
    if (!bulk->queued && !bulk->wrong && !bulk->fault)
        write_notes(bulk);
}

/* What was sent; of what was queued in part, the lines that were not. */
static void bulk_write_list(const struct bulk *bulk)
{
    struct buf *out = bulk->page->out;
    if (!bulk->queued) {
        markup(out, "%s", form_value(&bulk->page->form, "list"));
        return;
    }
    struct str header = bulk->table.header;
    if (header.len)
        markup(out, "%s\n", page_printf(bulk->page, "%.*s", (int)header.len, header.data));
    for (size_t i = 0; i < bulk->table.count; i++) {
        struct str text = bulk->outcomes[i].row->text;
        if (!bulk->outcomes[i].article_id)
            markup(out, "%s\n", page_printf(bulk->page, "%.*s", (int)text.len, text.data));
    }
}

/* The lines of a list that was cut are others than before, and get keys of their own. */
static void write_once(const struct bulk *bulk)
{
    char fresh[UUID_LENGTH + 1];
    const char *sent = form_value(&bulk->page->form, "once");
    uuid_v7(fresh);
    markup(bulk->page->out, "<input type=\"hidden\" name=\"once\" value=\"%s\">",
           sent[0] && !bulk->queued && strcmp(form_value(&bulk->page->form, "action"), "check") == 0 ? sent : fresh);
}

/* By which the list is known again whose notes were shown. */
static void write_mark(const struct bulk *bulk, char mark[MARK_SIZE])
{
    const char *list = form_value(&bulk->page->form, "list");
    snprintf(mark, MARK_SIZE, "%016llx", (unsigned long long)hash_bytes(list, strlen(list)));
}

static void bulk_write_form(const struct bulk *bulk)
{
    char mark[MARK_SIZE];
    struct web_page *page = bulk->page;
    markup(page->out, "<form method=\"post\" action=\"/articles/bulk?articleType=%s\" data-draft=\"articles of %s\"%s>",
           bulk->form.type->name, page->request->account_id, bulk->form.sent ? " data-shown-again" : "");
    page_form_token(page);
    write_once(bulk);
    write_mark(bulk, mark);
    markup(page->out, "<input type=\"hidden\" name=\"noted\" value=\"%s\">", mark);
    buf_str(page->out,
            "<p class=\"field\"><label for=\"list\">Keywords</label><textarea id=\"list\" name=\"list\" dir=\"auto\" "
            "rows=\"12\" required aria-describedby=\"list-help\" data-takes-file>\n");
    bulk_write_list(bulk);
    markup(page->out,
           "</textarea><span class=\"help\" id=\"list-help\">One a line, %d at most. Or a table as CSV whose first "
           "line names parameters, targetKeyword among them; “|” stands between the entries of a list.</span></p>",
           KEYWORD_ROWS_MAX);
    buf_str(page->out, "<h2>For all of them</h2><p>What a line of a table says goes before this.</p>");
    param_form_write(page, &bulk->form);
    buf_str(page->out, "<p class=\"line\"><button name=\"action\" value=\"check\">Check the list</button>"
                       "<button class=\"primary\" name=\"action\" value=\"queue\">Queue them all</button></p></form>");
}

static void show_bulk(struct bulk *bulk)
{
    struct web_page *page = bulk->page;
    param_choices_ask(page, &bulk->form.choices);
    bulk->form.is_for_many = true;
    page_begin(page, "Many articles", "/articles/new");
    write_summary(bulk);
    write_outcomes(bulk);
    type_form_write(page, "/articles/bulk", bulk->form.type);
    bulk_write_form(bulk);
    page_end(page, bulk->status);
}

/* Nothing was to be noted, or it was shown of this list. */
static bool is_meant(const struct bulk *bulk)
{
    char mark[MARK_SIZE];
    write_mark(bulk, mark);
    return (!bulk->noted && !bulk->table.note) || strcmp(form_value(&bulk->page->form, "noted"), mark) == 0;
}

void bulk_show(struct request *request)
{
    struct web_page *page = page_enter(request);
    if (page && page_may(page, "POST", "/api/articles/v2"))
        show_bulk(&(struct bulk){
            .page = page, .form.type = param_form_type(form_value(&page->query, "articleType")), .status = 200});
}

void bulk_send(struct request *request)
{
    struct web_page *page = page_enter_form(request);
    struct bulk bulk = {.page = page, .status = 200};
    if (!page || !page_may(page, "POST", "/api/articles/v2"))
        return;
    bulk.form.type = param_form_type(form_value(&page->form, "articleType"));
    bulk.form.sent = &page->form;
    if (!bulk_read_table(&bulk)) {
        answer_no_memory(request);
        return;
    }
    bool is_good = !bulk.fault && !bulk.wrong;
    if (is_good && strcmp(form_value(&page->form, "action"), "queue") == 0 && is_meant(&bulk))
        queue_all(&bulk);
    else if (!is_good)
        bulk.status = 400;
    if (bulk.queued && bulk.queued == bulk.table.count)
        page_redirect(request, "/queue?done=%s", bulk.queued == 1 ? "queued" : "all-queued");
    else
        show_bulk(&bulk);
}
