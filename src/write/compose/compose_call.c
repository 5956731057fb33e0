/* The call to action: what the brand says of itself, and the link to the customer's page. There are no sentences for
 * want of both: they would say nothing. */
#include "write/compose/compose.h"
#include "write/writing/brand.h"

enum { MOST_SENTENCES = 2 };

/* What it does in a sentence, where the article does not say it already. */
static enum status add_brand(struct writing *writing, struct model_block *block)
{
    struct str *list;
    size_t count = 0;
    enum status status = writing->type->draws_on_brand ? OK : brand_sentences(writing, &list, &count);
    if (status || !count)
        return status;
    struct str text = brand_attributed(writing, list[0]);
    if (!text.data)
        return error_memory(writing->err);
    block->sentences[block->count++] = (struct model_sentence){.text = text, .source = OWN_WORDS, .id = -1};
    return OK;
}

static enum status call_add_link(struct writing *writing, struct model_block *block)
{
    struct writing_brand_link link;
    enum status status = writing_call_link(writing, &link);
    if (status || !link.text.len)
        return status;
    return compose_status(writing, builtin_call(&writing->brief, link.text, link.url, writing->arena,
                                                &block->sentences[block->count++], writing->err));
}

enum status compose_call(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, MOST_SENTENCES, struct model_sentence);
    if (!config_bool(writing->config, "includeCta") && !writing->type->always_calls)
        return OK;
    if (!block || !sentences)
        return error_memory(writing->err);
    block->sentences = sentences;
    enum status status = add_brand(writing, block);
    if (!status)
        status = call_add_link(writing, block);
    if (status)
        return status;
    part->text = (struct model_text){block, block->count > 0};
    if (block->count)
        return OK;
    return writing_note(writing, "There is no call to action: the built-in writer knows of no page that it could lead "
                                 "to. Give the request a brand with an address, links or a description, or a domain "
                                 "with a page on the keyword.");
}
