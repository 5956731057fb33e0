/* Which pages and parts an article is made of, up to its length. */
#include "write/pages/page.h"

#include <stdlib.h>

enum {
    USUAL_WORDS = 3600,   /* where nobody names a length: most pages are shorter, and readers miss what is cut */
    FURTHER_WORDS = 1500, /* from which on further pages add little but what is beside the subject */
    SECTION_WORDS = 250,  /* of one of a number of sections that the caller wants */
    MOST_FOUND = 7,       /* pages of those that nobody named */
    MOST_TELLING = 2,     /* of them those that only tell of the subject */
    LEAST_QUOTA = 110,    /* words of a further page */
    ASIDE_WORDS = 160,    /* of a page that says the subject's name in passing, and was named by a person */
    LEAST_PART = 6,       /* words of a part without list, table and code */
    LEAST_SECTION = 25,   /* words of what a further page adds */
    LONG_PART = 440,      /* words of a part whose end goes before whole parts do */
    LEAST_SECTIONS = 2,   /* of a page: no more go whole */
    OPENING_WORDS = 120,  /* of an introduction */
    OPENING_REST = 40,    /* words before the first heading that are no introduction, and make a section */
    TOLD_WORDS = 50,      /* of a part that says enough of what its heading names */
    SAME_HEADINGS = 2,    /* with so many, two pages are of one kind: two recipes have "Ingredients" and "Steps" */
};

/* Of the words, where a person named pages or another one is the subject too. What others cannot fill is the first
 * one's as well. */
static const double share_of_first = 0.75;
/* An article may be so much longer than asked for: a list is whole or not there; and a page, which without a quarter of
 * it would lack what a reader looks for. */
static const double slack = 1.12, slack_of_whole = 1.25;
/* Of the shorter one of two headings. */
static const double same_name = 0.5;
/* A part of which so much had to go is what is left of a story. */
static const double lost_share = 0.6;

/* With so many times the words that the article may have, no further page that nobody named is looked at. */
static const double enough_found = 1.7;

static bool append_section(struct by_page *made, struct page_section section)
{
    struct page_section *added = VEC_PUSH(made->writing->arena, made->sections, made->section_count, made->section_cap);
    if (added)
        *added = section;
    return added;
}

/* --- parts --- */

static bool has_block(const struct page_part *part)
{
    for (size_t i = 0; i < part->count; i++)
        if (part->pieces[i].kind != PIECE_PARAGRAPH)
            return true;
    return false;
}

static bool has_kept_inside(const struct page_view *view, size_t number)
{
    for (size_t i = number + 1; i < view->parts[number].end; i++)
        if (view->parts[i].is_kept && view->parts[i].words)
            return true;
    return false;
}

/* Has the part enough of its own to say? */
static bool says_enough(const struct page_part *part)
{
    if (has_block(part))
        return true;
    bool is_rest = (double)part->lost > lost_share * (double)(part->lost + part->words);
    return part->words >= LEAST_PART && !is_rest;
}

/* Keeps what can stand, from the inside out. */
static void keep_fit(struct page_view *view)
{
    for (size_t i = view->count; i-- > 1;) {
        struct page_part *part = &view->parts[i];
        part->is_kept = says_enough(part);
        if (!part->is_kept) {
            part->words = 0;
            for (size_t j = 0; j < part->count; j++)
                part->pieces[j].is_left = true;
        }
        part->is_kept |= has_kept_inside(view, i);
    }
}

void page_part_shorten(struct page_part *part, size_t least)
{
    for (size_t i = part->count; i-- > 1 && part->words > least;) {
        struct page_piece *piece = &part->pieces[i];
        if (piece->is_left)
            continue;
        if (piece->kind == PIECE_TABLE || part->words - piece->words < least / 4)
            return;
        piece->is_left = true;
        part->words -= piece->words;
        if (part->pieces[i - 1].leads && !part->pieces[i - 1].is_left) {
            part->pieces[i - 1].is_left = true;
            part->words -= part->pieces[i - 1].words;
        }
    }
}

static size_t count_main(const struct page_view *view)
{
    size_t count = 0;
    for (size_t i = 1; i < view->count; i++)
        count += view->parts[i].is_kept && view->parts[i].depth == 1;
    return count;
}

/* What a part is worth beside the room that it takes. */
static double dearness(const struct page_part *part)
{
    static const double of_word = 0.003; /* 300 words are to be worth what naming half of the keyword is */
    return part->worth - of_word * (double)part->words;
}

/* The part that may go first: the least worth with nothing inside it. */
static struct page_part *find_least(struct page_view *view, size_t least_sections)
{
    struct page_part *least = NULL;
    bool holds_main = count_main(view) <= least_sections;
    for (size_t i = 1; i < view->count; i++) {
        struct page_part *part = &view->parts[i];
        if (!part->is_kept || has_kept_inside(view, i) || (part->depth == 1 && holds_main))
            continue;
        if (!least || dearness(part) < dearness(least))
            least = part;
    }
    return least;
}

/* Shortens the page to so many words: ends of very long parts first, then whole parts, which leave no hole. */
static void fit_page_into(struct page_view *view, size_t words, size_t least_sections)
{
    double most = slack * (double)words;
    if ((double)page_part_words(view, 1, view->count) <= slack_of_whole * (double)words)
        return;
    for (size_t i = view->count; i-- > 1;)
        if (view->parts[i].is_kept && view->parts[i].words > LONG_PART &&
            (double)page_part_words(view, 1, view->count) > most)
            page_part_shorten(&view->parts[i], LONG_PART);
    for (struct page_part *least; (double)page_part_words(view, 1, view->count) > most;) {
        least = find_least(view, least_sections);
        if (!least)
            return;
        least->is_kept = false;
    }
}

/* --- pages --- */

/* The questions that a page collects are those of the article. */
static void set_questions_aside(struct page_view *view)
{
    for (size_t i = 1; i < view->count; i++)
        for (size_t j = i; view->parts[i].is_faq && j < view->parts[i].end; j++)
            view->parts[j].is_done = true;
}

void page_parts_open(struct by_page *made, struct page_view *view)
{
    page_view_read(made, view);
    page_parts_weigh(made, view);
    keep_fit(view);
    if (config_bool(made->writing->config, "includeFaq"))
        set_questions_aside(view);
    view->is_used = true;
}

/* A conclusion of a page that is about the subject is the article's; of others it goes. */
void page_set_closing_aside(struct by_page *made, struct page_view *view)
{
    for (size_t i = 1; i < view->count; i++) {
        struct page_part *part = &view->parts[i];
        if (!part->closes || part->depth != 1)
            continue;
        part->is_done = true;
        if (!made->closing && part->is_kept && (view == made->pages || view->found.class >= PAGE_NAMES))
            made->closing = part;
    }
}

static size_t opening_words(const struct by_page *made)
{
    size_t words = 0;
    for (size_t i = 0; i < made->opening_count; i++)
        words += made->opening[i]->words;
    return words;
}

static void open_with(struct by_page *made, struct page_part *part, struct page_piece *piece)
{
    piece->is_left = true;
    part->words -= piece->words;
    made->opening[made->opening_count++] = piece;
}

/* Of all that stands before the first heading and below it, and one more. */
static bool room_for_opening(struct by_page *made, const struct page_view *view)
{
    size_t first = view->count > 1 ? view->parts[1].count : 0;
    made->opening = ARENA_ARRAY(made->writing->arena, view->parts[0].count + first + 1, const struct page_piece *);
    return made->opening;
}

/* What stands before the first heading opens the article, up to so many words; what is left of it is a section. */
void page_take_opening(struct by_page *made, struct page_view *view)
{
    struct page_part *lead = &view->parts[0];
    size_t words = 0;
    if (!room_for_opening(made, view) || config_bool(made->writing->config, "disableIntroduction"))
        return;
    for (size_t i = 0; i < lead->count; i++) {
        struct page_piece *piece = &lead->pieces[i];
        bool is_plain = piece->kind == PIECE_PARAGRAPH && !piece->leads;
        if (!is_plain || (words && words + piece->words > OPENING_WORDS))
            return;
        if (words || !piece->leans) /* else it opens nothing */
            open_with(made, lead, piece);
        piece->is_left = true;
        words = opening_words(made);
    }
}

static size_t class_count(const struct by_page *made, enum page_class class)
{
    size_t count = 0;
    for (size_t i = 0; i < made->count; i++)
        count += made->pages[i].found.class >= class;
    return count;
}

bool page_has_say(const struct by_page *made, const struct page_view *view)
{
    static const double least = 0.19; /* of the keyword; of 38 pages those on something else had up to 0.17 of it */
    return made->are_named && (sought_says_anything(made->sought, &view->found) || view->found.covered >= least);
}

/* Is a further page used? Of those that a person named each that says anything; of those that were found the nearest.
 */
static bool is_page_wanted(const struct by_page *made, size_t number, size_t used, size_t words)
{
    const struct page_view *view = &made->pages[number];
    if (made->are_named)
        return page_has_say(made, view) || made->breadth == BREADTH_ALL;
    if (view->found.class == PAGE_IS && view->facets < made->pages[0].facets)
        return false; /* "Snake gourd" beside "Snake plant", in a collection on plants */
    if (used >= MOST_FOUND || (used >= 2 && (double)words > enough_found * (double)made->budget))
        return false;
    if (view->found.class == PAGE_TELLS)
        return used < MOST_TELLING + class_count(made, PAGE_HOLDS);
    return view->found.class >= PAGE_HOLDS;
}

/* Leaves out what is not about the subject, up to the part behind those inside it. */
static void keep_about_inside(struct by_page *made, struct page_view *view, size_t number)
{
    struct page_part *part = &view->parts[number];
    part->is_kept = false;
    for (size_t i = number + 1; i < part->end; i++) {
        view->parts[i].is_kept = view->parts[i].is_kept && page_part_is_about(made, view, i);
        part->is_kept |= view->parts[i].is_kept;
    }
    if (part->is_kept)
        part->words = 0; /* its heading alone stays */
}

static bool names_any(const struct page_part *part)
{
    head_set heads = part->hit.heads;
    for (size_t i = 0; i < part->count; i++)
        heads |= part->pieces[i].heads;
    return heads;
}

/* The part that is worth most to the keyword; NULL: none names any of it. */
static struct page_part *find_nearest(struct page_view *view)
{
    struct page_part *best = NULL;
    for (size_t i = 1; i < view->count; i++)
        if (says_enough(&view->parts[i]) && names_any(&view->parts[i]) && (!best || view->parts[i].worth > best->worth))
            best = &view->parts[i];
    return best;
}

/* Is all of a page taken? Of those that nobody named it must be the subject itself. */
static bool is_page_whole(const struct by_page *made, const struct page_view *view)
{
    if (made->breadth == BREADTH_ALL)
        return true;
    if (!made->are_named && view != made->pages)
        return view->found.class == PAGE_IS;
    bool is_near = made->are_named && (view == made->pages || made->breadth == BREADTH_NAMED);
    return view->found.class >= PAGE_NAMES || (is_near && view->found.class >= PAGE_HALF);
}

/* Of a page that is about something else, and of one of which a section is on the subject, only that is kept; where a
 * person named the page, at least the part that comes nearest: each has a say. */
static void keep_about(struct by_page *made, struct page_view *view)
{
    struct page_part *nearest = page_has_say(made, view) ? find_nearest(view) : NULL;
    size_t kept = 0;
    for (size_t i = 1; i < view->count; i = view->parts[i].end) {
        if (!page_part_is_about(made, view, i))
            keep_about_inside(made, view, i);
        kept += view->parts[i].is_kept;
    }
    if (kept || !nearest)
        return;
    page_part_shorten(nearest, ASIDE_WORDS);
    nearest->is_kept = nearest->words >= LEAST_SECTION;
    for (size_t above = nearest->parent; nearest->is_kept && above != NO_PART; above = view->parts[above].parent) {
        view->parts[above].is_kept = true;
        view->parts[above].words = 0;
    }
}

/* --- pages of one kind --- */

static bool have_same_headings(const struct page_view *one, const struct page_view *other)
{
    size_t same = 0;
    for (size_t i = 1; i < one->count; i++)
        for (size_t j = 1; j < other->count; j++)
            same += one->parts[i].is_kept && other->parts[j].is_kept && !one->parts[i].closes &&
                    str_ieq(one->parts[i].heading, other->parts[j].heading);
    return same >= SAME_HEADINGS;
}

/* --- sections --- */

static size_t find_same(const struct by_page *made, struct str heading)
{
    size_t at = 0;
    while (at < made->section_count && !str_ieq(made->sections[at].heading, heading))
        at++;
    return at;
}

/* A section goes behind those under the heading that it shares; else it comes last. */
static void page_add_section(struct by_page *made, struct page_section section)
{
    size_t same = find_same(made, section.heading), at = same + 1;
    if (!append_section(made, section) || at >= made->section_count)
        return;
    while (at + 1 < made->section_count && made->sections[at].goes_on)
        at++;
    section.goes_on = true;
    memmove(&made->sections[at + 1], &made->sections[at], (made->section_count - 1 - at) * sizeof *made->sections);
    made->sections[at] = section;
}

/* All of a page below its title. */
static struct page_section whole_page(struct page_view *view)
{
    return (struct page_section){.heading = view->parts[0].heading, .view = view, .first = 0, .end = view->count};
}

/* A heading that names no subject gives way to what the page is called; one of a further page that is the subject and
 * nothing else goes on with the first section. */
static struct str section_name(const struct by_page *made, const struct page_view *view, const struct page_part *part)
{
    bool repeats = !part->hit.others && part->hit.heads == sought_all(made->sought);
    if (repeats && view != &made->pages[0] && made->section_count)
        return made->sections[0].heading;
    return part->says_nothing ? view->parts[0].heading : part->heading;
}

static void page_add_parts(struct by_page *made, struct page_view *view)
{
    for (size_t i = 1; i < view->count; i = view->parts[i].end) {
        const struct page_part *part = &view->parts[i];
        if (part->is_kept && !part->is_done && page_part_words(view, i, part->end))
            page_add_section(
                made, (struct page_section){
                          .heading = section_name(made, view, part), .view = view, .first = i, .end = part->end});
    }
}

/* What the first page says before its first heading, and no introduction has room for. */
static void add_rest(struct by_page *made, struct page_view *view)
{
    struct page_part *lead = &view->parts[0];
    lead->is_kept = has_block(lead) || lead->words >= OPENING_REST;
    if (lead->is_kept && lead->words)
        page_add_section(made, (struct page_section){.heading = lead->heading, .view = view, .first = 0, .end = 1});
}

/* Can the first paragraph of the section open the article, and is enough left of it without? */
static bool has_opening(const struct by_page *made, const struct page_view *view, size_t number)
{
    const struct page_part *part = &view->parts[number];
    const struct page_piece *piece = part->count ? &part->pieces[0] : NULL;
    if (!piece || piece->kind != PIECE_PARAGRAPH || piece->leads || piece->leans || piece->words < LEAST_PART)
        return false;
    return piece->heads & sought_noun(made->sought) &&
           (part->words >= piece->words + OPENING_REST || has_kept_inside(view, number));
}

/* A first section whose heading is the subject and nothing else, or says nothing, goes on with the introduction. Of
 * another one the first paragraph opens the article where nothing stands before the first heading. */
static void take_first(struct by_page *made, struct page_view *view)
{
    struct page_part *first = view->count > 1 && view->parts[1].is_kept ? &view->parts[1] : NULL;
    if (!first)
        return;
    bool is_frame = first->says_nothing || (!first->hit.others && first->hit.heads == sought_all(made->sought));
    if (!is_frame && !made->opening_count && has_opening(made, view, 1))
        open_with(made, first, &first->pieces[0]);
    for (size_t i = 0; i < first->count && is_frame; i++) {
        struct page_piece *piece = &first->pieces[i];
        size_t words = opening_words(made);
        if (piece->kind != PIECE_PARAGRAPH || piece->leads || (words && words + piece->words > OPENING_WORDS))
            break;
        if (words || !piece->leans)
            open_with(made, first, piece);
    }
    first->is_kept = first->words >= LEAST_PART || has_kept_inside(view, 1);
}

/* Where neither opens the article, and the page does not say of itself what it is about, the first paragraph does that
 * has the whole keyword and is missed by nothing behind it. */
static void take_naming(struct by_page *made, struct page_view *view)
{
    const char *description = view->page->description;
    if (made->opening_count || (description && words_count(str_from(description)) >= LEAST_PART))
        return;
    for (size_t i = 1; i < view->count; i++) {
        struct page_part *part = &view->parts[i];
        for (size_t j = 0; part->is_kept && j < part->count; j++) {
            struct page_piece *piece = &part->pieces[j];
            bool is_missed = j + 1 < part->count && part->pieces[j + 1].leans;
            bool opens = piece->kind == PIECE_PARAGRAPH && !piece->is_left && !piece->leads && !piece->leans;
            if (!opens || is_missed || piece->words < LEAST_PART || piece->words > OPENING_WORDS ||
                piece->heads != sought_all(made->sought) || part->words < piece->words + OPENING_REST)
                continue;
            open_with(made, part, piece);
            return;
        }
    }
}

static void add_first(struct by_page *made, struct page_view *view, size_t words)
{
    page_set_closing_aside(made, view);
    bool is_subject = view->found.class >= PAGE_NAMES || made->are_named;
    bool is_opened = !config_bool(made->writing->config, "disableIntroduction");
    if (is_subject)
        page_take_opening(made, view);
    else
        room_for_opening(made, view);
    if (!made->opening)
        return;
    if (is_opened)
        take_first(made, view);
    fit_page_into(view, words, LEAST_SECTIONS);
    if (is_opened)
        take_naming(made, view);
    if (is_subject)
        add_rest(made, view);
    page_add_parts(made, view);
}

/* Words of running text and tables that are kept: what a list says by itself is seldom enough. */
static size_t telling_words(const struct page_view *view)
{
    size_t words = 0;
    for (size_t i = 0; i < view->count; i++)
        for (size_t j = 0; view->parts[i].is_kept && view->parts[i].words && j < view->parts[i].count; j++) {
            const struct page_piece *piece = &view->parts[i].pieces[j];
            words += piece->is_left || piece->kind == PIECE_LIST ? 0 : piece->words;
        }
    return words;
}

/* The one part that is left of a page may still be longer than its room. */
static void shorten_last(struct page_view *view, size_t words)
{
    if (count_main(view) > 1 || (double)page_part_words(view, 1, view->count) <= slack * (double)words)
        return;
    for (size_t i = view->count; i-- > 1;)
        if (view->parts[i].is_kept && view->parts[i].words > words)
            page_part_shorten(&view->parts[i], words);
}

/* What stands before the first heading of a further page on the subject is told below its title, where there is room.
 */
static void keep_lead(const struct by_page *made, struct page_view *view, size_t words)
{
    struct page_part *lead = &view->parts[0];
    size_t left = words - page_part_words(view, 1, view->count);
    bool is_alone = !count_main(view);
    bool has_room = page_part_words(view, 1, view->count) < words && lead->words <= left;
    if (is_alone && lead->words > words)
        page_part_shorten(lead, words);
    lead->is_kept = lead->count && is_page_whole(made, view) && (is_alone || has_room) && says_enough(lead) &&
                    !lead->pieces[0].leans;
    if (!lead->is_kept)
        lead->words = 0;
}

/* Is a part of the article called as this one is, as far as the keyword does not say it, and long enough? */
static bool is_told_already(const struct by_page *made, const struct page_part *part)
{
    for (size_t i = 0; i < made->section_count; i++) {
        const struct page_section *section = &made->sections[i];
        for (size_t j = section->first; j < section->end; j++) {
            const struct page_part *told = &section->view->parts[j];
            if (told->is_kept && told->words >= TOLD_WORDS && shingles_overlap(&told->names, &part->names, same_name))
                return true;
        }
    }
    return false;
}

/* Two guides to one thing say half of it twice. */
static void drop_told(const struct by_page *made, struct page_view *view)
{
    for (size_t i = 1; i < view->count; i = view->parts[i].is_kept ? i + 1 : view->parts[i].end) {
        if (!is_told_already(made, &view->parts[i]))
            continue;
        for (size_t j = i; j < view->parts[i].end; j++)
            view->parts[j].is_kept = false;
    }
}

/* What a further page adds: several sections of it stand below its title, one by itself. */
static void add_further(struct by_page *made, struct page_view *view, size_t words)
{
    page_set_closing_aside(made, view);
    drop_told(made, view);
    fit_page_into(view, words, 1);
    shorten_last(view, words);
    keep_lead(made, view, words);
    if (telling_words(view) < LEAST_SECTION && !is_page_whole(made, view))
        return;
    if (count_main(view) > 1 || view->parts[0].is_kept)
        page_add_section(made, whole_page(view));
    else
        page_add_parts(made, view);
}

static size_t section_words(const struct by_page *made)
{
    size_t words = 0;
    for (size_t i = 0; i < made->section_count; i++)
        words += page_part_words(made->sections[i].view, made->sections[i].first, made->sections[i].end);
    return words;
}

/* --- how many sections --- */

static double worth_of(const struct page_section *section)
{
    double worth = 0;
    for (size_t i = section->first; i < section->end; i++) {
        const struct page_part *part = &section->view->parts[i];
        if (part->is_kept && part->worth > worth)
            worth = part->worth;
    }
    return worth;
}

/* Is it all that the article has of a page that a person named? */
static bool is_only_say(const struct by_page *made, const struct page_section *section)
{
    size_t count = 0;
    for (size_t i = 0; i < made->section_count; i++)
        count += made->sections[i].view == section->view;
    return made->are_named && count == 1;
}

static bool goes_before(const struct by_page *made, const struct page_section *section,
                        const struct page_section *other)
{
    bool is_only = is_only_say(made, section);
    if (is_only != is_only_say(made, other))
        return !is_only;
    return worth_of(section) <= worth_of(other);
}

/* Without the sections that are worth least; the first one stays. */
static void drop_sections(struct by_page *made, size_t most)
{
    while (page_sections_count(made) > most) {
        size_t least = 0;
        for (size_t i = 1; i < made->section_count; i++)
            if (!made->sections[i].goes_on && (!least || goes_before(made, &made->sections[i], &made->sections[least])))
                least = i;
        size_t end = least + 1;
        while (end < made->section_count && made->sections[end].goes_on)
            end++;
        memmove(&made->sections[least], &made->sections[end], (made->section_count - end) * sizeof *made->sections);
        made->section_count -= end - least;
    }
}

/* The parts inside a section become sections of their own. */
static void split_section(struct by_page *made, size_t number)
{
    struct page_section whole = made->sections[number];
    size_t before = made->section_count;
    int depth = whole.view->parts[whole.first].depth + 1;
    for (size_t i = whole.first + 1; i < whole.end; i++) {
        const struct page_part *part = &whole.view->parts[i];
        if (part->depth == depth && part->is_kept && page_part_words(whole.view, i, part->end) >= LEAST_PART)
            append_section(made, (struct page_section){part->heading, whole.view, i, part->end, false});
    }
    size_t more = made->section_count - before;
    struct page_section *list = more ? ARENA_ARRAY(made->writing->arena, more, struct page_section) : NULL;
    if (!list)
        return;
    memcpy(list, made->sections + before, more * sizeof *list);
    memmove(&made->sections[number + 1 + more], &made->sections[number + 1],
            (before - number - 1) * sizeof *made->sections);
    memcpy(&made->sections[number + 1], list, more * sizeof *list);
    made->sections[number].end = list[0].first;
}

size_t page_sections_count(const struct by_page *made)
{
    size_t count = 0;
    for (size_t i = 0; i < made->section_count; i++)
        count += !made->sections[i].goes_on;
    return count;
}

/* As many sections as the caller asked for, where the pages have so many. */
static void fit_count(struct by_page *made)
{
    size_t least, most;
    plan_bounds(made->writing->config, &least, &most);
    for (size_t i = 0; i < made->section_count && page_sections_count(made) < least; i++)
        split_section(made, i);
    if (most)
        drop_sections(made, most);
}

static void set_budget(struct by_page *made)
{
    size_t least, most;
    plan_bounds(made->writing->config, &least, &most);
    made->budget = most ? most * SECTION_WORDS : USUAL_WORDS;
    made->enough = most ? made->budget : FURTHER_WORDS;
}

/* Words of the further pages that are used, up to what there is room for. */
static size_t further_words(const struct by_page *made)
{
    size_t words = 0;
    for (size_t i = 1; i < made->count; i++)
        if (made->pages[i].is_used)
            words += page_part_words(&made->pages[i], 0, made->pages[i].count);
    return words;
}

/* Words that the article has room for yet, of so many. */
static size_t words_left(const struct by_page *made, size_t most)
{
    size_t words = section_words(made);
    return most > words ? most - words : 0;
}

static size_t at_least_quota(size_t words)
{
    return words > LEAST_QUOTA ? words : LEAST_QUOTA;
}

static void add_of_kind(struct by_page *made)
{
    for (size_t i = 0; i < made->count; i++) {
        struct page_view *view = &made->pages[i];
        size_t left = words_left(made, made->budget);
        bool is_same = view->found.class == PAGE_IS && have_same_headings(view, &made->pages[0]);
        if (!view->is_used || (i && (!is_same || left < LEAST_QUOTA)))
            continue;
        view->parts[0].is_kept = true;
        fit_page_into(view, at_least_quota(left), 0);
        append_section(made, whole_page(view));
    }
}

static bool are_of_kind(const struct by_page *made)
{
    size_t same = 0;
    for (size_t i = 1; i < made->count; i++)
        same += made->pages[i].is_used && made->pages[i].found.class == PAGE_IS &&
                have_same_headings(&made->pages[0], &made->pages[i]);
    return same > 0;
}

/* Pages that a person named, of which none is called as the subject is, and none more than the others, are parts of it:
 * each in the order in which they were named, below its title, with the same room. */
static bool are_parts(const struct by_page *made)
{
    return made->are_named && made->count > 1 && made->pages[0].found.class < PAGE_HOLDS &&
           heads_count(made->pages[0].named) <= heads_count(made->pages[1].named);
}

static int as_named(const void *left, const void *right)
{
    const struct page_view *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

static void add_as_parts(struct by_page *made)
{
    qsort(made->pages, made->count, sizeof *made->pages, as_named);
    made->breadth = BREADTH_ALL;
    for (size_t i = 0; i < made->count; i++) {
        size_t quota = words_left(made, made->budget) / (made->count - i);
        page_parts_open(made, &made->pages[i]);
        if (arena_failed(made->writing->arena))
            return;
        add_further(made, &made->pages[i], at_least_quota(quota));
    }
}

/* Is there another page that is the subject? */
static bool has_second(const struct by_page *made)
{
    return made->count > 1 && made->pages[1].is_used && made->pages[1].found.class == PAGE_IS;
}

static void add_all(struct by_page *made, size_t used)
{
    double share = made->are_named || has_second(made) ? share_of_first : 1;
    size_t rest = further_words(made), own = (size_t)(share * (double)made->budget);
    if (used < 2)
        own = made->budget;
    else if (own + rest < made->budget)
        own = made->budget - rest;
    add_first(made, &made->pages[0], own);
    for (size_t i = 1, further = used - 1; i < made->count; i++) {
        size_t left = words_left(made, made->enough);
        if (!made->pages[i].is_used)
            continue;
        size_t quota = left / (further ? further : 1);
        further--;
        if (left >= LEAST_QUOTA / 2 || made->are_named)
            add_further(made, &made->pages[i], at_least_quota(quota));
    }
}

void page_parts_choose(struct by_page *made)
{
    size_t used = 0, words = 0;
    set_budget(made);
    for (size_t i = 0; i < made->count && !arena_failed(made->writing->arena); i++) {
        if (i && !is_page_wanted(made, i, used, words))
            continue;
        page_parts_open(made, &made->pages[i]);
        if (!is_page_whole(made, &made->pages[i]) && !are_parts(made))
            keep_about(made, &made->pages[i]);
        used++;
        words += made->pages[i].found.words;
    }
    if (arena_failed(made->writing->arena))
        return;
    if (are_of_kind(made))
        add_of_kind(made);
    else if (are_parts(made))
        add_as_parts(made);
    else
        add_all(made, used);
    fit_count(made);
    made->words = section_words(made) + opening_words(made);
}
