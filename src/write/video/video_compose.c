/* The text without a language model: the speaker's own sentences, those about the speaker as quotations. */
#include "write/video/video.h"

enum {
    PARAGRAPH = 4,        /* sentences */
    QUOTED = 3,           /* sentences in one quotation */
    ENOUGH = 3,           /* sentences that a section should have without quotations */
    SHORT_WORDS = 7,      /* of a sentence that only points at the picture */
    DESCRIPTION_MOST = 3, /* sentences of the film's description in the introduction */
};

static const struct speech *speech_of(const struct writing *writing)
{
    const struct language *language = writing->brief.language;
    return language && language->speech ? language->speech : language_find(STR("en"))->speech;
}

/* A template with the speaker for "%" and a text for "^". */
static enum status fill_in(struct writing *writing, const char *template, struct str text, struct str *filled)
{
    struct str speaker = film_speaker(film_of(writing));
    struct buf out = {0};
    for (const char *at = template; *at; at++)
        if (*at == '%')
            buf_add(&out, speaker.data, speaker.len);
        else if (*at == '^')
            buf_add(&out, text.data, text.len);
        else
            buf_char(&out, *at);
    *filled = writing_keep(writing, &out);
    return filled->data ? OK : error_memory(writing->err);
}

/* --- a section --- */

struct compose_telling {
    struct writing *writing;
    const struct spoken *sentences;
    const size_t *chosen; /* numbers of those that the section says, in order */
    size_t chosen_count;
    struct model_text *text;
    struct model_sentence *made; /* of all paragraphs */
    size_t made_count;
};

static bool says_something(const struct spoken *spoken, bool covers_all)
{
    if (spoken->is_idle || spoken->is_cut)
        return false;
    return !spoken->is_shown || (covers_all && words_count(spoken->text) > SHORT_WORDS);
}

/* The sentences of a section: without what the speaker says of himself where enough is left. What points back at a
 * sentence that is left out goes with it. */
static size_t choose_compose(const struct spoken *sentences, size_t count, size_t first, size_t last, bool covers_all,
                             bool has_quotations, size_t *chosen)
{
    size_t chosen_count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct spoken *spoken = &sentences[i];
        if (spoken->segment < first || spoken->segment > last || !says_something(spoken, covers_all))
            continue;
        if (spoken->is_of_speaker && !covers_all && !has_quotations)
            continue;
        bool has_before = chosen_count && chosen[chosen_count - 1] == i - 1;
        if (!spoken->is_tied || has_before || covers_all)
            chosen[chosen_count++] = i;
    }
    return chosen_count;
}

/* Sentences about the speaker that stand together, from `from` on, as one quotation; sets where it ends. */
static enum status quote(struct compose_telling *telling, size_t from, size_t *end, struct str *text)
{
    struct buf out = {0};
    *end = from;
    while (*end < telling->chosen_count && *end < from + QUOTED) {
        const struct spoken *spoken = &telling->sentences[telling->chosen[*end]];
        if (!spoken->is_of_speaker)
            break;
        buf_printf(&out, "%s%.*s", *end > from ? " " : "", STR_ARG(spoken->text));
        ++*end;
    }
    struct str said = writing_keep(telling->writing, &out);
    if (!said.data)
        return error_memory(telling->writing->err);
    return fill_in(telling->writing, speech_of(telling->writing)->told, said, text);
}

static void compose_add_sentence(struct compose_telling *telling, struct str text, size_t segment)
{
    struct model_block *last = telling->text->count ? &telling->text->blocks[telling->text->count - 1] : NULL;
    if (!last || last->count == PARAGRAPH) {
        last = &telling->text->blocks[telling->text->count++];
        last->sentences = telling->made + telling->made_count;
    }
    /* A paragraph has one time, that of its first sentence. */
    int source = last->count ? last->sentences[0].source : (int)segment;
    last->sentences[last->count++] = (struct model_sentence){.text = text, .source = source, .id = -1};
    telling->made_count++;
}

static enum status compose_tell(struct compose_telling *telling)
{
    enum status status = OK;
    for (size_t i = 0, next; i < telling->chosen_count && !status; i = next) {
        const struct spoken *spoken = &telling->sentences[telling->chosen[i]];
        struct str text = spoken->text;
        next = i + 1;
        if (spoken->is_of_speaker)
            status = quote(telling, i, &next, &text);
        if (!status)
            compose_add_sentence(telling, text, spoken->segment);
    }
    return status;
}

static enum status compose_section(struct writing *writing, const struct article_plan *plan, size_t number,
                                   const struct spoken *sentences, size_t count, struct model_text *text)
{
    bool covers_all = config_bool(writing->config, "rewriteAllSourceData");
    const size_t *segments = plan->headings[number].segments;
    size_t first = segments[0], last = segments[1], *chosen = ARENA_ARRAY(writing->arena, count + 1, size_t);
    struct compose_telling telling = {.writing = writing, .sentences = sentences, .chosen = chosen, .text = text};
    telling.made = ARENA_ARRAY(writing->arena, count + 1, struct model_sentence);
    *text = (struct model_text){ARENA_ARRAY(writing->arena, count + 1, struct model_block), 0};
    if (!chosen || !telling.made || !text->blocks)
        return error_memory(writing->err);
    telling.chosen_count = choose_compose(sentences, count, first, last, covers_all, false, chosen);
    if (telling.chosen_count < ENOUGH)
        telling.chosen_count = choose_compose(sentences, count, first, last, covers_all, true, chosen);
    if (!telling.chosen_count) /* each sentence points back at another: together they stand */
        telling.chosen_count = choose_compose(sentences, count, first, last, true, true, chosen);
    enum status status = compose_tell(&telling);
    return status ? status : video_times(writing, text);
}

/* --- the introduction --- */

static bool has_address(struct str text)
{
    return str_ifind(text, STR("http"), 0) < text.len || str_ifind(text, STR("www."), 0) < text.len ||
           str_find(text, STR("@"), 0) < text.len;
}

/* What the film's description says, without addresses. */
static enum status compose_describe(struct writing *writing, struct model_sentence *list, size_t *count)
{
    const struct film *film = film_of(writing);
    struct sentence *found;
    size_t found_count;
    enum status status =
        sentences_split(writing->arena, film->description, writing->brief.language, &found, &found_count, writing->err);
    for (size_t i = 0, taken = 0; !status && i < found_count && taken < DESCRIPTION_MOST; i++) {
        struct str text = {film->description.data + found[i].start, found[i].end - found[i].start};
        if (has_address(text))
            continue;
        list[(*count)++] = (struct model_sentence){.text = text, .source = 0, .id = -1};
        taken++;
    }
    return status;
}

/* Who speaks in which film, what its description says, and what the article is about. */
static enum status video_compose_introduction(struct writing *writing, struct model_text *text)
{
    struct model_sentence *list = ARENA_ARRAY(writing->arena, DESCRIPTION_MOST + 1, struct model_sentence);
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    const struct film *film = film_of(writing);
    size_t count = 0;
    enum status status = list && block ? OK : error_memory(writing->err);
    if (!status && film->author.len) {
        struct str presents;
        status = fill_in(writing, speech_of(writing)->presents, film->title, &presents);
        list[count++] = (struct model_sentence){.text = presents, .source = 0, .id = -1};
    }
    if (!status)
        status = compose_describe(writing, list, &count);
    if (status || !count)
        return status;
    *block = (struct model_block){.sentences = list, .count = count};
    *text = (struct model_text){block, 1};
    if (writing->brief.point_of_view == THIRD_PERSON)
        return OK;
    status = builtin_end_introduction(&writing->brief, writing->arena, text, writing->err);
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}

enum status video_compose(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    struct spoken *sentences;
    size_t count;
    enum status status = video_speech(writing, &sentences, &count);
    for (size_t i = 0; i < draft->count && !status; i++) {
        struct draft_part *part = &draft->parts[i];
        if (part->kind == ARTICLE_INTRODUCTION)
            status = video_compose_introduction(writing, &part->text);
        if (part->kind != ARTICLE_SECTIONS)
            continue;
        status = draft_headings(writing, plan, part);
        for (size_t j = 0; j < part->count && !status; j++) {
            status = writing_progress(writing, 0.3 + 0.6 * (double)j / (double)part->count, "Writing \"%.*s\"",
                                      STR_ARG(part->headings[j].title));
            if (!status)
                status = compose_section(writing, plan, j, sentences, count, &part->headings[j].text);
        }
    }
    if (status)
        return status;
    return writing_note(writing, "The sentences are the speaker's own, shortened by rule: the built-in writer does not "
                                 "put speech into other words.");
}

void video_embed(struct writing *writing, struct document *document)
{
    const struct film *film = film_of(writing);
    if (film->player.len)
        document_embed(document, film->player, film->url, film->title);
    else
        document_button(document, film->url, film->title, false);
}
