/* Lines of a manuscript become the text that an article takes. */
#include "base/base.h"
#include "base/vec.h"
#include "model/check/manuscript.h"

struct builder {
    struct arena *arena;
    const struct model_excerpt *passages;
    struct model_text *text;
    size_t block_cap, sentence_cap;
};

static struct model_block *manuscript_text_add_block(struct builder *builder, enum model_block_kind kind)
{
    struct model_text *text = builder->text;
    struct model_block *blocks =
        vec_room(builder->arena, text->blocks, text->count, &builder->block_cap, sizeof *blocks);
    if (!blocks)
        return NULL;
    text->blocks = blocks;
    builder->sentence_cap = 0;
    blocks[text->count] = (struct model_block){.kind = kind};
    return &blocks[text->count++];
}

static struct model_sentence *manuscript_text_add_sentence(struct builder *builder, struct str text)
{
    struct model_block *block = &builder->text->blocks[builder->text->count - 1];
    struct model_sentence *list =
        vec_room(builder->arena, block->sentences, block->count, &builder->sentence_cap, sizeof *list);
    if (!list)
        return NULL;
    block->sentences = list;
    list[block->count] = (struct model_sentence){.text = text, .source = OWN_WORDS, .id = -1};
    return &list[block->count++];
}

static void add_source(struct model_sentence *sentence, int source)
{
    size_t i = 0;
    while (i < ALSO_SOURCES && sentence->also[i] && sentence->also[i] != source + 1)
        i++;
    if (i < ALSO_SOURCES)
        sentence->also[i] = source + 1;
}

/* The sources of what the line cites, each once. */
static void set_sources(const struct builder *builder, const struct line *line, struct model_sentence *sentence)
{
    for (size_t i = 0; builder->passages && i < LINE_CITES && line->cites[i]; i++) {
        int source = builder->passages[line->cites[i] - 1].source;
        if (sentence->source == OWN_WORDS)
            sentence->source = source;
        else if (source != sentence->source)
            add_source(sentence, source);
    }
}

/* Their addresses are the numbers, "L1", until the article type puts its own there. */
static bool manuscript_text_add_links(const struct builder *builder, const struct line *line,
                                      struct model_sentence *sentence)
{
    struct model_link *links =
        line->link_count ? ARENA_ARRAY(builder->arena, line->link_count, struct model_link) : NULL;
    for (size_t i = 0; i < line->link_count; i++) {
        const struct line_link *link = &line->links[i];
        const char *number = links ? arena_printf(builder->arena, "L%d", link->number) : NULL;
        if (!number)
            return false;
        links[i] = (struct model_link){str_from(number), link->start, link->length};
    }
    if (!links)
        return true;
    sentence->link = links[0];
    sentence->more = links + 1;
    sentence->more_count = line->link_count - 1;
    return true;
}

static bool manuscript_text_add_line(struct builder *builder, const struct line *line)
{
    struct model_sentence *sentence = manuscript_text_add_sentence(builder, line->text);
    if (!sentence)
        return false;
    sentence->item = line->item;
    sentence->level = line->item ? line->level : 0;
    sentence->is_ordered = line->is_ordered;
    sentence->term = line->term;
    sentence->has_code = memchr(line->text.data, '`', line->text.len) != NULL;
    sentence->spans = line->spans;
    set_sources(builder, line, sentence);
    return manuscript_text_add_links(builder, line, sentence);
}

/* The next cell of a row; dividers in code do not count. */
static struct str cut_cell(struct str *row)
{
    size_t end = 0;
    bool in_code = false;
    for (; end < row->len; end++) {
        in_code ^= row->data[end] == '`';
        if (row->data[end] == '|' && !in_code && (end == 0 || row->data[end - 1] != '\\'))
            break;
    }
    struct str cell = str_trim((struct str){row->data, end});
    size_t skip = end < row->len ? end + 1 : end;
    *row = (struct str){row->data + skip, row->len - skip};
    return cell;
}

/* Cells up to the number of columns; missing ones are empty. The last carries the sources. */
static bool add_row(struct builder *builder, const struct line *line)
{
    struct model_block *block = &builder->text->blocks[builder->text->count - 1];
    struct str row = line->text;
    for (size_t i = 0; i < block->columns || !block->columns; i++) {
        struct model_sentence *cell = manuscript_text_add_sentence(builder, cut_cell(&row));
        if (!cell)
            return false;
        cell->has_code = memchr(cell->text.data, '`', cell->text.len) != NULL;
        if (!block->columns && !row.len)
            block->columns = i + 1;
        if (i + 1 == block->columns)
            set_sources(builder, line, cell);
    }
    return true;
}

static bool begins_block(const struct builder *builder, const struct line *line)
{
    const struct model_text *text = builder->text;
    enum model_block_kind kind = line->kind == LINE_ROW ? TEXT_TABLE : TEXT_RUNNING;
    return line->begins || !text->count || text->blocks[text->count - 1].kind != kind;
}

static bool manuscript_text_add(struct builder *builder, const struct line *line)
{
    static const enum model_block_kind kinds[] = {[LINE_SENTENCE] = TEXT_RUNNING,
                                                  [LINE_HEADING] = TEXT_SUBHEADING,
                                                  [LINE_ROW] = TEXT_TABLE,
                                                  [LINE_CODE] = TEXT_CODE,
                                                  [LINE_MARK] = TEXT_PICTURE};
    bool is_code = line->kind == LINE_CODE || line->kind == LINE_MARK;
    bool begins = line->kind == LINE_HEADING || is_code || begins_block(builder, line);
    struct model_block *block = begins ? manuscript_text_add_block(builder, kinds[line->kind])
                                       : &builder->text->blocks[builder->text->count - 1];
    if (!block)
        return false;
    block->is_ordered |= line->item && line->is_ordered && line->level <= 1;
    if (line->item && !block->first_item)
        block->first_item = line->place;
    if (is_code)
        block->code = line->text;
    return is_code ? true : line->kind == LINE_ROW ? add_row(builder, line) : manuscript_text_add_line(builder, line);
}

enum status manuscript_text(const struct manuscript *manuscript, size_t first, size_t end,
                            const struct model_excerpt *passages, struct model_text *text, struct error *err)
{
    struct builder builder = {.arena = manuscript->arena, .passages = passages, .text = text};
    *text = (struct model_text){0};
    for (size_t i = first; i < end; i++)
        if (!manuscript->list[i].is_gone && !manuscript_text_add(&builder, &manuscript->list[i]))
            return error_memory(err);
    return OK;
}
