#include "write/finish/body.h"

#include "model/check/check.h"

static bool is_body(enum article_part kind)
{
    return kind != ARTICLE_INTRODUCTION && kind != ARTICLE_TAKEAWAYS && kind != ARTICLE_CONCLUSION &&
           kind != ARTICLE_QUESTIONS && kind != ARTICLE_CALL && kind != ARTICLE_SOURCES;
}

struct drafted *body_next(const struct draft *draft, size_t *at, size_t *number)
{
    for (; *at < draft->count; (*at)++, *number = 0)
        if (is_body(draft->parts[*at].kind) && *number < draft->parts[*at].count)
            return &draft->parts[*at].headings[(*number)++];
    return NULL;
}

double body_fit(struct writing *writing, const struct drafted *drafted, struct str sentence)
{
    struct str plain = draft_plain(writing->arena, &drafted->text);
    double fit = check_support(writing->brief.language, drafted->title, sentence);
    return plain.data ? fit + check_support(writing->brief.language, sentence, plain) : fit;
}

enum status body_append(struct writing *writing, struct drafted *drafted, struct model_sentence sentence)
{
    struct model_text *text = &drafted->text;
    struct model_block *blocks = ARENA_ARRAY(writing->arena, text->count + 1, struct model_block);
    struct model_sentence *copy = ARENA_NEW(writing->arena, struct model_sentence);
    if (!blocks || !copy)
        return error_memory(writing->err);
    *copy = sentence;
    if (text->count)
        memcpy(blocks, text->blocks, text->count * sizeof *blocks);
    blocks[text->count++] = (struct model_block){.sentences = copy, .count = 1};
    text->blocks = blocks;
    return OK;
}
