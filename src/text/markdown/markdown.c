#include "text/markdown/markdown.h"

#include "text/html/html.h"
#include "text/markdown/markdown_parts.h"

#include <stdlib.h>

struct markdown_markdown_reader {
    struct arena *arena;
    struct blocks blocks;
    struct run run;
    int heading;      /* level of the one that is read; 0: none */
    struct grid grid; /* of the table that is read */
    size_t tables;    /* open ones, each but the first within a cell of another */
    bool is_cell;
    bool is_code;        /* in <pre>: */
    struct buf code;     /* its text */
    const char *written; /* the language of the code; NULL: unknown */
    bool is_figure;
    const char *film, *film_title; /* of a figure, until there is a link to it */
    bool is_described;             /* in <dd> */
    bool is_hidden;                /* in <title> */
    bool failed;
};

/* --- attributes --- */

/* The decoded value, in the arena; NULL when there is none. */
static const char *attribute(struct markdown_markdown_reader *reader, const struct html_token *token, struct str name)
{
    struct buf text = {0};
    struct str value = html_attribute(token, name);
    if (!value.data)
        return NULL;
    html_decode(&text, value, true);
    char *copy = text.failed ? NULL : arena_copy_n(reader->arena, buf_text(&text), text.len);
    reader->failed |= !copy;
    buf_free(&text);
    return copy;
}

/* --- blocks --- */

/* Writes the running text that was read as a block. Within a table it stays in the cell. */
static void end_run(struct markdown_markdown_reader *reader)
{
    struct run *run = &reader->run;
    if (reader->tables) {
        run_text(run, STR(" "));
        return;
    }
    if (!run_is_empty(run)) {
        blocks_begin(&reader->blocks, !reader->heading);
        if (reader->heading)
            buf_printf(reader->blocks.out, "%.*s ", reader->heading, "######");
        struct str line = {buf_text(&reader->blocks.line), reader->blocks.line.len};
        run_write(run, reader->heading ? RUN_HEADING : RUN_PARAGRAPH, line, reader->blocks.out);
        buf_char(reader->blocks.out, '\n');
    } else {
        run->count = run->depth = 0;
        buf_clear(&run->text);
    }
    reader->heading = 0;
}

static void begin_block_markdown(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    end_run(reader);
}

static void begin_heading(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    end_run(reader);
    reader->heading = reader->tables ? 0 : token->name.data[1] - '0';
}

static void begin_bullets(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    end_run(reader);
    if (!reader->tables)
        blocks_begin_list(&reader->blocks, -1);
}

static void begin_numbers(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    const char *start = attribute(reader, token, STR("start"));
    int number = start ? atoi(start) : 1;
    end_run(reader);
    if (!reader->tables)
        blocks_begin_list(&reader->blocks, number >= 0 && number <= 999999999 ? number : 1);
}

static void end_list(struct markdown_markdown_reader *reader)
{
    end_run(reader);
    if (!reader->tables)
        blocks_end(&reader->blocks, BLOCK_LIST);
}

static void end_item(struct markdown_markdown_reader *reader)
{
    end_run(reader);
    if (!reader->tables)
        blocks_end(&reader->blocks, BLOCK_ITEM);
}

static void begin_item(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    end_item(reader); /* its end tag may be left out */
    if (!reader->tables)
        blocks_begin_item(&reader->blocks);
}

static void begin_quote(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    end_run(reader);
    if (!reader->tables)
        blocks_begin_quote(&reader->blocks);
}

static void end_quote(struct markdown_markdown_reader *reader)
{
    end_run(reader);
    if (!reader->tables)
        blocks_end(&reader->blocks, BLOCK_QUOTE);
}

/* A rule of dashes at the beginning would be read as front matter. */
static void add_rule(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    end_run(reader);
    if (reader->tables)
        return;
    blocks_begin(&reader->blocks, false);
    buf_str(reader->blocks.out, "***\n");
}

/* --- terms and what is said of them: a list --- */

static void begin_term(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    begin_item(reader, token);
    reader->is_described = false;
    run_open(&reader->run, RUN_STRONG, NULL, NULL);
}

static void end_term(struct markdown_markdown_reader *reader)
{
    struct run *run = &reader->run;
    if (!run_is_empty(run) && run->text.len && run->text.data[run->text.len - 1] != ':')
        run_text(run, STR(":"));
    run_close(run, RUN_STRONG);
    run_text(run, STR(" "));
}

static void begin_description(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    run_close(&reader->run, RUN_STRONG);
    if (reader->is_described)
        run_break(&reader->run);
    reader->is_described = true;
}

/* --- code --- */

static void begin_code(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    end_run(reader);
    reader->is_code = true;
    reader->written = NULL;
}

static void begin_code_span(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    const char *class = reader->is_code ? attribute(reader, token, STR("class")) : NULL;
    if (!reader->is_code)
        run_open(&reader->run, RUN_CODE, NULL, NULL);
    if (class && str_starts(str_from(class), STR("language-")) && !strpbrk(class, "`~ \t\n\r\\&"))
        reader->written = class + strlen("language-");
}

static void end_code_span(struct markdown_markdown_reader *reader)
{
    run_close(&reader->run, RUN_CODE);
}

static void write_code(struct markdown_markdown_reader *reader, struct str code)
{
    struct buf *out = reader->blocks.out;
    struct str line;
    blocks_begin(&reader->blocks, false);
    run_fence(code, 3, out);
    buf_printf(out, "%s\n", reader->written ? reader->written : "");
    while (str_split(&code, '\n', &line)) {
        if (!line.len) {
            blocks_blank_line(&reader->blocks);
            continue;
        }
        blocks_line(&reader->blocks);
        buf_add(out, line.data, line.len);
        buf_char(out, '\n');
    }
    blocks_line(&reader->blocks);
}

/* HTML drops a line break at the beginning, and the last one ends the last line. */
static void end_code(struct markdown_markdown_reader *reader)
{
    struct str code = {buf_text(&reader->code), reader->code.len}, all;
    reader->is_code = false;
    if (code.len && code.data[0] == '\n')
        code = (struct str){code.data + 1, code.len - 1};
    if (code.len && code.data[code.len - 1] == '\n')
        code.len--;
    all = code;
    if (reader->tables && code.len) {
        run_open(&reader->run, RUN_CODE, NULL, NULL);
        run_text(&reader->run, code);
        run_close(&reader->run, RUN_CODE);
    } else if (code.len) {
        write_code(reader, code);
        run_fence(all, 3, reader->blocks.out);
        buf_char(reader->blocks.out, '\n');
    }
    reader->failed |= reader->code.failed;
    buf_clear(&reader->code);
}

/* --- tables --- */

static void begin_table(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    end_run(reader);
    if (reader->tables++ == 0)
        reader->grid = (struct grid){.arena = reader->arena};
}

static void end_cell(struct markdown_markdown_reader *reader)
{
    struct buf text = {0};
    if (reader->tables != 1 || !reader->is_cell)
        return;
    reader->is_cell = false;
    run_write(&reader->run, RUN_CELL, STR(""), &text);
    const char *kept = text.failed ? NULL : arena_copy_n(reader->arena, buf_text(&text), text.len);
    reader->failed |= !kept || !grid_add(&reader->grid, kept);
    buf_free(&text);
}

static void begin_cell(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    end_cell(reader);
    if (reader->tables != 1) {
        run_text(&reader->run, STR(" "));
        return;
    }
    reader->grid.has_head |= reader->grid.count == 0 && str_ieq(token->name, STR("th"));
    reader->is_cell = true;
}

static void begin_row(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    end_cell(reader);
    if (reader->tables == 1)
        grid_begin_row(&reader->grid);
}

static void end_table(struct markdown_markdown_reader *reader)
{
    end_cell(reader);
    if (!reader->tables || --reader->tables)
        return;
    grid_write(&reader->grid, &reader->blocks);
    end_run(reader);
}

/* It comes before the table, which is written at its end. */
static void end_caption(struct markdown_markdown_reader *reader)
{
    if (reader->tables != 1 || reader->is_cell)
        return;
    reader->tables = 0;
    end_run(reader);
    reader->tables = 1;
}

/* --- figures --- */

static void begin_figure(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    end_run(reader);
    reader->is_figure = true;
    reader->film = NULL;
}

static void add_film(struct markdown_markdown_reader *reader)
{
    if (!reader->film)
        return;
    run_open(&reader->run, RUN_LINK, reader->film, NULL);
    run_text(&reader->run, str_from(reader->film_title));
    run_close(&reader->run, RUN_LINK);
    reader->film = NULL;
}

static void end_figure(struct markdown_markdown_reader *reader)
{
    end_run(reader);
    add_film(reader);
    end_run(reader);
    reader->is_figure = false;
}

static void begin_caption(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    end_run(reader);
    run_open(&reader->run, RUN_EMPHASIS, NULL, NULL);
}

static void markdown_add_picture(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    const char *url = attribute(reader, token, STR("src")), *text = attribute(reader, token, STR("alt"));
    if (url && *url)
        run_picture(&reader->run, url, text ? text : "");
}

/* A player of a film becomes a link, but where the figure's caption has one. */
static void add_frame(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    const char *url = attribute(reader, token, STR("src")), *title = attribute(reader, token, STR("title"));
    if (!url || !*url)
        return;
    reader->film = url;
    reader->film_title = title && *title ? title : url;
    if (!reader->is_figure)
        add_film(reader);
}

/* --- what is in the running text --- */

static void begin_link(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    const char *url = attribute(reader, token, STR("href"));
    run_close(&reader->run, RUN_LINK); /* HTML has no link in a link */
    if (!url || reader->is_code)
        return;
    run_open(&reader->run, RUN_LINK, url, attribute(reader, token, STR("title")));
    reader->film = NULL;
}

static void end_link(struct markdown_markdown_reader *reader)
{
    run_close(&reader->run, RUN_LINK);
}

static void add_break(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    run_break(&reader->run);
}

static void begin_title(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    (void)token;
    reader->is_hidden = true;
}

static void end_title(struct markdown_markdown_reader *reader)
{
    reader->is_hidden = false;
}

/* Tags that mean a span alone. */
static const struct {
    const char *name;
    enum run_kind kind;
} spans[] = {{"strong", RUN_STRONG}, {"b", RUN_STRONG},    {"em", RUN_EMPHASIS}, {"i", RUN_EMPHASIS},
             {"sup", RUN_RAISED},    {"sub", RUN_LOWERED}, {"del", RUN_DELETED}, {"s", RUN_DELETED}};

/* What a start tag and an end tag do; NULL: nothing. */
static const struct {
    const char *name;
    void (*begin)(struct markdown_markdown_reader *reader, const struct html_token *token);
    void (*end)(struct markdown_markdown_reader *reader);
} tags[] = {
    {"p", begin_block_markdown, end_run},
    {"a", begin_link, end_link},
    {"li", begin_item, end_item},
    {"ul", begin_bullets, end_list},
    {"ol", begin_numbers, end_list},
    {"h1", begin_heading, end_run},
    {"h2", begin_heading, end_run},
    {"h3", begin_heading, end_run},
    {"h4", begin_heading, end_run},
    {"h5", begin_heading, end_run},
    {"h6", begin_heading, end_run},
    {"td", begin_cell, end_cell},
    {"th", begin_cell, end_cell},
    {"tr", begin_row, end_cell},
    {"table", begin_table, end_table},
    {"caption", NULL, end_caption},
    {"thead", NULL, NULL},
    {"tbody", NULL, NULL},
    {"tfoot", NULL, NULL},
    {"img", markdown_add_picture, NULL},
    {"br", add_break, NULL},
    {"hr", add_rule, NULL},
    {"figure", begin_figure, end_figure},
    {"figcaption", begin_caption, end_run},
    {"iframe", add_frame, NULL},
    {"blockquote", begin_quote, end_quote},
    {"code", begin_code_span, end_code_span},
    {"pre", begin_code, NULL},
    {"dl", begin_bullets, end_list},
    {"dt", begin_term, end_term},
    {"dd", begin_description, NULL},
    {"title", begin_title, end_title},
};

static bool read_span(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    for (size_t i = 0; i < COUNT_OF(spans); i++) {
        if (!str_ieq(token->name, str_from(spans[i].name)))
            continue;
        if (token->kind == HTML_START)
            run_open(&reader->run, spans[i].kind, NULL, NULL);
        else
            run_close(&reader->run, spans[i].kind);
        return true;
    }
    return false;
}

static void read_tag(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    if (read_span(reader, token))
        return;
    for (size_t i = 0; i < COUNT_OF(tags); i++) {
        if (!str_ieq(token->name, str_from(tags[i].name)))
            continue;
        if (token->kind == HTML_START && tags[i].begin)
            tags[i].begin(reader, token);
        else if (token->kind == HTML_CLOSE && tags[i].end)
            tags[i].end(reader);
        return;
    }
    if (!html_is_inline(token->name))
        end_run(reader);
}

static void markdown_read_text(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    struct buf text = {0};
    if (token->is_raw || reader->is_hidden)
        return;
    html_decode(reader->is_code ? &reader->code : &text, token->data, false);
    run_text(&reader->run, (struct str){buf_text(&text), text.len});
    reader->failed |= text.failed;
    buf_free(&text);
}

/* In <pre> the text counts, and the language that <code> names. */
static void read_code_tag(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    if (token->kind == HTML_CLOSE && str_ieq(token->name, STR("pre")))
        end_code(reader);
    else if (token->kind == HTML_START && str_ieq(token->name, STR("code")))
        begin_code_span(reader, token);
    else if (token->kind == HTML_START && str_ieq(token->name, STR("br")))
        buf_char(&reader->code, '\n');
}

static void markdown_read_token(struct markdown_markdown_reader *reader, const struct html_token *token)
{
    if (token->kind == HTML_TEXT)
        markdown_read_text(reader, token);
    else if (token->kind != HTML_START && token->kind != HTML_CLOSE)
        return;
    else if (reader->is_code)
        read_code_tag(reader, token);
    else
        read_tag(reader, token);
}

/* What the end of the document ends. */
static void end_all(struct markdown_markdown_reader *reader)
{
    if (reader->is_code)
        end_code(reader);
    while (reader->tables)
        end_table(reader);
    end_figure(reader);
}

bool markdown_from_html(struct buf *out, struct str html)
{
    struct markdown_markdown_reader reader = {.arena = arena_new()};
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    struct buf text = {0};
    reader.failed = !reader.arena || !tokenizer;
    reader.run.arena = reader.arena;
    blocks_open(&reader.blocks, &text);
    while (!reader.failed && !reader.run.failed && html_next(tokenizer, &token))
        markdown_read_token(&reader, &token);
    reader.failed |= reader.run.failed || (tokenizer && html_tokenizer_failed(tokenizer));
    if (!reader.failed)
        end_all(&reader);
    reader.failed |= reader.run.failed || text.failed;
    if (!reader.failed && text.len)
        buf_add(out, text.data, text.len);
    html_tokenizer_free(tokenizer);
    blocks_close(&reader.blocks);
    buf_free(&reader.run.text);
    buf_free(&reader.code);
    buf_free(&text);
    arena_free(reader.arena);
    return !reader.failed && !out->failed;
}
