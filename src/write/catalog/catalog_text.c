#include "write/catalog/catalog.h"

#include "base/vec.h"

enum { EASY_WORDS = 18 }; /* sentences longer than this are not easy to read */

static struct model_block *text_add_block(struct catalog_text *text)
{
    struct model_text *made = &text->text;
    struct model_block *blocks = vec_room(text->writing->arena, made->blocks, made->count, &text->cap, sizeof *blocks);
    text->failed = text->failed || !blocks;
    if (text->failed)
        return NULL;
    made->blocks = blocks;
    text->sentence_cap = 0;
    text->is_open = true;
    made->blocks[made->count] = (struct model_block){.kind = TEXT_RUNNING};
    return &made->blocks[made->count++];
}

/* The block that goes on. */
static struct model_block *open_block(struct catalog_text *text)
{
    return text->is_open && text->text.count ? &text->text.blocks[text->text.count - 1] : text_add_block(text);
}

static void text_append(struct catalog_text *text, struct model_sentence sentence)
{
    text->failed = text->failed || !sentence.text.data || !sentence.term.data;
    if (text->failed)
        return;
    struct model_block *block = open_block(text);
    struct model_sentence *room =
        block ? vec_room(text->writing->arena, block->sentences, block->count, &text->sentence_cap, sizeof *room)
              : NULL;
    text->failed = text->failed || !room;
    if (text->failed)
        return;
    block->sentences = room;
    block->sentences[block->count++] = sentence;
}

void catalog_sentence(struct catalog_text *text, struct str term, struct str sentence)
{
    text_append(text, (struct model_sentence){.text = sentence, .term = term, .source = OWN_WORDS, .id = -1});
}

void catalog_item(struct catalog_text *text, struct str term, struct str item)
{
    const struct model_block *block =
        text->is_open && text->text.count ? &text->text.blocks[text->text.count - 1] : NULL;
    int number = block && block->count ? block->sentences[block->count - 1].item + 1 : 1;
    text_append(text,
                (struct model_sentence){.text = item, .term = term, .source = OWN_WORDS, .id = -1, .item = number});
}

void catalog_table(struct catalog_text *text, const struct str *cells, size_t count, size_t columns)
{
    struct model_block *block = text_add_block(text);
    if (!block)
        return;
    block->kind = TEXT_TABLE;
    block->columns = columns;
    for (size_t i = 0; i < count; i++)
        text_append(text, (struct model_sentence){.text = cells[i], .term = STR(""), .source = OWN_WORDS, .id = -1});
    text->is_open = false;
}

void catalog_verbatim(struct catalog_text *text, struct str term, struct str source, size_t most_words)
{
    struct writing *writing = text->writing;
    struct sentence *sentences;
    size_t count, words = 0;
    if (text->failed ||
        sentences_split(writing->arena, source, writing->brief.language, &sentences, &count, writing->err) != OK) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        struct str sentence = {source.data + sentences[i].start, sentences[i].end - sentences[i].start};
        size_t length = words_count(sentence);
        if (writing->wishes.is_easy && length > EASY_WORDS)
            continue;
        if (words && words + length > most_words)
            return;
        catalog_sentence(text, words ? STR("") : term, sentence);
        words += length;
    }
}

void catalog_numbered(struct document *document, size_t number, struct str name, struct str purpose)
{
    struct str heading = str_from(arena_printf(document->arena, "%zu. %.*s%s%.*s", number, STR_ARG(name),
                                               purpose.len ? ": " : "", STR_ARG(purpose)));
    document->failed |= !heading.data;
    if (heading.data)
        document_heading(document, 2, heading);
}
