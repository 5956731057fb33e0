#include "service/web/articles/keyword_table.h"

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
