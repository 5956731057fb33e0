#include "service/web/articles/bulk.h"

#include "service/web/articles/param_form.h"
#include "write/types/types.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

static const char separators[] = ",;\t"; /* of cells */

/* A reading of the text. */
struct keyword_table_reader {
    struct arena *arena;
    struct str rest;
    size_t line; /* at which the rest begins */
    char separator;
};

/* The cells of one line, or of several where a quoted cell holds their ends. */
struct record {
    size_t line;
    struct str text;
    const char **cells;
    size_t count, room;
    bool is_unclosed; /* a quotation mark */
};

/* --- cells --- */

static bool add_cell(struct keyword_table_reader *reader, struct record *record, const char *cell)
{
    if (record->count == record->room) {
        size_t room = record->room ? 2 * record->room : 8;
        const char **cells = ARENA_ARRAY(reader->arena, room, const char *);
        if (!cells)
            return false;
        if (record->count)
            memcpy(cells, record->cells, record->count * sizeof *cells);
        record->cells = cells;
        record->room = room;
    }
    record->cells[record->count++] = cell;
    return cell != NULL;
}

static void pass(struct keyword_table_reader *reader, size_t length)
{
    for (size_t i = 0; i < length; i++)
        reader->line += reader->rest.data[i] == '\n';
    reader->rest.data += length;
    reader->rest.len -= length;
}

/* Up to the closing quote, or to the end of the text when there is none. Two quotes stand for one. */
static size_t quoted_length(struct str text)
{
    size_t at = 0;
    while (at < text.len && (text.data[at] != '"' || (at + 1 < text.len && text.data[at + 1] == '"')))
        at += text.data[at] == '"' ? 2 : 1;
    return at;
}

/* Behind the opening quote. */
static const char *read_quoted(struct keyword_table_reader *reader, struct record *record)
{
    size_t length = quoted_length(reader->rest);
    char *cell = arena_copy_n(reader->arena, reader->rest.data, length), *to = cell;
    for (size_t i = 0; cell && i < length; i++) {
        *to++ = cell[i];
        i += cell[i] == '"';
    }
    if (cell)
        *to = '\0';
    record->is_unclosed = record->is_unclosed || length == reader->rest.len;
    pass(reader, length + (length < reader->rest.len));
    return cell;
}

static size_t plain_length(const struct keyword_table_reader *reader)
{
    size_t length = 0;
    while (length < reader->rest.len && reader->rest.data[length] != '\n' &&
           (!reader->separator || reader->rest.data[length] != reader->separator))
        length++;
    return length;
}

static const char *read_plain(struct keyword_table_reader *reader)
{
    struct str cell = str_trim((struct str){reader->rest.data, plain_length(reader)});
    pass(reader, plain_length(reader));
    return arena_copy_n(reader->arena, cell.data, cell.len);
}

static void pass_spaces(struct keyword_table_reader *reader)
{
    while (reader->rest.len && (reader->rest.data[0] == ' ' || reader->rest.data[0] == '\r'))
        pass(reader, 1);
}

/* False: no memory. */
static bool read_record(struct keyword_table_reader *reader, struct record *record)
{
    const char *from = reader->rest.data;
    *record = (struct record){.line = reader->line};
    for (;;) {
        pass_spaces(reader);
        bool is_quoted = reader->separator && reader->rest.len && reader->rest.data[0] == '"';
        if (is_quoted)
            pass(reader, 1);
        if (!add_cell(reader, record, is_quoted ? read_quoted(reader, record) : read_plain(reader)))
            return false;
        if (is_quoted)
            pass(reader, plain_length(reader)); /* what stands behind the closing quote belongs to no cell */
        if (!reader->separator || !reader->rest.len || reader->rest.data[0] != reader->separator)
            break;
        pass(reader, 1);
    }
    record->text = str_trim((struct str){from, (size_t)(reader->rest.data - from)});
    if (reader->rest.len)
        pass(reader, 1);
    return true;
}

/* --- the first line --- */

/* Is it a table's? *record: its cells. False also when memory runs out, which what is read next finds out. */
static bool read_header(struct keyword_table_reader *reader, struct record *record)
{
    for (size_t i = 0; separators[i]; i++) {
        struct keyword_table_reader attempt = *reader;
        attempt.separator = separators[i];
        if (!read_record(&attempt, record))
            return false;
        for (size_t k = 0; k < record->count; k++) {
            if (strcmp(record->cells[k], "targetKeyword") == 0) {
                *reader = attempt;
                return true;
            }
        }
    }
    return false;
}

/* Is it the head of columns that are called as people do? */
static bool names_keywords(struct str line)
{
    static const char *const names[] = {"keyword",        "keywords",      "main keyword", "target keyword",
                                        "target_keyword", "targetkeyword", "search term"};
    for (size_t from = 0, at = 0; at <= line.len; at++) {
        if (at < line.len && !strchr(separators, line.data[at]))
            continue;
        struct str cell = str_trim((struct str){line.data + from, at - from});
        for (size_t n = 0; n < COUNT_OF(names); n++)
            if (str_ieq(cell, str_from(names[n])))
                return true;
        from = at + 1;
    }
    return false;
}

/* Has each of several lines the separator as often as the others, as in a table? */
static bool is_in_columns(struct str text, char separator)
{
    struct str line;
    size_t lines = 0, columns = 0;
    while (str_split(&text, '\n', &line)) {
        size_t found = 1;
        line = str_trim(line);
        if (!line.len)
            continue;
        for (size_t i = 0; i < line.len; i++)
            found += line.data[i] == separator;
        if (found == 1 || (lines++ && found != columns))
            return false;
        columns = found;
    }
    return lines > 1;
}

/* Why what is taken as a list of keywords may be a table; NULL: it is none. */
static const char *doubt(struct str text)
{
    struct str rest = str_trim(text), first = {0};
    if (str_split(&rest, '\n', &first) && names_keywords(first))
        return "The first line looks like the head of a table, and is taken as a keyword: of a table it names "
               "parameters, “targetKeyword” among them.";
    for (size_t i = 0; separators[i]; i++)
        if (is_in_columns(text, separators[i]))
            return "The lines look like those of a table, and each is taken as one keyword: of a table the first line "
                   "names parameters, “targetKeyword” among them.";
    return NULL;
}

/* NULL: all columns name parameters, each once. */
static const char *fault_of_header(struct arena *arena, const struct record *header)
{
    for (size_t i = 0; i < header->count; i++) {
        if (!params_find(header->cells[i]))
            return arena_printf(arena, "The first line names a column “%s”, and there is no such parameter.",
                                header->cells[i]);
        for (size_t k = 0; k < i; k++)
            if (strcmp(header->cells[i], header->cells[k]) == 0)
                return arena_printf(arena, "The first line names the column “%s” twice.", header->cells[i]);
    }
    return NULL;
}

/* --- rows --- */

/* As a form would send it: a switch that is off is empty. NULL: it is neither on nor off. */
static const char *value_of_switch(const char *text)
{
    static const char *const words[] = {"true", "yes", "1", "false", "no", "0"};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strcasecmp(text, words[i]) == 0)
            return i < COUNT_OF(words) / 2 ? "true" : "";
    return NULL;
}

static const char *keyword_table_value_of(struct arena *arena, const struct param *param, const char *text)
{
    if (param->type == PARAM_BOOLEAN)
        return value_of_switch(text);
    char *copy = param->type == PARAM_STRINGS ? arena_copy(arena, text) : NULL;
    for (char *at = copy; at && *at; at++)
        if (*at == '|')
            *at = '\n';
    return copy ? copy : text;
}

/* False: no memory. */
static bool fill_row(struct keyword_table_reader *reader, const struct record *header, const struct record *record,
                     struct keyword_row *row)
{
    struct arena *arena = reader->arena;
    *row = (struct keyword_row){.line = record->line, .text = record->text};
    row->cells = ARENA_ARRAY(arena, header->count, struct form_field);
    if (!row->cells)
        return false;
    if (record->count > header->count)
        row->fault = arena_printf(arena, "There are %zu cells, and %zu columns.", record->count, header->count);
    if (record->is_unclosed)
        row->fault = "A quotation mark is not closed.";
    for (size_t i = 0; i < record->count && i < header->count; i++) {
        const struct param *param = params_find(header->cells[i]);
        if (!param || !record->cells[i][0])
            continue;
        const char *value = keyword_table_value_of(arena, param, record->cells[i]);
        if (value)
            row->cells[row->count++] = (struct form_field){param->name, value};
        else if (!row->fault)
            row->fault = arena_printf(arena, "%s must be true or false.", param->name);
    }
    return true;
}

static bool keyword_table_is_empty(const struct record *record)
{
    return record->text.len == 0;
}

enum status keyword_table_read(struct arena *arena, const char *text, struct keyword_table *table, struct error *err)
{
    static const char *keyword = "targetKeyword";
    struct record header = {0}, record;
    struct keyword_table_reader reader = {.arena = arena, .rest = str_from(text), .line = 1};
    *table = (struct keyword_table){0};
    if (str_starts(reader.rest, STR("\xEF\xBB\xBF")))
        pass(&reader, 3); /* a byte order mark */
    if (read_header(&reader, &header)) {
        table->header = header.text;
        table->fault = fault_of_header(arena, &header);
    } else {
        header = (struct record){.cells = &keyword, .count = 1};
        table->note = doubt(reader.rest);
    }
    if (table->fault) /* columns are as many as a hostile text has commas: none of their rows is kept */
        return OK;
    table->rows = ARENA_ARRAY(arena, KEYWORD_ROWS_MAX, struct keyword_row);
    if (!table->rows)
        return error_memory(err);
    while (reader.rest.len && table->count < KEYWORD_ROWS_MAX) {
        if (!read_record(&reader, &record))
            return error_memory(err);
        if (!keyword_table_is_empty(&record) && !fill_row(&reader, &header, &record, &table->rows[table->count++]))
            return error_memory(err);
    }
    if (str_trim(reader.rest).len)
        table->fault = arena_printf(arena, "There are more than %d articles: send them in parts.", KEYWORD_ROWS_MAX);
    else if (table->count == 0)
        table->fault = "There are no keywords.";
    return OK;
}

static const char *request_check_join(struct arena *arena, const struct params *params)
{
    struct buf text = {0};
    for (size_t i = 0; i < params->fault_count; i++)
        buf_printf(&text, i ? " %s" : "%s", params->faults[i].detail);
    const char *copy = text.failed ? NULL : arena_copy(arena, buf_text(&text));
    buf_free(&text);
    return copy ? copy : "There is not enough memory to say what is wrong.";
}

/* All that is wrong with it, as sentences in the arena; NULL: nothing. What only the service knows (whether a brand is
 * there, what is left of the plan) is not looked at. */
static const char *request_check(struct arena *arena, const json_t *body)
{
    struct error err = {.status = OK};
    struct params params = {0};
    const struct params_terms terms = {.engine = 2, .writable = article_types_writable()};
    enum status status = params_read(arena, body, &terms, &params, &err);
    json_decref(params.config);
    json_decref(params.notes);
    if (!status)
        return NULL;
    if (params.fault_count)
        return request_check_join(arena, &params);
    const char *copy = arena_copy(arena, err.message);
    return copy ? copy : "There is not enough memory to check it.";
}

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
    if (keyword_table_read(arena, form_value(&bulk->page->form, "list"), &bulk->table, &err))
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
