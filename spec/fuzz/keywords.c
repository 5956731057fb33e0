/*
 * Any text as a list or a table of keywords, and as the lines of an outline. Rows lie in the text, one behind the
 * other, and have cells of parameters alone, each once; an outline has two levels and no empty title.
 */
#include "check.h"
#include "service/web/articles/bulk.h"
#include "service/web/articles/param_form.h"

static void check_cells(const struct keyword_row *row)
{
    size_t known;
    params_table(&known);
    check(row->count <= known, "there are more cells than parameters");
    for (size_t i = 0; i < row->count; i++) {
        check(row->cells[i].name[0] && row->cells[i].value, "a cell has no name or no value");
        for (size_t k = 0; k < i; k++)
            check(strcmp(row->cells[i].name, row->cells[k].name) != 0, "a parameter is given twice");
    }
}

static void check_table(struct arena *arena, const char *text, size_t length)
{
    struct error err;
    struct keyword_table table;
    check(keyword_table_read(arena, text, &table, &err) == OK, "a table cannot be read");
    check(table.count <= KEYWORD_ROWS_MAX, "there are too many rows");
    check(table.count > 0 || table.fault, "an empty table is no fault");
    const char *from = text;
    for (size_t i = 0; i < table.count; i++) {
        const struct keyword_row *row = &table.rows[i];
        check(row->text.len > 0 && row->text.data >= from, "a row is not behind the one before");
        check(i == 0 || row->line > table.rows[i - 1].line, "a row is not on a later line");
        from = row->text.data + row->text.len;
        check(from <= text + length, "a row is behind the end");
        check_cells(row);
    }
}

static void check_sections(const json_t *list, int level)
{
    size_t i;
    json_t *section;
    check(level <= 2 || !list, "there are more than two levels");
    json_array_foreach (list, i, section) {
        const char *title = json_string_value(json_object_get(section, "title"));
        check(title && *title, "a title is empty");
        check_sections(json_object_get(section, "subsections"), level + 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    char *text = arena_copy_n(arena, (const char *)data, size);
    size_t length = strlen(text);
    check_table(arena, text, length);
    json_t *outline = outline_read_lines(text);
    check((outline != NULL) == utf8_is_valid((struct str){text, length}), "what an outline is has another reason");
    check_sections(outline, 1);
    json_decref(outline);
    arena_free(arena);
    return 0;
}
