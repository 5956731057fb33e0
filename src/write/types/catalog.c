#include "write/types/catalog.h"

#include <math.h>

void catalog_field(struct writing *writing, struct catalog_fields *fields, const char *name, struct str value,
                   size_t voices)
{
    struct str clean;
    if (!value.len || material_addresses_model(value) ||
        !writing_made(writing, material_clean(writing->arena, value, &clean, writing->err)) || !str_trim(clean).len)
        return;
    struct model_excerpt *field = VEC_PUSH(writing->arena, fields->list, fields->count, fields->cap);
    if (field)
        *field = (struct model_excerpt){
            .text = clean, .heading = str_from(name), .name = fields->name, .source = fields->number, .voices = voices};
}

enum status catalog_unmarked(struct writing *writing, struct model_text *text)
{
    (void)writing;
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            text->blocks[i].sentences[j].source = OWN_WORDS;
            memset(text->blocks[i].sentences[j].also, 0, sizeof text->blocks[i].sentences[j].also);
        }
    return OK;
}

/* ISO 4217: currencies without a minor unit that is in use. */
static const char *const whole_currencies[] = {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG",
                                               "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF", NULL};

const struct data_labels *catalog_labels(const struct writing *writing)
{
    return writing->labels->data;
}

struct str catalog_number(struct writing *writing, double value, int decimals)
{
    const struct data_labels *labels = catalog_labels(writing);
    struct buf out = {0};
    double unit = pow(10, decimals), whole, fraction = round(modf(fabs(value), &whole) * unit);
    if (fraction >= unit) {
        whole++;
        fraction = 0;
    }
    char *digits = arena_printf(writing->arena, "%.0f", whole);
    size_t length = digits ? strlen(digits) : 0;
    for (size_t i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            buf_str(&out, labels->thousands);
        buf_char(&out, digits[i]);
    }
    if (decimals)
        buf_printf(&out, "%s%0*.0f", labels->decimal, decimals, fraction);
    return buf_keep(&out, writing->arena);
}

struct str catalog_price(struct writing *writing, double amount, const char *currency)
{
    const char *code = currency ? currency : "";
    struct str number = catalog_number(writing, amount, word_list_has(whole_currencies, str_from(code)) ? 0 : 2);
    struct buf out = {0};
    if (!*code)
        return number;
    if (catalog_labels(writing)->currency_first)
        buf_printf(&out, "%s %.*s", code, STR_ARG(number));
    else
        buf_printf(&out, "%.*s %s", STR_ARG(number), code);
    return buf_keep(&out, writing->arena);
}

struct str catalog_rating(struct writing *writing, double rating)
{
    return catalog_fill(writing, catalog_labels(writing)->rating_of,
                        catalog_number(writing, rating, rating == floor(rating) ? 0 : 1), STR(""));
}

struct str catalog_fill(struct writing *writing, const char *template, struct str first, struct str second)
{
    struct buf out = {0};
    for (const char *at = template; *at; at++) {
        bool is_slot = at[0] == '%' && (at[1] == '1' || at[1] == '2');
        if (!is_slot) {
            buf_char(&out, *at);
            continue;
        }
        struct str value = *++at == '1' ? first : second;
        buf_add(&out, value.data, value.len);
    }
    return buf_keep(&out, writing->arena);
}

struct str catalog_quote(struct writing *writing, struct str text)
{
    const struct data_labels *labels = catalog_labels(writing);
    struct buf out = {0};
    buf_printf(&out, "%s%.*s%s", labels->quote_open, STR_ARG(text), labels->quote_close);
    return buf_keep(&out, writing->arena);
}

bool catalog_is_foreign(const struct writing *writing, struct str text)
{
    const struct language *found = language_detect(text);
    return found && writing->brief.language && found != writing->brief.language;
}

enum status catalog_note_foreign(struct writing *writing)
{
    return writing_note(writing,
                        "Descriptions and reviews in another language than the article's were left out, since only a "
                        "language model translates; names, points and specifications stand as the data have them.");
}

/* --- headings, title and introduction of an article that is made of data, and its text by a language model --- */

void catalog_plan(struct writing *writing, size_t most, size_t items, struct article_plan *plan)
{
    struct str title = config_text(writing->config, "title");
    *plan = (struct article_plan){.title = title,
                                  .title_is_given = title.len > 0,
                                  .is_given = true,
                                  .items = items,
                                  .headings = ARENA_ARRAY(writing->arena, most + 1, struct planned)};
}

void catalog_heading(struct article_plan *plan, int level, struct str title, size_t section, const char *instructions)
{
    if (plan->headings)
        plan->headings[plan->count++] = (struct planned){
            .title = title, .level = level, .section = section, .instructions = str_from(instructions)};
}

static enum status open_draft(struct writing *writing, struct draft *draft)
{
    *draft = (struct draft){.parts = ARENA_ARRAY(writing->arena, 2, struct draft_part), .count = 2};
    if (arena_failed(writing->arena))
        return error_memory(writing->err);
    draft->parts[0].kind = ARTICLE_INTRODUCTION;
    draft->parts[1].kind = ARTICLE_SECTIONS;
    return OK;
}

enum status catalog_write(struct writing *writing, const void *subject, struct article_plan *plan, struct draft *draft,
                          const struct drafted **sections)
{
    enum status status = open_draft(writing, draft);
    *sections = NULL;
    if (status)
        return status;
    writing->subject = subject;
    status = prompted_article(writing, plan, draft);
    writing->subject = NULL;
    if (status == E_CORRUPT) {
        status = writing_note(writing, "The article is made of the data: %s.", writing->err->message);
        return status ? status : open_draft(writing, draft);
    }
    *sections = draft->parts[1].headings;
    return status;
}

enum status catalog_frame(struct writing *writing, struct article_plan *plan, struct str title,
                          const struct catalog_text *introduction, struct draft *draft)
{
    bool was_asked = draft->parts && draft->parts[1].count;
    enum status status = draft->parts ? writing_end(writing, OK) : open_draft(writing, draft);
    if (!status && was_asked && !plan->title.len)
        status = writing_note(writing, "The title is made by rule: the model gave none that could be used.");
    if (!status && was_asked && !draft->parts[0].text.count)
        status = writing_note(writing, "The introduction is made of the data: the model gave none that could be used.");
    if (!status && !was_asked)
        status = brief_note_person(writing);
    if (status)
        return status;
    if (!plan->title.len)
        status = builtin_title(&writing->brief, title, false, writing->arena, &plan->title, writing->err);
    if (status == E_INVALID) { /* of a language that the built-in writer does not know the data's own is good enough */
        plan->title = title;
        status = OK;
    }
    if (!draft->parts[0].text.count)
        draft->parts[0].text = introduction->text;
    return status;
}

enum status catalog_not_found(struct writing *writing, enum status status, enum code code, const char *kinds,
                              const char *sought)
{
    char message[sizeof writing->err->message];
    if (status == E_MEMORY || arena_failed(writing->arena))
        return error_memory(writing->err);
    if (status == E_CANCELLED)
        return code_error(writing->err, status, CODE_CANCELLED, "the article was cancelled");
    snprintf(message, sizeof message, "%s", writing->err->message);
    return code_error(writing->err, status, code, "the %s for %s could not be looked up: %s", kinds, sought, message);
}

enum { EASY_WORDS = 18 }; /* sentences longer than this are not easy to read */

static struct model_block *text_add_block(struct catalog_text *text)
{
    struct model_block *block = VEC_PUSH(text->writing->arena, text->text.blocks, text->text.count, text->cap);
    if (!block)
        return NULL;
    *block = (struct model_block){.kind = TEXT_RUNNING};
    text->sentence_cap = 0;
    text->is_open = true;
    return block;
}

/* The block that goes on; NULL: there is none. */
static struct model_block *open_block(const struct catalog_text *text)
{
    return text->is_open && text->text.count ? &text->text.blocks[text->text.count - 1] : NULL;
}

static void text_append(struct catalog_text *text, struct model_sentence sentence)
{
    struct arena *arena = text->writing->arena;
    struct model_block *block = open_block(text);
    block = block ? block : text_add_block(text);
    struct model_sentence *added = block ? VEC_PUSH(arena, block->sentences, block->count, text->sentence_cap) : NULL;
    if (added)
        *added = sentence;
}

void catalog_sentence(struct catalog_text *text, struct str term, struct str sentence)
{
    text_append(text, (struct model_sentence){.text = sentence, .term = term, .source = OWN_WORDS, .id = -1});
}

void catalog_item(struct catalog_text *text, struct str term, struct str item)
{
    const struct model_block *block = open_block(text);
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
    if (!writing_made(writing, sentences_split(writing->arena, source, writing->brief.language, &sentences, &count,
                                               writing->err)))
        return;
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
    document_heading(document, 2, heading);
}
