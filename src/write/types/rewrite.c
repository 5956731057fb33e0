/* A page that somebody wrote, written anew: the page at articleUrl is its one source. */
#include "write/types/original.h"
#include "write/types/rewrite_marks.h"
#include "write/types/types_parts.h"

/* --- the plan without a language model: the page's sections in another order --- */

/* The keyword; where the page has that title, with the article's first heading behind it. */
static enum status make_title(struct writing *writing, struct article_plan *plan)
{
    enum status status =
        builtin_title(&writing->brief, writing->brief.keyword, false, writing->arena, &plan->title, writing->err);
    if (status || !str_ieq(plan->title, str_from(writing->pages[0].title)) || !plan->count)
        return status;
    plan->title = str_from(arena_printf(writing->arena, "%.*s%s%.*s", STR_ARG(plan->title),
                                        writing->brief.language->phrases->colon, STR_ARG(plan->headings[0].title)));
    return writing_end(writing, OK);
}

static enum status rewrite_plan(struct writing *writing, struct article_plan *plan)
{
    const struct original *original = writing->subject;
    struct original_order order =
        original_order(writing, original, config_bool(writing->config, "rewriteAllSourceData"));
    plan->headings = ARENA_ARRAY(writing->arena, original->section_count + 1, struct planned);
    if (arena_failed(writing->arena))
        return error_memory(writing->err);
    for (size_t i = 0; i < order.count; i++)
        for (size_t j = order.sections[i]; j < original_next(original, order.sections[i]); j++)
            plan->headings[plan->count++] = (struct planned){
                .title = original->sections[j].heading, .level = original->sections[j].level, .covers = STR("")};
    return plan->title.len ? OK : make_title(writing, plan);
}

/* --- the text without a language model: the page's sentences in their order, each shortened by rule --- */

static const double most_copied = 0.5; /* of its runs of five words: what shares more with a page is that page */

enum {
    KEPT_PERCENT = 65, /* of a paragraph's sentences, where not all are kept; figures always are */
};

struct composing {
    struct writing *writing;
    const struct original *original;
    struct str page;
    bool keeps_all;
    struct model_text *text; /* that is being written */
};

static const struct language *language_of(const struct composing *composing)
{
    return composing->writing->brief.language;
}

/* --- which sentences --- */

/* Does a phrase of a list (text/language.h, cues) stand at this word? */
static bool compose_is_phrase(const char *phrase, const struct word *words, size_t count)
{
    struct str rest = str_from(phrase), piece;
    for (size_t i = 0; str_split(&rest, ' ', &piece); i++) {
        bool is_number = i < count && str_eq(piece, STR("#")) && ascii_is_digit(words[i].folded.data[0]);
        if (i == count || (!is_number && !str_eq(words[i].folded, piece)))
            return false;
    }
    return true;
}

static bool has_cue(const char *const *list, const struct word *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (const char *const *phrase = list; *phrase; phrase++)
            if (compose_is_phrase(*phrase, words + i, count - i))
                return true;
    return false;
}

/* Does the author speak, or point at what is elsewhere on the page? */
static bool is_talk(const struct composing *composing, struct str text)
{
    const struct language *language = language_of(composing);
    const struct cues *cues = language && language->cues ? language->cues : language_find(STR("en"))->cues;
    struct word *words;
    size_t count;
    return writing_made(composing->writing, words_split(composing->writing->arena, text, language, &words, &count,
                                                        composing->writing->err)) &&
           (has_cue(cues->talk, words, count) || has_cue(cues->references, words, count));
}

/* The sentences of one paragraph that stay: all, or the first ones and those with a figure. Returns how many. */
static size_t compose_choose(const struct composing *composing, size_t first, size_t end, size_t *chosen)
{
    size_t wanted = ((end - first) * KEPT_PERCENT + 99) / 100, count = 0;
    for (size_t i = first; i < end; i++) {
        const struct original_unit *unit = &composing->original->units[i];
        if (composing->keeps_all || unit->has_figure || (count < wanted && !is_talk(composing, unit->text)))
            chosen[count++] = i;
    }
    return count;
}

/* --- blocks --- */

/* There is room for a block of each unit. */
static void compose_add_block(struct composing *composing, struct model_block block)
{
    composing->text->blocks[composing->text->count++] = block;
}

static struct model_sentence said(struct str text)
{
    return (struct model_sentence){.text = text, .source = 0, .id = -1};
}

/* The chosen sentences reworded, short neighbours joined. */
static void write_paragraph(struct composing *composing, const size_t *chosen, size_t count)
{
    struct writing *writing = composing->writing;
    struct model_sentence *list = ARENA_ARRAY(writing->arena, count + 1, struct model_sentence);
    size_t made = 0;
    for (size_t i = 0; list && i < count; i++) {
        struct str text =
            reword(writing->arena, composing->original->units[chosen[i]].text, language_of(composing), composing->page);
        bool follows = made > 0 && chosen[i] == chosen[i - 1] + 1;
        struct str joined =
            follows ? reword_join(writing->arena, list[made - 1].text, text, language_of(composing), composing->page)
                    : STR("");
        made -= joined.len > 0;
        list[made++] = said(joined.len ? joined : text);
        original_link_sentence(writing, composing->original, chosen[joined.len ? i - 1 : i], chosen[i] + 1,
                               &list[made - 1]);
    }
    if (made)
        compose_add_block(composing, (struct model_block){.sentences = list, .count = made});
}

static void compose_paragraph(struct composing *composing, size_t first, size_t end)
{
    size_t *chosen = ARENA_ARRAY(composing->writing->arena, end - first + 1, size_t);
    if (chosen)
        write_paragraph(composing, chosen, compose_choose(composing, first, end, chosen));
}

static void compose_list(struct composing *composing, size_t first, size_t end)
{
    struct writing *writing = composing->writing;
    const struct original_unit *units = composing->original->units;
    struct model_sentence *items = ARENA_ARRAY(writing->arena, end - first + 1, struct model_sentence);
    if (!items)
        return;
    for (size_t i = first; i < end; i++) {
        struct model_sentence *item = &items[i - first];
        *item = said(reword(writing->arena, units[i].text, language_of(composing), composing->page));
        item->item = (int)(i - first) + 1;
        item->level = units[i].level;
        item->is_ordered = units[i].is_ordered;
        original_link_sentence(writing, composing->original, i, i + 1, item);
    }
    compose_add_block(composing, (struct model_block){.sentences = items,
                                                      .count = end - first,
                                                      .is_ordered = units[first].is_ordered,
                                                      .first_item = (int)units[first].number});
}

/* Pictures, tables and code stay as they are. */
static void compose_run(struct composing *composing, size_t first, size_t end)
{
    enum unit_kind kind = composing->original->units[first].kind;
    if (kind == UNIT_SENTENCE)
        compose_paragraph(composing, first, end);
    else if (kind == UNIT_ITEM)
        compose_list(composing, first, end);
    else
        compose_add_block(composing, original_block(composing->writing, composing->original, first, end));
}

/* Sentences of one block, items of one list, rows of one table. */
static size_t run_end(const struct composing *composing, size_t from, size_t end)
{
    const struct original_unit *units = composing->original->units;
    size_t to = from + 1;
    if (units[from].kind != UNIT_SENTENCE && units[from].kind != UNIT_ITEM)
        return original_run(composing->original, from);
    while (to < end && units[to].kind == units[from].kind &&
           (units[from].kind == UNIT_ITEM ? units[to].level > 1 || units[to].is_ordered == units[from].is_ordered
                                          : units[to].block == units[from].block))
        to++;
    return to;
}

/* Units [first, end): sentences of one block are a paragraph; items, code and rows that stand together are one. */
static struct model_text compose_units(struct composing *composing, size_t first, size_t end)
{
    struct model_text text = {ARENA_ARRAY(composing->writing->arena, end - first + 1, struct model_block), 0};
    composing->text = &text;
    for (size_t from = first, to; text.blocks && from < end; from = to) {
        to = run_end(composing, from, end);
        compose_run(composing, from, to);
    }
    composing->text = NULL;
    return text;
}

/* --- parts --- */

/* What the page says first; whoever speaks in the article says so. */
static enum status rewrite_compose_introduction(struct composing *composing, size_t lead, struct model_text *text)
{
    struct writing *writing = composing->writing;
    const struct original_section *sections = composing->original->sections;
    struct model_text own = compose_units(composing, sections[0].first, sections[0].end), more = {0};
    if (lead)
        more = compose_units(composing, sections[lead].first, sections[lead].end);
    size_t count = own.count + more.count;
    text->blocks = ARENA_ARRAY(writing->arena, count + 1, struct model_block);
    if (arena_failed(writing->arena))
        return error_memory(writing->err);
    if (own.count)
        memcpy(text->blocks, own.blocks, own.count * sizeof *text->blocks);
    if (more.count)
        memcpy(text->blocks + own.count, more.blocks, more.count * sizeof *text->blocks);
    text->count = count;
    bool is_framed = count && text->blocks[0].kind == TEXT_RUNNING && text->blocks[0].count &&
                     !text->blocks[0].sentences[text->blocks[0].count - 1].item;
    if (!is_framed || writing->brief.point_of_view == THIRD_PERSON)
        return OK;
    enum status status = builtin_end_introduction(&writing->brief, writing->arena, text, writing->err);
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}

/* What the page itself concludes; without a conclusion of its own there is none. */
static void rewrite_compose_conclusion(struct composing *composing, size_t closing, struct model_text *text)
{
    struct writing *writing = composing->writing;
    const struct original_section *section = &composing->original->sections[closing];
    if (!config_bool(writing->config, "includeConclusion")) {
        if (closing && composing->keeps_all)
            writing_note(writing, "What the page says under \"%.*s\" is left out: no conclusion was asked for.",
                         STR_ARG(section->heading));
        return;
    }
    if (closing)
        *text = compose_units(composing, section->first, section->end);
    if (!text->count)
        writing_note(writing, "There is no conclusion: the page has none.");
}

/* Headings of the plan are the page's sections, one for one. */
static enum status rewrite_compose_sections(struct composing *composing, const struct original_order *order,
                                            const struct article_plan *plan, struct draft_part *part)
{
    struct writing *writing = composing->writing;
    enum status status = draft_headings(writing, plan, part);
    size_t at = 0;
    for (size_t i = 0; i < order->count && !status; i++)
        for (size_t j = order->sections[i];
             j < original_next(composing->original, order->sections[i]) && at < part->count && !status; j++) {
            const struct original_section *section = &composing->original->sections[j];
            status = writing_progress(writing, 0.3 + 0.6 * (double)at / (double)part->count, "Writing \"%.*s\"",
                                      STR_ARG(part->headings[at].title));
            part->headings[at++].text = compose_units(composing, section->first, section->end);
        }
    return writing_end(writing, status);
}

/* --- what it is worth --- */

static void compose_add_text(struct buf *out, const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++)
            buf_printf(out, "%.*s ", STR_ARG(text->blocks[i].sentences[j].text));
}

#define LIKENESS "%.0f %% of the runs of five words are the page's."

/* What it is stands in front of everything else that is told of it. */
static void tell_copy(struct writing *writing, double copied)
{
    writing_note(writing,
                 "This is the page itself, shortened, not a new text: " LIKENESS
                 " Published beside the page it is a duplicate of it. The built-in writer has no other "
                 "words for what a page says; with a language model it is written anew.",
                 copied * 100);
    size_t count = json_array_size(writing->notes);
    json_t *note = json_incref(json_array_get(writing->notes, count - 1));
    json_array_remove(writing->notes, count - 1);
    if (json_array_insert_new(writing->notes, 0, note) != 0)
        arena_fail(writing->arena);
}

static void tell_likeness(struct composing *composing, const struct draft *draft)
{
    struct buf out = {0};
    for (size_t i = 0; i < draft->count; i++) {
        compose_add_text(&out, &draft->parts[i].text);
        for (size_t j = 0; j < draft->parts[i].count; j++)
            compose_add_text(&out, &draft->parts[i].headings[j].text);
    }
    double copied = check_copied(writing_keep(composing->writing, &out), composing->page);
    if (arena_failed(composing->writing->arena))
        return;
    if (copied > most_copied)
        tell_copy(composing->writing, copied);
    else
        writing_note(composing->writing, LIKENESS, copied * 100);
}

static enum status rewrite_compose(struct writing *writing, struct article_plan *plan, struct draft *draft)
{
    const struct original *original = writing->subject;
    struct composing composing = {.writing = writing,
                                  .original = original,
                                  .page = original->text,
                                  .keeps_all = config_bool(writing->config, "rewriteAllSourceData")};
    struct original_order order = original_order(writing, original, composing.keeps_all);
    enum status status = writing_end(writing, OK);
    for (size_t i = 0; i < draft->count && !status; i++) {
        struct draft_part *part = &draft->parts[i];
        if (part->kind == ARTICLE_INTRODUCTION)
            status = rewrite_compose_introduction(&composing, order.lead, &part->text);
        else if (part->kind == ARTICLE_SECTIONS)
            status = rewrite_compose_sections(&composing, &order, plan, part);
        else if (part->kind == ARTICLE_CONCLUSION)
            rewrite_compose_conclusion(&composing, order.closing, &part->text);
    }
    if (!status)
        tell_likeness(&composing, draft);
    return writing_end(writing, status);
}

/* A section for which a language model gave no text. */
static enum status rewrite_fill(struct writing *writing, const struct article_plan *plan, size_t number,
                                struct drafted *drafted)
{
    const struct original *original = writing->subject;
    struct composing composing = {.writing = writing, .original = original, .page = original->text, .keeps_all = true};
    size_t section = plan->headings[number].section;
    if (section)
        drafted->text = compose_units(&composing, original->sections[section].first, original->sections[section].end);
    return writing_end(writing, OK);
}

/* --- what a language model writes a page anew from: its passages, its title and headings, its length --- */

#define OPENS  "\xE2\x9F\xA6"
#define CLOSES "\xE2\x9F\xA7"

enum {
    PASSAGE_WORDS = 60, /* of running text: a passage ends with the sentence that reaches them */
    PIECE_SHOWN = 800,  /* bytes of a table, of a quotation or of code */
    LEAST_WORDS = 40,   /* of a page that says next to nothing */
};

/* --- passages --- */

/* A heading with those around it: "Herbs > Mint". */
static struct str material_path_of(struct writing *writing, const struct original *original, size_t section)
{
    const struct original_section *own = &original->sections[section];
    size_t above = section;
    while (above > 0 && original->sections[above].level >= own->level)
        above--;
    if (own->level == 2 || !above || !original->sections[above].heading.len)
        return own->heading;
    struct str path = material_path_of(writing, original, above);
    return str_from(arena_printf(writing->arena, "%.*s > %.*s", STR_ARG(path), STR_ARG(own->heading)));
}

/* Numbers of a list count its items on their level. */
static size_t item_number(const struct original *original, size_t number)
{
    const struct original_unit *unit = &original->units[number];
    size_t count = unit->number ? unit->number : 1;
    for (size_t i = number; i-- > 0 && !unit->number;) {
        const struct original_unit *before = &original->units[i];
        count += before->kind == UNIT_ITEM && before->group == unit->group && before->level == unit->level;
    }
    return count;
}

static void add_list_mark(const struct original *original, size_t number, struct buf *out)
{
    const struct original_unit *unit = &original->units[number];
    if (unit->is_ordered)
        buf_printf(out, "%zu. ", item_number(original, number));
    else
        buf_str(out, "- ");
}

static struct str keep_clean(struct writing *writing, struct buf *out)
{
    struct str text = writing_keep(writing, out), clean;
    return writing_made(writing, material_clean(writing->arena, text, &clean, writing->err)) ? clean : STR("");
}

/* Units [first, end) as the next passage: `shown` is what stands in prompts. */
static void add_passage(struct writing *writing, struct original *original, size_t first, size_t end, struct buf *shown)
{
    const struct original_unit *unit = &original->units[first];
    struct model_excerpt *passage = &original->passages[original->passage_count];
    struct buf plain = {0};
    *passage = (struct model_excerpt){.heading = material_path_of(writing, original, unit->section),
                                      .name = STR(""),
                                      .is_item = unit->kind == UNIT_ITEM};
    for (size_t i = first; i < end; i++) {
        if (i > first)
            buf_str(&plain, unit->kind == UNIT_ROW ? "\n" : " ");
        buf_add(&plain, original->units[i].text.data, original->units[i].text.len);
    }
    original->sections_of[original->passage_count++] = unit->section;
    for (size_t i = unit->first_link; i < original->units[end - 1].end_link; i++)
        original->links[i].passage = original->passage_count;
    passage->text = keep_clean(writing, &plain);
    passage->shown = keep_clean(writing, shown);
    if (passage->is_item && unit->level > 1)
        passage->shown = str_from(arena_printf(writing->arena, "%*s%.*s", 2 * (unit->level < 6 ? unit->level - 1 : 5),
                                               "", STR_ARG(passage->shown)));
}

static void add_running(struct writing *writing, struct original *original, size_t first, size_t end)
{
    struct buf shown = {0};
    if (original->units[first].kind == UNIT_ITEM)
        add_list_mark(original, first, &shown);
    for (size_t i = first; i < end; i++) {
        struct line line = original_line(writing, original, &original->units[i], 0, original->units[i].text.len);
        if (i > first)
            buf_char(&shown, ' ');
        manuscript_print_links(&line, line.text.len, &shown);
    }
    add_passage(writing, original, first, end, &shown);
}

/* A picture, a table, a quotation or code, under a mark. */
static void material_add_piece(struct writing *writing, struct original *original, size_t first, size_t end)
{
    static const struct {
        char letter;
        const char *name;
    } names[] = {[UNIT_PICTURE] = {'P', "a picture"},
                 [UNIT_ROW] = {'T', "a table"},
                 [UNIT_CODE] = {'C', "code"},
                 [UNIT_QUOTE] = {'Q', "a quotation"}};
    enum unit_kind kind = original->units[first].kind;
    struct original_piece *piece = &original->pieces[original->piece_count];
    size_t number = 1;
    for (size_t i = 0; i < original->piece_count; i++)
        number += original->pieces[i].name.data[0] == names[kind].letter;
    const char *name = arena_printf(writing->arena, "%c%zu", names[kind].letter, number);
    struct buf shown = {0};
    if (!name)
        return;
    bool is_film = kind == UNIT_PICTURE && original->units[first].picture->is_film;
    buf_printf(&shown, OPENS "%s" CLOSES " stands for %s:", name, is_film ? "a video" : names[kind].name);
    for (size_t i = first; i < end && shown.len < PIECE_SHOWN; i++) {
        struct str text = original->units[i].text;
        text.len = text.len > PIECE_SHOWN ? utf8_valid_length((struct str){text.data, PIECE_SHOWN}) : text.len;
        buf_printf(&shown, "%s%.*s", kind == UNIT_PICTURE ? " " : "\n", STR_ARG(text));
    }
    *piece = (struct original_piece){.name = str_from(name), .section = original->units[first].section};
    add_passage(writing, original, first, end, &shown);
    piece->passage = original->passage_count;
    original->passages[piece->passage - 1].is_mark = true;
    original->piece_count++;
    piece->block = original_block(writing, original, first, end);
}

/* The passages, with marks for what keeps its look. */
static void make_passages(struct writing *writing, struct original *original)
{
    original->passages = ARENA_ARRAY(writing->arena, original->count + 1, struct model_excerpt);
    original->sections_of = ARENA_ARRAY(writing->arena, original->count + 1, size_t);
    original->pieces = ARENA_ARRAY(writing->arena, original->count + 1, struct original_piece);
    for (size_t first = 0, end; first < original->count && !arena_failed(writing->arena); first = end) {
        const struct original_unit *units = original->units;
        size_t words = words_count(units[first].text);
        end = original_run(original, first);
        if (original_leaves_out(writing, original, units[first].section))
            continue;
        while (units[first].kind == UNIT_SENTENCE && end < original->count && words < PASSAGE_WORDS &&
               units[end].kind == UNIT_SENTENCE && units[end].block == units[first].block)
            words += words_count(units[end++].text);
        bool is_running = units[first].kind == UNIT_SENTENCE || units[first].kind == UNIT_ITEM;
        if (is_running)
            add_running(writing, original, first, end);
        else
            material_add_piece(writing, original, first, end);
    }
}

/* --- kept as long as the article --- */

enum status rewrite_open(struct writing *writing)
{
    const struct page *page = &writing->pages[0];
    const struct language *written = writing->brief.language;
    struct original *original = ARENA_NEW(writing->arena, struct original);
    struct buf out = {0};
    if (!writing->model && page->language && page->language != written)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                          "the page is in %s, and the built-in writer cannot translate it into %s; choose its "
                          "language, or configure a language model",
                          page->language->name, written->name);
    enum status status = original ? original_read(writing, original) : error_memory(writing->err);
    for (size_t i = 0; i < page->count; i++)
        if (page->blocks[i].kind != BLOCK_CODE)
            buf_printf(&out, "%.*s\n", STR_ARG(page->blocks[i].text));
    struct str text = writing_keep(writing, &out);
    if (status)
        return status;
    if (!original->count)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                          "the page has no sentence that an article could be written from");
    original->text = text;
    writing->subject = original;
    make_passages(writing, original);
    return writing_end(writing, OK);
}

/* --- for the article --- */

static enum status rewrite_passages(struct writing *writing, struct model_excerpt **list, size_t *count)
{
    const struct original *original = writing->subject;
    *list = original->passages;
    *count = original->passage_count;
    return OK;
}

static enum status rewrite_subject(struct writing *writing, struct str *text)
{
    const struct original *original = writing->subject;
    *text = str_from(arena_printf(writing->arena, "PAGE \"%.*s\"", STR_ARG(original->title)));
    return text->data ? OK : error_memory(writing->err);
}

/* As long as the page. */
static enum status rewrite_size(struct writing *writing, struct article_size *size)
{
    const struct original *original = writing->subject;
    size_t words = 0, sections = 0;
    for (size_t i = 0; i < original->passage_count; i++)
        words += original->passages[i].is_mark ? 0 : words_count(original->passages[i].text);
    for (size_t i = 1; i < original->section_count; i++)
        sections += original->sections[i].level == 2;
    size->least = size->most = sections ? sections : 2;
    size->words = words < LEAST_WORDS ? LEAST_WORDS : words;
    return OK;
}

/* Title and headings are the page's own, unless the caller gives others, or they are to be in another language. */
static enum status rewrite_keep(struct writing *writing, struct article_plan *plan)
{
    const struct original *original = writing->subject;
    if (original->language && original->language != writing->brief.language)
        return OK;
    if (!plan->title_is_given)
        plan->title = original->title;
    plan->title_is_given = plan->title.len > 0;
    if (plan->is_given || original->section_count < 3)
        return OK;
    plan->headings = ARENA_ARRAY(writing->arena, original->section_count, struct planned);
    if (!plan->headings)
        return error_memory(writing->err);
    for (size_t i = 1; i < original->section_count; i++) {
        const struct original_section *section = &original->sections[i];
        bool is_inside = plan->count > 0 || section->level == 2; /* one of level 3 needs one to stand in */
        if (!original_leaves_out(writing, original, i))
            plan->headings[plan->count++] =
                (struct planned){.title = section->heading, .level = is_inside ? section->level : 2, .section = i};
    }
    plan->is_given = plan->has_close = true;
    return OK;
}

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_SECTIONS, ARTICLE_CONCLUSION};

const struct article_type type_rewrite = {
    .name = "rewrite_blog_post",
    .bit = TYPE_REWRITE,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .needs = NEEDS_PAGE,
    .keeps_person = true,
    .whole = PROMPT_REWRITE,
    .kind_plan = PROMPT_REWRITE_PLAN,
    .kind_write = PROMPT_REWRITE_WRITE,
    .keep = rewrite_keep,
    .size = rewrite_size,
    .passages = rewrite_passages,
    .subject = rewrite_subject,
    .complete = rewrite_complete,
    .mark = rewrite_mark,
    .plan = rewrite_plan,
    .compose = rewrite_compose,
    .fill = rewrite_fill,
};
