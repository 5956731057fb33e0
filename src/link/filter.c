#include "link/lexer/lexer.h"
#include "link/link.h"
#include "text/html/html.h"

#include <stdlib.h>

/*
 * What is held is looked at when it has reached this size, then each time it has grown by half. The sizes do not depend
 * on the pieces, and all looks together cost three times as much as the last.
 */
enum { FIRST_LOOK = 16 * 1024 };

enum filter_state {
    HOLDS,  /* what comes is held back */
    STOPS,  /* what is held goes on with the next call, unlinked */
    PASSES, /* everything has gone on, and what comes goes on at once */
};

struct link_filter {
    const struct link_index *index;
    struct link_options options;
    size_t max_bytes;
    size_t next_look; /* size of what is held */
    enum filter_state state;
    struct buf held;
    struct arena *arena; /* the linked content that went on last */
    size_t links;
};

struct link_filter *link_filter_new(const struct link_index *index, const struct link_options *options,
                                    size_t max_bytes)
{
    struct link_filter *filter = calloc(1, sizeof *filter);
    if (!filter)
        return NULL;
    filter->index = index;
    filter->options = *options;
    filter->max_bytes = max_bytes ? max_bytes : LINK_FILTER_MAX_BYTES;
    filter->next_look = FIRST_LOOK < filter->max_bytes ? FIRST_LOOK : filter->max_bytes;
    return filter;
}

void link_filter_free(struct link_filter *filter)
{
    if (!filter)
        return;
    buf_free(&filter->held);
    arena_free(filter->arena);
    free(filter);
}

void link_filter_stop(struct link_filter *filter)
{
    if (filter->state == HOLDS)
        filter->state = STOPS;
}

size_t link_filter_links(const struct link_filter *filter)
{
    return filter->links;
}

static struct str held(const struct link_filter *filter)
{
    return (struct str){buf_text(&filter->held), filter->held.len};
}

/* --- looking at what is held --- */

/*
 * How many bytes of the first part of some content are settled: whatever follows, a lexer reads the same lexemes from
 * them. Never in the middle of a tag, a word, a character or a character reference. For Markdown see markdown_settled.
 */

/* In text without markup: to the last white space. */
static size_t settled_plain(struct str part)
{
    size_t end = part.len;
    while (end && !ascii_is_space(part.data[end - 1]))
        end--;
    return end;
}

/* In HTML: to the last white space in text or the last tag of a block element. E_MEMORY. */
static enum status settled_html(struct str part, size_t *settled, struct error *err)
{
    *settled = 0;
    struct html_tokenizer *tokenizer = html_tokenizer_new(part);
    struct html_token token;
    while (tokenizer && html_next(tokenizer, &token)) {
        bool is_tag = token.kind == HTML_START || token.kind == HTML_CLOSE;
        size_t blank = token.kind == HTML_TEXT ? settled_plain(token.data) : 0;
        if (blank)
            *settled = token.start + blank;
        else if (is_tag && !html_is_inline(token.name))
            *settled = token.start;
    }
    bool failed = !tokenizer || html_tokenizer_failed(tokenizer);
    html_tokenizer_free(tokenizer);
    return failed ? error_memory(err) : OK;
}

/* How much of what is held would be read the same whatever follows. */
static enum status find_settled(const struct link_filter *filter, size_t *settled, struct error *err)
{
    if (filter->options.format == LINK_MARKDOWN)
        *settled = markdown_settled(held(filter));
    else if (filter->options.format == LINK_TEXT)
        *settled = settled_plain(held(filter));
    else
        return settled_html(held(filter), settled, err);
    return OK;
}

/* Does the part hold all words among which links are chosen? */
static enum status has_all_words(const struct link_filter *filter, struct str part, bool *all, struct error *err)
{
    static lexer_function *const lexers[] = {
        [LINK_HTML] = lex_html, [LINK_MARKDOWN] = lex_markdown, [LINK_JSON] = lex_html, [LINK_TEXT] = lex_text};
    *all = false;
    struct arena *arena = arena_new();
    struct lexed lexed;
    if (!arena)
        return error_memory(err);
    enum status status = lexers[filter->options.format](arena, part, LINK_MAX_WORDS, NULL, &lexed, err);
    *all = !status && lexed.is_full;
    arena_free(arena);
    return status;
}

/* *ready: what is held can be linked, its first *length bytes. */
static enum status filter_look(struct link_filter *filter, size_t *length, bool *ready, struct error *err)
{
    bool is_last = filter->held.len >= filter->max_bytes;
    size_t left = filter->max_bytes - filter->held.len;
    filter->next_look += filter->next_look / 2 < left ? filter->next_look / 2 : left;
    enum status status = find_settled(filter, length, err);
    if (!status && !is_last)
        return has_all_words(filter, (struct str){held(filter).data, *length}, ready, err);
    *ready = true;
    return status;
}

/* --- linking --- */

/* Links the first bytes of what is held. The output is what is held, linked as far as that went well. */
static enum status link_held(struct link_filter *filter, size_t length, struct link_filter_output *output,
                             struct error *err)
{
    struct str all = held(filter), rest = {all.data + length, all.len - length};
    struct link_result result;
    output->pieces[0] = all;
    filter->state = PASSES;
    filter->arena = arena_new();
    if (!filter->arena)
        return error_memory(err);
    enum status status =
        link_content(filter->index, (struct str){all.data, length}, &filter->options, filter->arena, &result, err);
    if (status)
        return status;
    filter->links = result.count;
    output->pieces[0] = result.content;
    output->pieces[1] = rest;
    return OK;
}

/* Lets go of what went on with the last call. */
static void filter_forget(struct link_filter *filter)
{
    if (filter->state != PASSES)
        return;
    buf_free(&filter->held);
    arena_free(filter->arena);
    filter->arena = NULL;
}

static void pass_held(struct link_filter *filter, struct link_filter_output *output)
{
    output->pieces[0] = held(filter);
    filter->state = PASSES;
}

/* Holds the next bytes of the chunk, up to the size at which all is looked at. */
static enum status hold(struct link_filter *filter, struct str *chunk, struct link_filter_output *output,
                        struct error *err)
{
    size_t room = filter->next_look - filter->held.len, length = chunk->len < room ? chunk->len : room;
    buf_add(&filter->held, chunk->data, length);
    if (filter->held.failed) {
        pass_held(filter, output);
        return error_memory(err);
    }
    *chunk = (struct str){chunk->data + length, chunk->len - length};
    if (filter->held.len < filter->next_look)
        return OK;
    bool ready = false;
    size_t settled = 0;
    enum status status = filter_look(filter, &settled, &ready, err);
    if (status)
        pass_held(filter, output);
    return !status && ready ? link_held(filter, settled, output, err) : status;
}

enum status link_filter_write(struct link_filter *filter, struct str chunk, struct link_filter_output *output,
                              struct error *err)
{
    *output = (struct link_filter_output){0};
    enum status status = OK;
    filter_forget(filter);
    if (filter->state == STOPS)
        pass_held(filter, output);
    while (filter->state == HOLDS && chunk.len && !status)
        status = hold(filter, &chunk, output, err);
    output->pieces[2] = chunk;
    return status;
}

enum status link_filter_end(struct link_filter *filter, struct link_filter_output *output, struct error *err)
{
    *output = (struct link_filter_output){0};
    filter_forget(filter);
    if (filter->state == STOPS)
        pass_held(filter, output);
    return filter->state == HOLDS ? link_held(filter, filter->held.len, output, err) : OK;
}
