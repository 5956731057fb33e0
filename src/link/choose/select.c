#include "link/choose/choose_parts.h"
#include "text/html/html.h"

#include <math.h>
#include <stdlib.h>

/* A candidate that may be linked, as far as score and page tell. */
struct select_option {
    const struct candidate *candidate;
    double score; /* with what the options add */
    bool is_good; /* scores enough, or is a name so sure that it need not */
    bool is_out;  /* is a part of a longer name, or more than a name */
};

struct selection {
    const struct choosing *choosing;
    const struct candidates *candidates;
    struct targets targets;
    struct link_places places;
    struct anchors anchors;
    struct select_option *heap; /* the best at 0 */
    size_t heap_count;
    struct choice *choices;
    size_t count, most;
    struct choice *judged; /* with the option explain: of each candidate what is known of it; NULL without */
    bool is_trial;         /* what is considered now scores too low, and is only judged */
};

/* Has memory run out for texts? */
static bool selection_failed(const struct selection *selection)
{
    return arena_failed(selection->choosing->arena);
}

/* --- why not --- */

/* why: NOT_REFUSED while nothing is known. */
static void select_refuse(struct selection *selection, const struct select_option *option, enum link_refusal why)
{
    if (!selection->judged)
        return;
    struct choice *judged = &selection->judged[option->candidate - selection->candidates->list];
    *judged = (struct choice){.score = option->score, .candidate = option->candidate, .refusal = why};
}

/* --- the candidates that may be linked --- */

static bool is_good_enough(struct selection *selection, const struct candidate *candidate, double score)
{
    const struct choosing *choosing = selection->choosing;
    return score >= choosing->min_score || (choosing->takes_sure_names && name_is_sure(choosing, candidate)) ||
           (choosing->takes_likely_names && name_is_likely(choosing, candidate));
}

/* What is good is considered first, and the rest in a trial. */
static bool select_is_wanted(const struct selection *selection, const struct select_option *option)
{
    return option->is_good != selection->is_trial;
}

/* Puts all on the heap that may be linked at all, for longer names have a say whatever they score. */
static void select_collect(struct selection *selection)
{
    for (size_t i = 0; i < selection->candidates->count && !selection_failed(selection); i++) {
        const struct candidate *candidate = &selection->candidates->list[i];
        double score = targets_weigh(&selection->targets, candidate->page, candidate->score);
        struct select_option option = {candidate, score, is_good_enough(selection, candidate, score), false};
        enum link_refusal why = targets_refuse_name(&selection->targets, candidate->page);
        if (!why)
            selection->heap[selection->heap_count++] = option;
        else if (select_is_wanted(selection, &option))
            select_refuse(selection, &option, why);
    }
}

/* Drops what is out; in the end also what is not wanted, which had a say until then. */
static void select_drop(struct selection *selection, bool is_end)
{
    size_t kept = 0;
    for (size_t i = 0; i < selection->heap_count; i++) {
        struct select_option option = selection->heap[i];
        bool wanted = select_is_wanted(selection, &option);
        if (option.is_out && wanted)
            select_refuse(selection, &option, REFUSED_PART);
        if (!option.is_out && (wanted || !is_end))
            selection->heap[kept++] = option;
    }
    selection->heap_count = kept;
}

/* Of index_page_url and index_page_title: where the texts begin, and when that is there, the texts. */
static inline FETCHES void index_fetch_text_place(const struct link_index *index, uint32_t page)
{
    FETCH(&index->page_texts[page / TEXT_GROUP]);
}

static inline FETCHES void index_fetch_texts(const struct link_index *index, uint32_t page)
{
    const char *text = index->texts + index->page_texts[page / TEXT_GROUP];
    FETCH(text);
    FETCH(text + INDEX_ALIGNMENT);
}

/* Asks for the texts of the pages. */
static void fetch_texts(const struct selection *selection)
{
    const struct link_index *index = selection->choosing->index;
    for (size_t i = 0; i < selection->heap_count; i++)
        index_fetch_text_place(index, selection->heap[i].candidate->page);
    for (size_t i = 0; i < selection->heap_count; i++)
        index_fetch_texts(index, selection->heap[i].candidate->page);
}

/* --- wholes and parts --- */

static size_t length_of(const struct candidate *candidate)
{
    return candidate->last - candidate->first;
}

static bool is_inside(const struct candidate *part, const struct candidate *all)
{
    return part->first >= all->first && part->last <= all->last && length_of(part) < length_of(all);
}

/* Is one page or none all that links the phrase? */
static bool is_unproved(const struct candidate *candidate)
{
    static const float once = 0.7F; /* a little more than the logarithm of 2 */
    return candidate->features[FEATURE_LINKED] < once;
}

/* Is it the whole title of its page? */
static bool is_title(const struct candidate *candidate)
{
    return candidate->features[FEATURE_TITLE_KIND] <= (float)TITLE_WHOLE;
}

/* Do authors link the page by the part rather than by the whole? */
static bool is_usual(const struct candidate *part, const struct candidate *all)
{
    return part->page == all->page && part->features[FEATURE_TARGET_LINKS] > all->features[FEATURE_TARGET_LINKS];
}

/*
 * Is a part of it the name, while nobody links the whole? Then the rest belongs to the sentence: "check if Google
 * Analytics". A name is the title of the page, what authors link it by, and the title of another page where the whole
 * is but cut out of a title; one of a single word may as well be a part of a longer name.
 */
static bool is_overlong(const struct candidate *all, const struct candidate *part)
{
    if (!is_inside(part, all) || all->features[FEATURE_LINKED] > 0 || is_title(all))
        return false;
    if (part->page == all->page)
        return is_title(part) || is_usual(part, all);
    return is_title(part) && length_of(part) > 1 && all->features[FEATURE_TITLE_KIND] == (float)TITLE_WITHIN;
}

/* Leaves of what is too long the name alone, which is as good if it is of the same page. The options are in the order
 * of their first lexeme. */
static void trim(struct selection *selection)
{
    struct select_option *heap = selection->heap;
    for (size_t i = 0; i < selection->heap_count; i++) {
        size_t j = i;
        while (j > 0 && heap[j - 1].candidate->first == heap[i].candidate->first)
            j--;
        for (; j < selection->heap_count && heap[j].candidate->first < heap[i].candidate->last; j++) {
            if (!is_overlong(heap[i].candidate, heap[j].candidate))
                continue;
            heap[i].is_out = true;
            if (heap[j].candidate->page != heap[i].candidate->page)
                continue;
            heap[j].score = fmax(heap[j].score, heap[i].score);
            heap[j].is_good |= heap[i].is_good;
        }
    }
    select_drop(selection, false);
}

/* Does one stand inside the other, and has no better claim to be linked than that? */
static bool is_part(const struct select_option *option, const struct select_option *whole)
{
    const struct candidate *part = option->candidate, *all = whole->candidate;
    if (!is_inside(part, all))
        return false;
    if (is_title(all) && !is_usual(part, all))
        return true;
    return whole->is_good && (whole->score >= option->score || is_unproved(part));
}

/* Drops parts. The options are in the order of their first lexeme. */
static void drop_parts(struct selection *selection)
{
    struct select_option *heap = selection->heap;
    size_t longest = 0;
    for (size_t i = 0; i < selection->heap_count; i++) {
        size_t first = heap[i].candidate->first;
        longest = length_of(heap[i].candidate) > longest ? length_of(heap[i].candidate) : longest;
        for (size_t j = i; j-- > 0 && !heap[i].is_out && heap[j].candidate->first + longest > first;)
            heap[i].is_out = is_part(&heap[i], &heap[j]);
        for (size_t j = i + 1; j < selection->heap_count && !heap[i].is_out && heap[j].candidate->first == first; j++)
            heap[i].is_out = is_part(&heap[i], &heap[j]);
    }
    select_drop(selection, true);
}

/* --- the best first --- */

/* By score, then place, then length, then page number: every run gives the same order. */
static bool is_before(const struct select_option *left, const struct select_option *right)
{
    const struct candidate *a = left->candidate, *b = right->candidate;
    if (left->score != right->score)
        return left->score > right->score;
    if (a->first != b->first)
        return a->first < b->first;
    return a->last != b->last ? a->last > b->last : a->page < b->page;
}

/* Lets the option at `at` of the heap sink to its place. */
static void sink(struct selection *selection, size_t at)
{
    struct select_option *heap = selection->heap, option = heap[at];
    for (size_t child; (child = 2 * at + 1) < selection->heap_count; at = child) {
        child += child + 1 < selection->heap_count && is_before(&heap[child + 1], &heap[child]);
        if (is_before(&option, &heap[child]))
            break;
        heap[at] = heap[child];
    }
    heap[at] = option;
}

static struct select_option select_take_best(struct selection *selection)
{
    struct select_option best = selection->heap[0];
    selection->heap[0] = selection->heap[--selection->heap_count];
    sink(selection, 0);
    return best;
}

/* --- choosing --- */

/* Takes the texts of the links that plain text has already, as they were taken when those were made. */
static void take_linked(struct selection *selection)
{
    const struct choosing *choosing = selection->choosing;
    const struct lexed *lexed = choosing->lexed;
    for (size_t i = 0; i < lexed->anchor_count; i++) {
        const struct candidate *text = site_links_text(choosing, selection->candidates, i);
        if (!text)
            continue;
        size_t start = lexed->lexemes[text->first].start, end = lexed->lexemes[text->last - 1].end;
        struct str markup = {choosing->content.data + start, end - start};
        anchors_take(&selection->anchors, folded_text(choosing->arena, markup));
        places_take(&selection->places, text->first, text->last);
    }
}

/* What rules say against the option; what is cheap to ask is asked first. Its page is taken if they say nothing. */
static enum link_refusal rule_against(struct selection *selection, const struct candidate *candidate,
                                      struct stretch *span, struct str *folded)
{
    const struct choosing *choosing = selection->choosing;
    enum link_refusal why = targets_refuse(&selection->targets, candidate);
    if (!why)
        why = places_refuse(&selection->places, candidate->first, candidate->last);
    if (why)
        return why;
    if (!stretch_of(choosing->lexed, candidate->first, candidate->last, span))
        return REFUSED_ELEMENT;
    if (name_is_everyday(choosing, candidate))
        return REFUSED_NAMELESS;
    struct str markup = {choosing->content.data + span->start, span->end - span->start};
    *folded = folded_text(choosing->arena, markup);
    if (folded->data)
        why = anchors_refuse(&selection->anchors, *folded, candidate->page);
    return why || selection_failed(selection) ? why : targets_take(&selection->targets, candidate);
}

/* Chooses the option if the rules allow it. */
static void consider(struct selection *selection, const struct select_option *option)
{
    const struct candidate *candidate = option->candidate;
    struct stretch span;
    struct str folded;
    enum link_refusal why = rule_against(selection, candidate, &span, &folded);
    if (!why && !selection_failed(selection)) {
        anchors_take(&selection->anchors, folded);
        places_take(&selection->places, candidate->first, candidate->last);
        why = selection->is_trial ? REFUSED_SCORE : selection->count == selection->most ? REFUSED_COUNT : NOT_REFUSED;
        if (!why)
            selection->choices[selection->count++] = (struct choice){span.start, span.end, option->score, candidate};
    }
    select_refuse(selection, option, why);
}

/* Goes over the options, the best first; with the option explain over those too that are more than may be made. */
static void consider_all(struct selection *selection)
{
    select_collect(selection);
    trim(selection);
    drop_parts(selection);
    fetch_texts(selection);
    for (size_t i = selection->heap_count / 2; i-- > 0;)
        sink(selection, i); /* makes the heap */
    while (selection->heap_count && !selection_failed(selection) &&
           (selection->judged || selection->count < selection->most)) {
        struct select_option best = select_take_best(selection);
        consider(selection, &best);
    }
}

static int compare_choice(const void *a, const void *b)
{
    const struct choice *left = a, *right = b;
    return (left->start > right->start) - (left->start < right->start);
}

/* The best first; of equal ones the earlier. */
static int compare_refused(const void *a, const void *b)
{
    const struct choice *left = a, *right = b;
    if (left->score != right->score)
        return left->score < right->score ? 1 : -1;
    return (left->candidate > right->candidate) - (left->candidate < right->candidate);
}

/* Judges what scores too low, and lists all that was refused. */
static void list_refused(struct selection *selection, struct choices *choices)
{
    const struct lexed *lexed = selection->choosing->lexed;
    struct choice *refused = selection->judged;
    size_t count = 0;
    selection->is_trial = true;
    consider_all(selection);
    for (size_t i = 0; i < selection->candidates->count; i++) {
        if (!refused[i].refusal)
            continue;
        const struct candidate *candidate = refused[i].candidate;
        struct stretch span;
        if (!stretch_of(lexed, candidate->first, candidate->last, &span))
            span =
                (struct stretch){lexed->lexemes[candidate->first].start, lexed->lexemes[candidate->last - 1].end, 0, 0};
        refused[i].start = span.start;
        refused[i].end = span.end;
        refused[count++] = refused[i];
    }
    qsort(refused, count, sizeof *refused, compare_refused);
    choices->refused = refused;
    choices->refused_count = count;
}

static void select_start(struct selection *selection, struct arena *arena)
{
    const struct choosing *choosing = selection->choosing;
    const struct link_options *options = choosing->options;
    size_t candidates = selection->candidates->count;
    size_t most_taken = options->explain && candidates > LINK_MAX_LINKS ? candidates : LINK_MAX_LINKS;
    targets_init(&selection->targets, choosing, most_taken, arena);
    places_init(&selection->places, choosing->lexed, options, arena);
    anchors_init(&selection->anchors, choosing, arena);
    size_t most = options->max_links && options->max_links < LINK_MAX_LINKS ? options->max_links : LINK_MAX_LINKS;
    selection->most = most > selection->targets.links ? most - selection->targets.links : 0;
    selection->choices = ARENA_ARRAY(arena, most, struct choice);
    selection->heap = ARENA_ARRAY(arena, candidates, struct select_option);
    selection->judged = options->explain ? ARENA_ARRAY(arena, candidates + 1, struct choice) : NULL;
}

enum status choose_links(const struct choosing *choosing, const struct candidates *candidates, struct arena *arena,
                         struct choices *choices, struct error *err)
{
    struct selection selection = {.choosing = choosing, .candidates = candidates};
    select_start(&selection, arena);
    if (arena_failed(arena))
        return error_memory(err);
    *choices = (struct choices){.list = selection.choices};
    take_linked(&selection);
    consider_all(&selection);
    choices->count = selection.count;
    if (selection.judged)
        list_refused(&selection, choices);
    if (arena_failed(arena) || selection_failed(&selection))
        return error_memory(err);
    if (choices->count)
        qsort(choices->list, choices->count, sizeof *choices->list, compare_choice);
    return OK;
}

enum { LONGEST_HEADING = 8 }; /* lexemes of a heading over sources */

/* --- elements --- */

static bool holds(const struct link_texts *texts, struct str text, bool any_case)
{
    for (size_t i = 0; i < texts->count; i++)
        if (any_case ? str_ieq(texts->list[i], text) : str_eq(texts->list[i], text))
            return true;
    return false;
}

/* Is one of the names between white space in the text? */
static bool any_name(struct str names, const struct link_texts *texts, bool any_case)
{
    for (size_t at = 0, end; at < names.len; at = end + 1) {
        for (end = at; end < names.len && !ascii_is_space(names.data[end]);)
            end++;
        if (end > at && holds(texts, (struct str){names.data + at, end - at}, any_case))
            return true;
    }
    return false;
}

/* Only what may hold a whole list: a mark in the text may have the class "reference", too. */
static bool calls_itself_sources(const struct html_token *tag)
{
    static const struct str elements[] = {{"section", 7}, {"div", 3},    {"ol", 2}, {"ul", 2},
                                          {"aside", 5},   {"footer", 6}, {"dl", 2}};
    static const struct str names[] = {{"references", 10}, {"sources", 7},       {"footnotes", 9},
                                       {"endnotes", 8},    {"bibliography", 12}, {"reflist", 7}};
    const struct link_texts sources = {names, COUNT_OF(names)}, holders = {elements, COUNT_OF(elements)};
    if (!holds(&holders, tag->name, true))
        return false;
    return any_name(html_attribute(tag, STR("class")), &sources, true) ||
           any_name(html_attribute(tag, STR("id")), &sources, true);
}

static bool is_closed(const void *context, const struct html_token *tag)
{
    const struct link_options *options = context;
    if (holds(&options->exclude_tags, tag->name, true))
        return true;
    if (!tag->unread.len && !tag->attribute_count)
        return false;
    return calls_itself_sources(tag) || (options->exclude_classes.count &&
                                         any_name(html_attribute(tag, STR("class")), &options->exclude_classes, false));
}

struct lexer_exclusion closed_elements(const struct link_options *options)
{
    return (struct lexer_exclusion){is_closed, options};
}

/* --- elements that Markdown has signs for --- */

static const struct written {
    const char *tag;
    unsigned blocks; /* bits: 1 << enum block_kind */
    unsigned marks;
} written_elements[] = {
    {"blockquote", 1u << IN_QUOTE, 0},
    {"li", 1u << IN_LIST_ITEM, 0},
    {"ul", 1u << IN_LIST_ITEM, 0},
    {"ol", 1u << IN_LIST_ITEM, 0},
    {"table", 1u << IN_CELL, 0},
    {"td", 1u << IN_CELL, 0},
    {"em", 0, MARK_ITALIC},
    {"strong", 0, MARK_BOLD},
};

static void close_written(struct lexed *lexed, const struct link_texts *tags)
{
    unsigned blocks = 0, marks = 0;
    for (size_t i = 0; i < COUNT_OF(written_elements); i++) {
        if (!holds(tags, str_from(written_elements[i].tag), true))
            continue;
        blocks |= written_elements[i].blocks;
        marks |= written_elements[i].marks;
    }
    for (size_t i = 0; (blocks || marks) && i < lexed->count; i++)
        if (1u << lexed->lexemes[i].block & blocks || lexed->lexemes[i].marks & marks)
            lexed->lexemes[i].blocked |= BLOCK_OTHER;
}

/* --- the start --- */

/* A piece between white space that holds a word is one; an ideograph or kana half of one. */
static void close_start(struct lexed *lexed, size_t words)
{
    bool has_word = false; /* in the present piece */
    for (size_t i = 0, half_words = 0; i < lexed->count; i++) {
        struct lexeme *lexeme = &lexed->lexemes[i];
        has_word = has_word && lexeme->marks & MARK_FOLLOWS_CLOSELY;
        if (lexeme->kind == LEXEME_WORD && !has_word)
            half_words += 2;
        else if (lexeme->kind == LEXEME_IDEOGRAPH || lexeme->kind == LEXEME_KATAKANA)
            half_words++;
        has_word = has_word || lexeme->kind == LEXEME_WORD;
        if (half_words > 2 * words)
            break;
        lexeme->blocked |= BLOCK_OTHER;
    }
}

/* --- lists of sources --- */

/* Are the lexemes [first, last) a heading over sources? */
static bool heads_sources(const struct lexed *lexed, size_t first, size_t last, const struct language *language,
                          struct arena *arena)
{
    if (first >= last || last - first > LONGEST_HEADING)
        return false;
    size_t start = lexed->lexemes[first].start, end = lexed->lexemes[last - 1].end;
    struct str folded = folded_text(arena, (struct str){lexed->content.data + start, end - start});
    return folded.data && discourse_heads_sources(language, folded);
}

/* The next heading from i on of this level or a higher one. */
static size_t closed_section_end(const struct lexed *lexed, size_t heading)
{
    for (size_t i = heading + 1; i < lexed->heading_count; i++)
        if (lexed->headings[i].level <= lexed->headings[heading].level)
            return lexed->headings[i].first;
    return lexed->count;
}

static bool closed_is_item(const struct lexeme *lexeme)
{
    return lexeme->block == IN_LIST_ITEM || lexeme->block == IN_TERM || lexeme->block == IN_DEFINITION;
}

static bool has_items(const struct lexed *lexed, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (closed_is_item(&lexed->lexemes[i]))
            return true;
    return false;
}

static void close_items(struct lexed *lexed, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (closed_is_item(&lexed->lexemes[i]))
            lexed->lexemes[i].blocked |= BLOCK_OTHER;
}

static void close_sections(struct lexed *lexed, const struct language *language, struct arena *arena)
{
    for (size_t i = 0; i < lexed->heading_count; i++) {
        const struct lexer_heading *heading = &lexed->headings[i];
        size_t end = closed_section_end(lexed, i);
        if (has_items(lexed, heading->last, end) &&
            heads_sources(lexed, heading->first, heading->last, language, arena))
            close_items(lexed, heading->last, end);
    }
}

/* A list right behind a paragraph that is nothing but such a heading: "<p><b>Sources:</b></p><ul>". */
static void close_announced(struct lexed *lexed, const struct language *language, struct arena *arena)
{
    size_t start = 0; /* of the paragraph before */
    for (size_t i = 1; i < lexed->count; i++) {
        const struct lexeme *lexeme = &lexed->lexemes[i];
        if (lexeme->paragraph == lexeme[-1].paragraph)
            continue;
        bool is_before_list = closed_is_item(lexeme) && !closed_is_item(&lexeme[-1]) && lexeme[-1].block != IN_HEADING;
        if (is_before_list && heads_sources(lexed, start, i, language, arena)) {
            size_t end = i;
            while (end < lexed->count && closed_is_item(&lexed->lexemes[end]))
                end++;
            close_items(lexed, i, end);
        }
        start = i;
    }
}

enum status close_places(struct lexed *lexed, const struct link_options *options, const struct language *language,
                         struct arena *arena, struct error *err)
{
    if (options->skip_words)
        close_start(lexed, options->skip_words);
    if (options->exclude_tags.count)
        close_written(lexed, &options->exclude_tags);
    close_sections(lexed, language, arena);
    close_announced(lexed, language, arena);
    return arena_failed(arena) ? error_memory(err) : OK;
}
