#include "write/writing/document/document.h"

#include "base/vec.h"

static void document_append(struct document *document, struct document_node node)
{
    struct document_node *nodes =
        vec_room(document->arena, document->nodes, document->count, &document->cap, sizeof node);
    document->failed = document->failed || !nodes;
    if (document->failed)
        return;
    document->nodes = nodes;
    document->nodes[document->count++] = node;
}

void document_heading(struct document *document, int level, struct str text)
{
    document_append(document, (struct document_node){.kind = NODE_HEADING, .level = level, .text = text});
}

void document_label(struct document *document, const char *text)
{
    document_append(document, (struct document_node){.kind = NODE_LABEL, .text = str_from(text)});
}

void document_text(struct document *document, const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        if (text->blocks[i].count || text->blocks[i].kind == TEXT_CODE || text->blocks[i].picture)
            document_append(document, (struct document_node){.kind = NODE_BLOCK, .block = text->blocks[i]});
}

void document_sources(struct document *document, const char *label)
{
    document_append(document, (struct document_node){.kind = NODE_SOURCES, .text = str_from(label)});
}

void document_facts(struct document *document, const struct document_fact *facts, size_t count)
{
    if (count)
        document_append(document, (struct document_node){.kind = NODE_FACTS, .facts = facts, .fact_count = count});
}

void document_figure(struct document *document, const struct document_figure *figure)
{
    document_append(document, (struct document_node){.kind = NODE_FIGURE, .figure = figure});
}

static void append_figure(struct document *document, struct document_figure figure)
{
    struct document_figure *copy = ARENA_NEW(document->arena, struct document_figure);
    document->failed = document->failed || !copy;
    if (document->failed)
        return;
    *copy = figure;
    document_figure(document, copy);
}

void document_image(struct document *document, struct str url, struct str alternative)
{
    append_figure(document, (struct document_figure){.kind = FIGURE_PICTURE, .url = url, .alternative = alternative});
}

void document_button(struct document *document, struct str url, struct str text, bool is_sponsored)
{
    document_append(
        document, (struct document_node){.kind = NODE_BUTTON, .url = url, .text = text, .is_sponsored = is_sponsored});
}

void document_embed(struct document *document, struct str player, struct str page, struct str title)
{
    append_figure(document,
                  (struct document_figure){.kind = FIGURE_FILM, .url = player, .page = page, .alternative = title});
}

size_t document_tail(const struct document *document)
{
    size_t at = 0;
    while (at < document->count && document->nodes[at].kind != NODE_SOURCES)
        at++;
    return at;
}
