#include "write/finish.h"

#include "write/prompted/prompted.h"

#include <stddef.h>

/* --- the body: what stands below the headings, but for questions, conclusion and the like --- */

static bool is_body(enum article_part kind)
{
    return kind != ARTICLE_INTRODUCTION && kind != ARTICLE_TAKEAWAYS && kind != ARTICLE_CONCLUSION &&
           kind != ARTICLE_QUESTIONS && kind != ARTICLE_CALL && kind != ARTICLE_SOURCES;
}

/* The next heading of the body behind part *at, heading *number, which begin with 0 and 0 for the first. NULL: there is
 * no more. */
static struct drafted *body_next(const struct draft *draft, size_t *at, size_t *number)
{
    for (; *at < draft->count; (*at)++, *number = 0)
        if (is_body(draft->parts[*at].kind) && *number < draft->parts[*at].count)
            return &draft->parts[*at].headings[(*number)++];
    return NULL;
}

/* How many words of the text stand in another, 0-1: the heading with its text against a sentence. */
static double body_fit(struct writing *writing, const struct drafted *drafted, struct str sentence)
{
    struct str plain = draft_plain(writing->arena, &drafted->text);
    double fit = check_support(writing->brief.language, drafted->title, sentence);
    return plain.data ? fit + check_support(writing->brief.language, sentence, plain) : fit;
}

/* Adds a paragraph behind the text. */
static void body_append(struct writing *writing, struct drafted *drafted, struct model_sentence sentence)
{
    struct model_text *text = &drafted->text;
    struct model_block *blocks = ARENA_ARRAY(writing->arena, text->count + 1, struct model_block);
    struct model_sentence *copy = ARENA_NEW(writing->arena, struct model_sentence);
    if (!blocks || !copy)
        return;
    *copy = sentence;
    if (text->count)
        memcpy(blocks, text->blocks, text->count * sizeof *blocks);
    blocks[text->count++] = (struct model_block){.sentences = copy, .count = 1};
    text->blocks = blocks;
}

/* --- the name --- */

static bool names(const struct writing *writing, struct str text)
{
    return brand_find(writing, text, 0) < text.len;
}

static bool sentence_names(const struct writing *writing, const struct model_sentence *sentence)
{
    return names(writing, sentence->text) || names(writing, sentence->term);
}

/* --- without the name --- */

/* Takes out what names the brand, and counts it. */
static void sweep_block(const struct writing *writing, struct model_block *block, size_t *gone)
{
    size_t kept = 0;
    for (size_t i = 0; i < block->count; i++) {
        struct model_sentence *sentence = &block->sentences[i];
        bool goes = sentence_names(writing, sentence);
        *gone += goes;
        if (goes && block->kind == TEXT_TABLE)
            sentence->text = STR("-"); /* a row keeps its cells */
        if (!goes || block->kind == TEXT_TABLE)
            block->sentences[kept++] = *sentence;
    }
    block->count = kept;
    if (block->kind == TEXT_CODE && names(writing, block->code)) {
        block->code = STR("");
        ++*gone;
    }
}

static void sweep(const struct writing *writing, struct model_text *text, size_t *gone)
{
    size_t kept = 0;
    for (size_t i = 0; i < text->count; i++) {
        sweep_block(writing, &text->blocks[i], gone);
        if (text->blocks[i].count || text->blocks[i].code.len || text->blocks[i].picture)
            text->blocks[kept++] = text->blocks[i];
    }
    text->count = kept;
}

static void sweep_part(const struct writing *writing, struct draft_part *part, size_t *gone)
{
    size_t kept = 0;
    sweep(writing, &part->text, gone);
    if (part->kind == ARTICLE_CALL && names(writing, part->title))
        part->text.count = 0;
    for (size_t i = 0; i < part->count; i++) {
        bool is_question = part->kind == ARTICLE_QUESTIONS;
        sweep(writing, &part->headings[i].text, gone);
        if (is_question && (names(writing, part->headings[i].title) || !part->headings[i].text.count))
            continue;
        part->headings[kept++] = part->headings[i];
    }
    part->count = kept;
}

static void brand_leave_out(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    size_t gone = 0;
    if (!brand_is_avoided(writing)) {
        writing_note(writing, "The article names the brand, though it was to be left out: the keyword names it.");
        return;
    }
    for (size_t i = 0; i < draft->count; i++)
        sweep_part(writing, &draft->parts[i], &gone);
    if (names(writing, draft->description))
        draft->description = STR("");
    if (names(writing, plan->title) && !plan->title_is_given)
        plan->title = writing->brief.keyword;
    if (gone)
        writing_note(writing, "%zu sentences were taken out, since they name the brand.", gone);
}

/* --- named --- */

static size_t count_mentions(const struct writing *writing, const struct draft *draft)
{
    size_t count = 0, at = 0, number = 0;
    struct drafted *drafted;
    while ((drafted = body_next(draft, &at, &number)))
        for (size_t i = 0; i < drafted->text.count; i++)
            for (size_t j = 0; j < drafted->text.blocks[i].count; j++)
                count += sentence_names(writing, &drafted->text.blocks[i].sentences[j]);
    return count;
}

/* "% ... &": keyword and brand. */
static struct str own_sentence(struct writing *writing)
{
    const struct language *language = writing->brief.language;
    struct buf out = {0};
    if (!language || !language->phrases)
        return str_from(arena_printf(writing->arena, "%.*s.", STR_ARG(writing->brand.name)));
    for (const char *at = language->phrases->brand; *at; at++)
        if (*at == '&')
            buf_add(&out, writing->brand.name.data, writing->brand.name.len);
        else if (*at == '%')
            buf_add(&out, writing->brief.keyword.data, writing->brief.keyword.len);
        else
            buf_char(&out, *at);
    return writing_keep(writing, &out);
}

/* Is what is known of the brand in the language of the article, as far as can be told? */
static bool is_readable(const struct writing *writing, const struct str *sentences, size_t count)
{
    struct buf all = {0};
    for (size_t i = 0; i < count; i++)
        buf_printf(&all, "%.*s ", STR_ARG(sentences[i]));
    const struct language *found = language_detect(str_from(buf_text(&all)));
    buf_free(&all);
    return !found || !writing->brief.language || found == writing->brief.language;
}

/* Puts that sentence of the brand which fits best into the section that it fits. */
static void put_in(struct writing *writing, const struct draft *draft)
{
    struct str *sentences, best;
    size_t count, at = 0, number = 0;
    struct drafted *drafted, *place = NULL;
    double most = -1;
    struct str fallback = own_sentence(writing);
    best = fallback;
    if (brand_sentences(writing, &sentences, &count))
        return;
    if (!is_readable(writing, sentences, count))
        count = 0;
    while ((drafted = body_next(draft, &at, &number)))
        for (size_t i = 0; i < count + 1 && drafted->text.count; i++) {
            double fit = i < count ? body_fit(writing, drafted, sentences[i]) : 0;
            if (fit <= most || (i == count && count))
                continue;
            most = fit;
            place = drafted;
            best = i < count ? sentences[i] : fallback;
        }
    if (place)
        body_append(writing, place,
                    (struct model_sentence){.text = brand_attributed(writing, best), .source = OWN_WORDS, .id = -1});
}

/* --- links --- */

static bool can_link(const struct model_block *block, const struct model_sentence *sentence)
{
    return block->kind == TEXT_RUNNING && !sentence->link.length && !sentence->has_code;
}

static bool link_sentence(const struct writing *writing, struct model_sentence *sentence, struct str anchor,
                          struct str url)
{
    bool is_name = str_eq(anchor, writing->brand.name);
    size_t at = is_name ? brand_find(writing, sentence->text, 0) : str_find(sentence->text, anchor, 0);
    if (at >= sentence->text.len)
        return false;
    sentence->link = (struct model_link){.url = url, .start = at, .length = anchor.len};
    return true;
}

/* The first place of the body where the text stands leads to the address. */
static bool link_first(const struct writing *writing, const struct draft *draft, struct str anchor, struct str url)
{
    size_t at = 0, number = 0;
    struct drafted *drafted;
    while (anchor.len && url.len && (drafted = body_next(draft, &at, &number)))
        for (size_t i = 0; i < drafted->text.count; i++)
            for (size_t j = 0; j < drafted->text.blocks[i].count; j++) {
                struct model_sentence *sentence = &drafted->text.blocks[i].sentences[j];
                if (can_link(&drafted->text.blocks[i], sentence) && link_sentence(writing, sentence, anchor, url))
                    return true;
            }
    return false;
}

/* The links that found no place, below the text of the brand's section. */
static void list_links(struct writing *writing, struct drafted *section, const struct writing_brand_link **links,
                       size_t count)
{
    struct model_sentence *items = ARENA_ARRAY(writing->arena, count, struct model_sentence);
    if (!items)
        return;
    for (size_t i = 0; i < count; i++)
        items[i] = (struct model_sentence){.text = links[i]->text,
                                           .source = OWN_WORDS,
                                           .id = -1,
                                           .item = (int)i + 1,
                                           .link = {.url = links[i]->url, .start = 0, .length = links[i]->text.len}};
    body_append(writing, section, items[0]);
    if (!arena_failed(writing->arena))
        section->text.blocks[section->text.count - 1] = (struct model_block){.sentences = items, .count = count};
}

static struct drafted *find_section(const struct writing *writing, const struct draft *draft)
{
    size_t at = 0, number = 0;
    struct drafted *drafted;
    while ((drafted = body_next(draft, &at, &number)))
        if (drafted->level == 2 && names(writing, drafted->title))
            return drafted;
    return NULL;
}

static void brand_add_links(struct writing *writing, const struct draft *draft)
{
    const struct writing_brand *brand = &writing->brand;
    const struct writing_brand_link **left =
        ARENA_ARRAY(writing->arena, brand->link_count + 1, const struct writing_brand_link *);
    struct drafted *section = brand->mention == MENTION_PROMINENT ? find_section(writing, draft) : NULL;
    size_t count = 0;
    if (!left)
        return;
    link_first(writing, draft, brand->name, brand->url);
    for (size_t i = 0; i < brand->link_count; i++)
        if (!link_first(writing, draft, brand->links[i].text, brand->links[i].url))
            left[count++] = &brand->links[i];
    if (section && count)
        list_links(writing, section, left, count);
}

enum status finish_brand(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    const struct writing_brand *brand = &writing->brand;
    if (!brand->name.len)
        return OK;
    if (brand->mention == MENTION_NONE) {
        brand_leave_out(writing, plan, draft);
        return writing_end(writing, OK);
    }
    if (!count_mentions(writing, draft))
        put_in(writing, draft);
    brand_add_links(writing, draft);
    return writing_end(writing, OK);
}

/* --- easy reading: long sentences are edited by a model, and cut where they stay long --- */

enum { MOST_WORDS = 14 }; /* of a sentence that is easy to read: its style asks for 15 at most (framing.c) */

/* The words that the article must hold as they are. */
static struct str kept_words(struct writing *writing)
{
    const struct writing_terms *terms = &writing->terms;
    struct buf out = {0};
    buf_printf(&out, "%.*s", STR_ARG(writing->brief.keyword));
    for (size_t i = 0; i < terms->count && !terms->is_found; i++)
        buf_printf(&out, "; %.*s", STR_ARG(terms->list[i].text));
    return writing_keep(writing, &out);
}

static enum status ask_and_ease(struct writing *writing, struct str *html)
{
    const struct polish_settings settings = {
        .simplify = true, .most_words = MOST_WORDS + 1, .kept = kept_words(writing)};
    struct polished polished;
    if (!settings.kept.data)
        return error_memory(writing->err);
    enum status status = polished_edit(writing, &settings, "easy", html, &polished);
    if (!status && polished.refused)
        status = writing_note(writing, "Shortening sentences refused %s.", polished.refused);
    return status;
}

enum status finish_easy(struct writing *writing, struct str *html)
{
    bool has_editor = writing->model && !writing->is_plain;
    const struct polish_settings settings = {
        .simplify = true, .split_paragraphs = !has_editor, .most_words = MOST_WORDS};
    if (!writing->wishes.is_easy)
        return OK;
    enum status status = writing_progress(writing, 0.93, "Shortening sentences");
    if (!status && has_editor)
        status = ask_and_ease(writing, html);
    return status
               ? status
               : polish_html(writing->arena, *html, writing->brief.language, &settings, NULL, html, NULL, writing->err);
}

/* --- the words of an article's frame in a language that has none here --- */

enum { LONGEST = 60 }; /* characters */

/* The members of struct labels that the prompt asks for. */
static const struct {
    const char *name;
    size_t at;
} members[] = {
    {"conclusion", offsetof(struct labels, conclusion)},
    {"faq", offsetof(struct labels, faq)},
    {"takeaways", offsetof(struct labels, takeaways)},
    {"sources", offsetof(struct labels, sources)},
};

static bool labels_is_word(struct str text)
{
    return text.len && utf8_length(text) <= LONGEST && !strpbrk(text.data, "<>:.\"\n/[]");
}

static enum status labels_take(struct writing *writing, const struct prompted_question *question,
                               const struct prompted_reply *reply, struct str *fault)
{
    struct labels *labels = question->context;
    for (size_t i = 0; i < COUNT_OF(members); i++) {
        const char *text = json_string_value(json_object_get(reply->value, members[i].name));
        struct str word = str_trim(str_from(text ? text : ""));
        const char *copy = arena_copy_n(writing->arena, word.data, word.len);
        if (!copy)
            return error_memory(writing->err);
        if (!labels_is_word(str_from(copy)))
            *fault = STR("each heading must be 1 to 4 words without full stop, colon or quotation marks");
        *(const char **)((char *)labels + members[i].at) = copy;
    }
    return OK;
}

enum status finish_labels(struct writing *writing)
{
    const struct language *language = writing->brief.language;
    if (!language || language->labels)
        return OK;
    struct labels *labels = ARENA_NEW(writing->arena, struct labels);
    if (!labels)
        return error_memory(writing->err);
    *labels = *writing->labels; /* of English: what is not asked for stays */
    const struct prompted_question question = {
        .prompt = PROMPT_LABELS, .step = "labels", .check = labels_take, .context = labels};
    enum status status = question_ask(writing, &question);
    if (status == E_CORRUPT)
        return writing_note(writing, "Headings such as \"%s\" are in English: %s.", writing->labels->conclusion,
                            writing->err->message);
    if (!status)
        writing->labels = labels;
    return status;
}
