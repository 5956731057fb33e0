/* What is said in a film, as an article that follows it. */
#include "write/types/speech.h"
#include "write/types/types_parts.h"

/* A section of the article: a run of segments. */
struct cut {
    struct str heading;
    size_t first, last;
};

struct cuts {
    struct cut *list;
    size_t count;
};

/* --- sections without a language model: slices at changes of subject, headings out of what is said there --- */

enum {
    SECTION_WORDS = 130, /* of speech, at least on average */
    SLICE_LEAST_SECTIONS = 2,
    SLICE_MOST_SECTIONS = 8,
    SHORTEST = 2, /* segments of a section */
};

/* The sentences of the film's captions. E_MEMORY. */
static enum status video_speech(struct writing *writing, struct spoken **sentences, size_t *count)
{
    const struct film *film = film_of(writing);
    return speech_read(writing->arena, film->segments, film->count, writing->brief.language, sentences, count,
                       writing->err);
}

/* Words that are said, without greetings and the like, in segments [first, last]. */
static size_t video_words(const struct spoken *sentences, size_t count, size_t first, size_t last)
{
    size_t words = 0;
    for (size_t i = 0; i < count; i++)
        if (!sentences[i].is_idle && sentences[i].segment >= first && sentences[i].segment <= last)
            words += words_count(sentences[i].text);
    return words;
}

/* What is said in each segment that has anything to say. */
struct units {
    struct str *texts;
    size_t *segments;
    size_t count;
};

static void slice_collect(struct writing *writing, const struct spoken *sentences, size_t count, struct units *units)
{
    units->texts = ARENA_ARRAY(writing->arena, count + 1, struct str);
    units->segments = ARENA_ARRAY(writing->arena, count + 1, size_t);
    if (!units->texts || !units->segments)
        return;
    for (size_t i = 0; i < count; i++) {
        if (sentences[i].is_idle || sentences[i].is_cut)
            continue;
        bool goes_on = units->count && units->segments[units->count - 1] == sentences[i].segment;
        struct str before = goes_on ? units->texts[--units->count] : STR("");
        char *text = arena_printf(writing->arena, "%.*s%.*s ", STR_ARG(before), STR_ARG(sentences[i].text));
        units->segments[units->count] = sentences[i].segment;
        units->texts[units->count++] = str_from(text);
    }
}

static enum status make_headings(struct writing *writing, const struct spoken *sentences, size_t count,
                                 struct cuts *cuts)
{
    const struct film *film = film_of(writing);
    struct headline_part *parts = ARENA_ARRAY(writing->arena, cuts->count + 1, struct headline_part);
    char *known = arena_printf(writing->arena, "%.*s. %.*s %.*s", STR_ARG(film->title), STR_ARG(film->description),
                               STR_ARG(writing->brief.keyword));
    for (size_t i = 0; parts && i < cuts->count; i++) {
        struct str *texts = ARENA_ARRAY(writing->arena, count + 1, struct str);
        parts[i].sentences = texts;
        for (size_t j = 0; texts && j < count; j++)
            if (!sentences[j].is_idle && !sentences[j].is_cut && sentences[j].segment >= cuts->list[i].first &&
                sentences[j].segment <= cuts->list[i].last)
                texts[parts[i].count++] = sentences[j].text;
    }
    if (arena_failed(writing->arena))
        return error_memory(writing->err);
    enum status status =
        headlines_make(writing->arena, parts, cuts->count, writing->brief.language, str_from(known), writing->err);
    for (size_t i = 0; i < cuts->count && !status; i++) {
        struct buf time = {0};
        video_time_add(&time, film->segments[cuts->list[i].first].start_ms);
        struct str name = writing_keep(writing, &time);
        cuts->list[i].heading = parts[i].heading.len ? parts[i].heading : name;
    }
    return writing_end(writing, status);
}

/* Segments by where the subject changes, with headings out of what is said. E_MEMORY; E_NOT_FOUND with no_captions:
 * nothing is said of any subject. */
static enum status video_slice(struct writing *writing, struct cuts *cuts)
{
    struct spoken *sentences;
    struct slice *slices = NULL;
    struct units units = {0};
    size_t count, slice_count = 0;
    enum status status = video_speech(writing, &sentences, &count);
    if (status)
        return status;
    slice_collect(writing, sentences, count, &units);
    if (arena_failed(writing->arena))
        return error_memory(writing->err);
    if (!units.count)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_CAPTIONS,
                          "nothing in the captions of the video is about any subject");
    size_t most = video_words(sentences, count, 0, film_of(writing)->count) / SECTION_WORDS;
    most = most < SLICE_LEAST_SECTIONS ? SLICE_LEAST_SECTIONS : most > SLICE_MOST_SECTIONS ? SLICE_MOST_SECTIONS : most;
    status = slices_find(writing->arena, units.texts, units.count, writing->brief.language,
                         (SLICE_LEAST_SECTIONS + most) / 2, most, SHORTEST, &slices, &slice_count, writing->err);
    cuts->list = ARENA_ARRAY(writing->arena, slice_count + 1, struct cut);
    if (status || !cuts->list)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < slice_count; i++)
        cuts->list[i] =
            (struct cut){.first = units.segments[slices[i].first], .last = units.segments[slices[i].end - 1]};
    cuts->count = slice_count;
    return make_headings(writing, sentences, count, cuts);
}

/* --- times behind sentences: a reader may hear what is said there --- */

/* Adds the time to the sentence's text, and the link on it. */
static void put_time(struct writing *writing, size_t segment, struct model_sentence *sentence)
{
    const struct film *film = film_of(writing);
    struct buf out = {0};
    buf_printf(&out, "%.*s%s(", STR_ARG(sentence->text), sentence->text.len ? " " : "");
    size_t start = out.len;
    video_time_add(&out, film->segments[segment].start_ms);
    size_t length = out.len - start;
    buf_char(&out, ')');
    sentence->text = writing_keep(writing, &out);
    struct str link = video_link_at(writing->arena, film->url, film->segments[segment].start_ms);
    if (link.len)
        sentence->link = (struct model_link){link, start, length};
}

/* The segments that a sentence cites; `count` with room for 1 + ALSO_SOURCES. */
static size_t cited_segments(const struct writing *writing, const struct model_sentence *sentence, size_t *segments)
{
    size_t count = 0, most = film_of(writing)->count;
    if (sentence->source >= 0 && (size_t)sentence->source < most)
        segments[count++] = (size_t)sentence->source;
    for (size_t i = 0; count && i < ALSO_SOURCES && sentence->also[i]; i++)
        if ((size_t)sentence->also[i] <= most)
            segments[count++] = (size_t)sentence->also[i] - 1;
    return count;
}

/* The next sentence of the paragraph or item is of the same segments: their times stand behind it. */
static bool times_goes_on(const struct model_block *block, size_t place)
{
    const struct model_sentence *own = &block->sentences[place], *next = own + 1;
    return place + 1 < block->count && next->item == own->item && document_same_sources(own, next);
}

static void forget_sources(struct model_sentence *sentence)
{
    sentence->source = sentence->source >= 0 ? 0 : OWN_WORDS;
    memset(sentence->also, 0, sizeof sentence->also);
}

static void add_times(struct writing *writing, struct model_block *block)
{
    enum { MOST = 1 + ALSO_SOURCES };
    size_t count = 0, segments[MOST];
    struct model_sentence *list = ARENA_ARRAY(writing->arena, (1 + MOST) * block->count + 1, struct model_sentence);
    if (!list)
        return;
    for (size_t i = 0; i < block->count; i++) {
        const struct model_sentence *sentence = &block->sentences[i];
        size_t cited = times_goes_on(block, i) ? 0 : cited_segments(writing, sentence, segments);
        list[count] = *sentence;
        forget_sources(&list[count++]);
        for (size_t k = 0; k < cited; k++) {
            list[count] = (struct model_sentence){.source = OWN_WORDS, .id = -1, .item = sentence->item};
            put_time(writing, segments[k], &list[count++]);
        }
    }
    block->sentences = list;
    block->count = count;
}

/* In tables the last cell of a row has the time of the first. */
static void add_row_times(struct writing *writing, struct model_block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        struct model_sentence *cell = &block->sentences[i];
        size_t segments[1 + ALSO_SOURCES], cited = cited_segments(writing, cell, segments);
        forget_sources(cell);
        if (cited && block->columns && (i + 1) % block->columns == 0 && !cell->link.length)
            put_time(writing, segments[0], cell);
    }
}

/* Puts times behind sentences: those that have a source name by it their segment; the film is their source then. */
static enum status video_times(struct writing *writing, struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        if (text->blocks[i].kind == TEXT_RUNNING)
            add_times(writing, &text->blocks[i]);
        else
            add_row_times(writing, &text->blocks[i]);
    return writing_end(writing, OK);
}

/* --- the text without a language model: the speaker's own sentences, those about the speaker as quotations --- */

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
static struct str fill_in(struct writing *writing, const char *template, struct str text)
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
    return writing_keep(writing, &out);
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
static struct str quote(struct compose_telling *telling, size_t from, size_t *end)
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
    return fill_in(telling->writing, speech_of(telling->writing)->told, writing_keep(telling->writing, &out));
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

static void compose_tell(struct compose_telling *telling)
{
    for (size_t i = 0, next; i < telling->chosen_count; i = next) {
        const struct spoken *spoken = &telling->sentences[telling->chosen[i]];
        struct str text = spoken->text;
        next = i + 1;
        if (spoken->is_of_speaker)
            text = quote(telling, i, &next);
        compose_add_sentence(telling, text, spoken->segment);
    }
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
    compose_tell(&telling);
    return video_times(writing, text);
}

/* --- the introduction --- */

static bool has_address(struct str text)
{
    return str_ifind(text, STR("http"), 0) < text.len || str_ifind(text, STR("www."), 0) < text.len ||
           str_find(text, STR("@"), 0) < text.len;
}

/* What the film's description says, without addresses. */
static void compose_describe(struct writing *writing, struct model_sentence *list, size_t *count)
{
    const struct film *film = film_of(writing);
    struct sentence *found;
    size_t found_count;
    if (!writing_made(writing, sentences_split(writing->arena, film->description, writing->brief.language, &found,
                                               &found_count, writing->err)))
        return;
    for (size_t i = 0, taken = 0; i < found_count && taken < DESCRIPTION_MOST; i++) {
        struct str text = {film->description.data + found[i].start, found[i].end - found[i].start};
        if (has_address(text))
            continue;
        list[(*count)++] = (struct model_sentence){.text = text, .source = 0, .id = -1};
        taken++;
    }
}

/* Who speaks in which film, what its description says, and what the article is about. */
static enum status video_compose_introduction(struct writing *writing, struct model_text *text)
{
    struct model_sentence *list = ARENA_ARRAY(writing->arena, DESCRIPTION_MOST + 1, struct model_sentence);
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    const struct film *film = film_of(writing);
    size_t count = 0;
    if (!list || !block)
        return error_memory(writing->err);
    if (film->author.len)
        list[count++] = (struct model_sentence){
            .text = fill_in(writing, speech_of(writing)->presents, film->title), .source = 0, .id = -1};
    compose_describe(writing, list, &count);
    if (!count)
        return writing_end(writing, OK);
    *block = (struct model_block){.sentences = list, .count = count};
    *text = (struct model_text){block, 1};
    if (writing->brief.point_of_view == THIRD_PERSON)
        return writing_end(writing, OK);
    enum status status = builtin_end_introduction(&writing->brief, writing->arena, text, writing->err);
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}

static enum status video_compose(struct writing *writing, struct article_plan *plan, struct draft *draft)
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

/* --- the plan: sections that follow the film, and what a language model writes from instead --- */

enum {
    WORDS_PER_SECTION = 120, /* of speech, at least */
    WIDE_SECTION = 350,      /* at most */
    LEAST_SECTIONS = 2,
    MOST_SECTIONS = 10,
    FULL_WORDS = 250, /* of a section that need not hold everything */
    LEAST_WORDS = 60,
};

/* --- for a language model --- */

static size_t bounded(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

static enum status video_passages(struct writing *writing, struct model_excerpt **list, size_t *count)
{
    const struct film *film = film_of(writing);
    *list = ARENA_ARRAY(writing->arena, film->count + 1, struct model_excerpt);
    if (!*list)
        return error_memory(writing->err);
    *count = film_excerpts(writing, 0, film->count - 1, *list);
    for (size_t i = 0; i < *count; i++)
        (*list)[i].source = (int)film_segment_at(film, (*list)[i].name);
    return writing_end(writing, OK);
}

static enum status video_subject(struct writing *writing, struct str *text)
{
    const struct film *film = film_of(writing);
    *text = str_from(
        arena_printf(writing->arena, "FILM \"%.*s\" by %.*s", STR_ARG(film->title), STR_ARG(film_speaker(film))));
    return writing_end(writing, OK);
}

static enum status video_size(struct writing *writing, struct article_size *size)
{
    struct spoken *sentences;
    size_t count;
    bool covers_all = config_bool(writing->config, "rewriteAllSourceData");
    enum status status = video_speech(writing, &sentences, &count);
    if (status)
        return status;
    size_t words = video_words(sentences, count, 0, film_of(writing)->count);
    size->most = bounded(words / WORDS_PER_SECTION, LEAST_SECTIONS, MOST_SECTIONS);
    size->least = bounded(words / WIDE_SECTION, LEAST_SECTIONS, (size->most + 1) / 2);
    size_t each = words / size->most;
    size->section_words = bounded(each, LEAST_WORDS, covers_all ? each + LEAST_WORDS : FULL_WORDS);
    return OK;
}

/* --- the plan --- */

static enum status video_plan(struct writing *writing, struct article_plan *plan)
{
    struct cuts cuts = {0};
    enum status status = video_slice(writing, &cuts);
    plan->headings = ARENA_ARRAY(writing->arena, cuts.count + 1, struct planned);
    if (!status && !plan->headings)
        status = error_memory(writing->err);
    for (size_t i = 0; i < cuts.count && !status; i++) {
        const struct cut *cut = &cuts.list[i];
        plan->headings[plan->count++] =
            (struct planned){.title = cut->heading, .level = 2, .segments = {cut->first, cut->last}};
    }
    if (!status && !plan->title.len)
        status =
            builtin_title(&writing->brief, writing->brief.keyword, false, writing->arena, &plan->title, writing->err);
    return status;
}

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_VIDEO, ARTICLE_SECTIONS};

const struct article_type type_video = {
    .name = "video_site_video",
    .bit = TYPE_VIDEO,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .needs = NEEDS_CAPTIONS,
    .kind_plan = PROMPT_VIDEO_PLAN,
    .kind_write = PROMPT_VIDEO_WRITE,
    .size = video_size,
    .passages = video_passages,
    .subject = video_subject,
    .mark = video_times,
    .plan = video_plan,
    .compose = video_compose,
};
