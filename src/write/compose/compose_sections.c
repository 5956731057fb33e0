/* The body: under each heading what its section of the sources says, and nothing from elsewhere. */
#include "write/compose/compose.h"

/* --- an item of a list: what stands under its heading, else what the sources' own list says of it --- */

enum {
    ITEM_WORDS = 90, /* after which no more is added */
    LEAST_OWN = 90,  /* words of its own section that an item gets where there are many items, */
    MOST_OWN = 200,  /* where there are few, */
    ALL_OWN = 1400,  /* and all of them together: as long as a list article is */
    ENOUGH_OWN = 18, /* of its own section, from which it needs nothing from elsewhere */
    MOST_PIECES = 24 /* runs of sentences */
};

/* An item on its way. */
struct item {
    struct composer *composer;
    struct corpus *corpus;
    size_t number; /* of the heading */
    struct builtin_passage pieces[MOST_PIECES];
    size_t count, words;
};

/* Adds `count` sentences of a passage from `first`, as running text. */
static void item_add(struct item *item, const struct passage *passage, size_t first, size_t count)
{
    struct writing *writing = item->composer->writing;
    struct passage part = *passage;
    part.first = first;
    part.count = count;
    part.code = STR("");
    part.row_count = 0;
    struct builtin_passage *piece = &item->pieces[item->count];
    *piece = compose_passage(writing, &part);
    if (!piece->sentences)
        return;
    struct str name = item->composer->plan->headings[item->number].title;
    for (size_t i = 0; i < count; i++) {
        piece->sentences[i].item = 0;
        if (str_ieq(piece->sentences[i].term, name))
            piece->sentences[i].term = STR("");
        item->words += item->corpus->sentences[first + i].words;
        used_add(&writing->used, first + i);
    }
    item->count++;
}

/* What a list of the sources says of the item that it names. */
static void add_from_lists(struct item *item)
{
    struct str name = item->composer->plan->headings[item->number].title;
    for (size_t i = 0; i < item->corpus->passage_count; i++) {
        const struct passage *passage = &item->corpus->passages[i];
        for (size_t j = 0; j < passage->count && passage->is_list && item->words < ITEM_WORDS; j++) {
            const struct source_sentence *sentence = &item->corpus->sentences[passage->first + j];
            size_t run = 1;
            if (!sentence->item || !str_ieq(sentence->term, name) ||
                compose_says(item->composer->writing, passage->first + j) || item->count == MOST_PIECES)
                continue;
            while (j + run < passage->count && sentence[run].item == sentence->item)
                run++;
            item_add(item, passage, passage->first + j, run);
        }
    }
}

/* How many words of its own section an item gets. */
static size_t own_words(const struct article_plan *plan)
{
    size_t items = 0;
    for (size_t i = 0; i < plan->count; i++)
        items += plan->headings[i].role == ROLE_ITEM;
    size_t each = ALL_OWN / (items ? items : 1);
    return each < LEAST_OWN ? LEAST_OWN : each > MOST_OWN ? MOST_OWN : each;
}

/* What stands in the section that is about the item alone, in its order, with its lists; a passage that there is no
 * room for is left out, the next may be shorter. */
static void item_add_section(struct item *item, size_t section)
{
    struct writing *writing = item->composer->writing;
    size_t end = corpus_section_end(item->corpus, section), most = own_words(item->composer->plan);
    for (size_t i = 0; i < item->corpus->passage_count && item->count < MOST_PIECES; i++) {
        const struct passage *passage = &item->corpus->passages[i];
        bool is_own = passage->section >= section && passage->section < end;
        bool has_room = item->words < ENOUGH_OWN || item->words + passage->words <= most;
        if (!is_own || !has_room || item->corpus->sections[passage->section].is_question)
            continue;
        struct builtin_passage *piece = &item->pieces[item->count];
        *piece = compose_passage(writing, passage);
        item->count += piece->count > 0;
        item->words += piece->count ? passage->words : 0;
        for (size_t j = 0; j < passage->count; j++)
            used_add(&writing->used, passage->first + j);
    }
}

static void compose_item(struct composer *composer, size_t number, struct drafted *drafted)
{
    struct writing *writing = composer->writing;
    const struct planned *heading = &composer->plan->headings[number];
    struct item item = {.composer = composer, .corpus = &writing->corpus, .number = number};
    if (heading->text) {
        drafted->text = *heading->text;
        return;
    }
    if (heading->section)
        item_add_section(&item, heading->section - 1);
    if (item.words < ENOUGH_OWN)
        add_from_lists(&item);
    writing_made(writing, builtin_text(item.pieces, item.count, writing->arena, &drafted->text, writing->err));
}

/* --- which passages stand under a heading --- */

enum {
    LEAST_LONE = 9,    /* words of a sentence that is a passage */
    FIRST = 2,         /* passages that lead into a section */
    MOST_LISTINGS = 3, /* of a section */
    MOST_LISTING_LINES = 25
};

/* What a passage is worth beside the share of the subject that its best sentence has (0-1): as much as all of it where
 * it leads into the section, lists steps, or shows code; steps are what a keyword that asks how wants. The end of a
 * page costs a quarter of that, so that of two alike the earlier one stays. */
static const double worth_of_leading = 1, worth_of_steps = 1, worth_of_wanted_steps = 3, worth_of_code = 1;
static const double cost_of_end = 0.25;

/* By how much the last passage may go over what a section may have. */
static const double overrun = 1.2;

/* A passage that could stand under the heading. */
struct offered {
    const struct passage *passage;
    double value;
    bool is_taken;
};

/* What is worth keeping where not all of a section can be: what leads into it, speaks of the subject, shows or lists.
 */
static double offered_value(const struct writing *writing, const struct passage *passage, size_t number)
{
    bool asks_how = writing->asked.shape == KEYWORD_HOW_TO;
    double best = 0;
    for (size_t i = 0; i < passage->count && writing->topic_count; i++) {
        double share = topic_share(&writing->topics[0], &writing->corpus.sentences[passage->first + i].terms);
        best = share > best ? share : best;
    }
    best += number < FIRST ? worth_of_leading : 0;
    best += passage->is_ordered ? (asks_how ? worth_of_wanted_steps : worth_of_steps) : 0;
    best += passage->code.len ? worth_of_code : 0;
    return best - cost_of_end * passage->position;
}

/* Is there something to say in what is left of the passage, and nothing that is said already? `kept` has room for its
 * sentences. */
static bool is_new(const struct writing *writing, const struct passage *passage, size_t *kept)
{
    size_t count = compose_rest(writing, passage, kept), words = 0;
    for (size_t i = 0; i < count; i++) {
        if (compose_says(writing, kept[i]))
            return false;
        words += writing->corpus.sentences[kept[i]].words;
    }
    return count > 1 || (count && (passage->code.len || passage->row_count)) || words >= LEAST_LONE;
}

/* What needs the sentence before it stands only behind it. */
static bool follows(const struct writing *writing, const struct offered *before, const struct passage *passage)
{
    const struct passage *other = before->passage;
    return before->is_taken && other->section == passage->section && other->first + other->count == passage->first &&
           !writing->used.flags[passage->first - 1];
}

static size_t lines_of(struct str code)
{
    size_t lines = code.len > 0;
    for (size_t i = 0; i < code.len; i++)
        lines += code.data[i] == '\n';
    return lines;
}

/* Long output of a program buries the text around it: the listing stays out, and with it what announces it. */
static bool has_long_code(const struct writing *writing, const struct passage *passage)
{
    bool is_long = lines_of(passage->code) > MOST_LISTING_LINES;
    for (size_t i = passage->first; i < passage->first + passage->count; i++)
        is_long |= lines_of(writing->corpus.sentences[i].code) > MOST_LISTING_LINES;
    return is_long;
}

static size_t offer(const struct composer *composer, size_t heading, struct offered *list, size_t *kept)
{
    const struct writing *writing = composer->writing;
    const struct corpus *corpus = &writing->corpus;
    size_t count = 0;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (composer->heading_of[passage->section] != (int)heading || has_long_code(writing, passage) ||
            !is_new(writing, passage, kept))
            continue;
        list[count] = (struct offered){passage, offered_value(writing, passage, count), false};
        count++;
    }
    return count;
}

/* Takes the best until there are words enough. begins: the first may lean on the heading. */
static void take_offered(const struct writing *writing, struct offered *list, size_t count, bool begins, size_t words)
{
    size_t listings = 0;
    for (size_t have = 0; have < words;) {
        size_t best = count;
        for (size_t i = 0; i < count; i++) {
            const struct passage *passage = list[i].passage;
            bool fits =
                passage->stands_alone || (i == 0 && begins) || (i > 0 && follows(writing, &list[i - 1], passage));
            bool has_room = !have || (double)(have + passage->words) <= overrun * (double)words;
            if (passage->code.len && listings >= MOST_LISTINGS)
                continue;
            if (!list[i].is_taken && fits && has_room && (best == count || list[i].value > list[best].value))
                best = i;
        }
        if (best == count)
            break;
        list[best].is_taken = true;
        listings += list[best].passage->code.len > 0;
        have += list[best].passage->words;
    }
}

/* Pages in the order of how well they speak of the subject, each in its own order. */
static size_t order(const struct writing *writing, const struct offered *list, size_t count,
                    const struct passage **passages)
{
    const struct topic_page *pages = writing->topics[0].pages;
    size_t ordered = 0;
    for (size_t i = 0; i < count; i++) {
        if (!list[i].is_taken)
            continue;
        size_t at = ordered++;
        while (at > 0 && passages[at - 1]->page != list[i].passage->page &&
               pages[passages[at - 1]->page].score < pages[list[i].passage->page].score) {
            passages[at] = passages[at - 1];
            at--;
        }
        passages[at] = list[i].passage;
    }
    return ordered;
}

/* Is it a list that stands right below the heading, which announces it? */
static bool is_list_of(const struct composer *composer, size_t heading, const struct passage *passage)
{
    const struct corpus *corpus = &composer->writing->corpus;
    const struct source_section *section = &corpus->sections[passage->section];
    bool is_first = passage->block > 0 && section->page == passage->page &&
                    corpus->pages[passage->page].blocks[passage->block - 1].kind == BLOCK_HEADING;
    return passage->is_list && corpus->sentences[passage->first].item && is_first && !section->is_boilerplate &&
           composer->plan->headings[heading].section == passage->section + 1;
}

/* Of the passages that belong to the heading the best, in the order of their pages and text, up to so many words: into
 * `passages`, which has room for all of the corpus. Returns how many. */
static size_t offered_take(const struct composer *composer, size_t heading, size_t words,
                           const struct passage **passages)
{
    struct writing *writing = composer->writing;
    size_t all = writing->corpus.passage_count + 1;
    struct offered *list = ARENA_ARRAY(writing->arena, all, struct offered);
    size_t *kept = ARENA_ARRAY(writing->arena, writing->corpus.sentence_count + 1, size_t);
    if (!list || !kept)
        return 0;
    size_t offered = offer(composer, heading, list, kept);
    take_offered(writing, list, offered, offered && is_list_of(composer, heading, list[0].passage), words);
    return order(writing, list, offered, passages);
}

/* --- sections that say next to nothing --- */

enum {
    LEAST_WORDS = 40,   /* of a section with all that is inside it: about three sentences */
    LEAST_SENTENCES = 2 /* of one without a list, a listing or a table */
};

static size_t text_words_counted(const struct model_text *text)
{
    size_t words = 0;
    for (size_t i = 0; i < text->count; i++) {
        words += text->blocks[i].kind == TEXT_RUNNING ? 0 : LEAST_WORDS; /* code or a table is enough */
        for (size_t j = 0; j < text->blocks[i].count; j++)
            words += words_count(text->blocks[i].sentences[j].text);
    }
    return words;
}

static size_t sentences_of(const struct model_text *text)
{
    size_t sentences = 0;
    for (size_t i = 0; i < text->count; i++)
        sentences += text->blocks[i].count;
    return sentences;
}

/* A sentence or two that show and list nothing are no section. */
static bool is_thin(const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++) {
        const struct model_block *block = &text->blocks[i];
        if (block->kind != TEXT_RUNNING || (block->count && block->sentences[block->count - 1].item))
            return false;
    }
    return sentences_of(text) < LEAST_SENTENCES || text_words_counted(text) < LEAST_WORDS;
}

/* Where one heading inside has all the text, it says the same as the one above it, which gets its text. */
static void raise_only(struct draft_part *part, size_t first, size_t end)
{
    size_t with_text = 0, only = first;
    for (size_t i = first; i < end; i++) {
        with_text += part->headings[i].text.count > 0;
        only = part->headings[i].text.count ? i : only;
    }
    if (with_text != 1 || only == first)
        return;
    part->headings[first].text = part->headings[only].text;
    part->headings[only].text = (struct model_text){0};
}

/* A heading over next to nothing is left out, and its sentences go to the text above it; so is a section that says no
 * more with all that is inside it: that which begins with heading `first`. */
static void thin_out(struct writing *writing, const struct article_plan *plan, struct draft_part *part, size_t first)
{
    size_t end = plan_section_end(plan, first);
    struct model_text *above = &part->headings[first].text;
    bool has_inside = false;
    for (size_t i = first + 1; i < end; i++) {
        struct model_text *text = &part->headings[i].text;
        has_inside |= text->count && !is_thin(text);
        if (!text->count || !is_thin(text))
            continue;
        compose_append(writing, above, text);
        *text = (struct model_text){0};
    }
    raise_only(part, first, end);
    if (!has_inside && above->count && is_thin(above))
        *above = (struct model_text){0};
}

static bool stands(const struct drafted *drafted)
{
    return drafted->role != ROLE_SECTION || (drafted->text.count && !is_thin(&drafted->text));
}

/* Would nothing be left, or less than was asked for? Then what there is stays. */
static bool thin_stays(struct writing *writing, const struct article_plan *plan, const struct draft_part *part)
{
    size_t least, most, left = 0;
    plan_bounds(writing->config, &least, &most);
    for (size_t first = 0, end; first < part->count; first = end) {
        bool any = false;
        end = plan_section_end(plan, first);
        for (size_t i = first; i < end; i++)
            any |= stands(&part->headings[i]);
        left += any;
    }
    return !left || left < least;
}

/* --- a section --- */

enum {
    BODY_WORDS = 1300,   /* of all sections of an article of the usual length, but for what a passage goes over */
    LARGEST_WORDS = 300, /* of one of few sections */
    SMALLEST_WORDS = 150,
    LARGEST_INSIDE = 120 /* of a heading inside a section */
};

/* Of the words of a section: what a heading with others inside it has, and what all those inside it have. */
static const double share_above = 0.4, share_inside = 0.9;

/* Does the excerpt hold a sentence of the passage? */
static bool sections_is_in(const struct writing *writing, const struct passage *passage, const struct excerpt *excerpt)
{
    for (size_t i = passage->first; i < passage->first + passage->count; i++)
        if (str_find(excerpt->shown.text, writing->corpus.sentences[i].text, 0) < excerpt->shown.text.len)
            return true;
    return false;
}

/* Adds the passages of the excerpt that are no other heading's, and say something new, until there are so many words.
 */
static void take_from(struct composer *composer, const struct excerpt *excerpt, size_t number, size_t words,
                      const struct passage **passages, size_t *count)
{
    const struct writing *writing = composer->writing;
    const struct corpus *corpus = &writing->corpus;
    size_t taken = 0;
    for (size_t i = 0; i < *count; i++)
        taken += passages[i]->words;
    for (size_t i = 0; i < corpus->passage_count && taken < words; i++) {
        const struct passage *passage = &corpus->passages[i];
        int owner = composer->heading_of[passage->section];
        if (passage->page != excerpt->page || !passage->stands_alone || (owner != -1 && owner != (int)number) ||
            !sections_is_in(writing, passage, excerpt) || compose_is_said(writing, passage))
            continue;
        bool is_there = false;
        for (size_t j = 0; j < *count; j++)
            is_there |= passages[j] == passage;
        if (is_there)
            continue;
        passages[(*count)++] = passage;
        taken += passage->words;
    }
}

/* For a heading that a language model made, and no section of the sources has: what stands in the excerpts that it
 * would have been shown for it, where they name half of what it asks for. Returns how many passages. */
static size_t find_for_model(struct composer *composer, size_t number, size_t words, const struct passage **passages)
{
    enum { MOST = 12 };
    static const double named = 0.5;
    struct writing *writing = composer->writing;
    const struct planned *heading = &composer->plan->headings[number];
    const char *about = arena_printf(writing->arena, "%.*s %.*s", STR_ARG(heading->title), STR_ARG(heading->covers));
    const struct excerpt_query query = {
        .keyword = writing->brief.subject, .heading = str_from(about), .most = MOST, .needs_match = true};
    size_t numbers[MOST], found = 0, count = 0;
    if (!about || !writing->excerpts.count)
        return 0;
    if (!writing_made(writing,
                      excerpts_rank(&writing->excerpts, &query, writing->arena, numbers, &found, writing->err)))
        return 0;
    for (size_t i = 0; i < found; i++)
        if (excerpts_match(&writing->excerpts, numbers[i], query.heading) >= named)
            take_from(composer, &writing->excerpts.list[numbers[i]], number, words, passages, &count);
    return count;
}

/* How many words a section may have, so that all of them make an article of the length that was asked for; of a heading
 * inside a section its part of that. */
static size_t words_for(const struct composer *composer, size_t number)
{
    const struct article_plan *plan = composer->plan;
    const struct param_length *length = params_length(config_string(composer->writing->config, "articleLength"));
    size_t sections = plan_sections(plan), first = number;
    double words = (double)BODY_WORDS / (double)(sections ? sections : 1);
    words = words > LARGEST_WORDS ? LARGEST_WORDS : words < SMALLEST_WORDS ? SMALLEST_WORDS : words;
    words *= length ? length->share : 1;
    while (first > 0 && plan->headings[first].level > 2)
        first--;
    size_t inside = plan_section_end(plan, first) - first - 1;
    if (!inside)
        return (size_t)words;
    double each = words * share_inside / (double)inside;
    return (size_t)(number == first ? words * share_above : each < LARGEST_INSIDE ? each : LARGEST_INSIDE);
}

static void write_heading(struct composer *composer, size_t number, struct drafted *section)
{
    struct writing *writing = composer->writing;
    size_t all = writing->corpus.passage_count + 1, words = words_for(composer, number);
    const struct passage **passages = ARENA_ARRAY(writing->arena, all, const struct passage *);
    if (!passages)
        return;
    size_t count = offered_take(composer, number, words, passages);
    if (!count && writing->model)
        count = find_for_model(composer, number, words, passages);
    section->text = compose_text(writing, passages, count);
}

enum status compose_heading(struct composer *composer, size_t number, struct drafted *drafted)
{
    const struct planned *heading = &composer->plan->headings[number];
    if (heading->role == ROLE_ITEM)
        compose_item(composer, number, drafted);
    else if (heading->role != ROLE_SECTION)
        compose_role(composer, number, drafted);
    else if (heading->is_of_brand)
        compose_brand(composer, drafted);
    else
        write_heading(composer, number, drafted);
    return writing_end(composer->writing, OK);
}

/* --- all of it --- */

/* A heading of the caller's own that no source speaks of is not left out; the user is told. */
static void tell_gap(struct composer *composer, const struct draft_part *part, size_t number)
{
    if (composer->plan->is_given && !draft_has_text(part, number))
        writing_note(composer->writing, "No source has a section on \"%.*s\"; the heading stands without text.",
                     STR_ARG(part->headings[number].title));
}

static enum status report_section(struct composer *composer, size_t index, size_t number)
{
    struct str title = composer->plan->headings[number].title;
    char *detail = arena_printf(composer->writing->arena, "Writing section %zu of %zu: %.*s", index,
                                plan_sections(composer->plan), STR_ARG(title));
    return detail ? compose_report(composer, detail) : error_memory(composer->writing->err);
}

/* The user is told when the sources have not enough to say for as many sections as were asked for. */
static void tell_missing(struct composer *composer, const struct draft_part *part)
{
    size_t min, max, written = 0;
    plan_bounds(composer->writing->config, &min, &max);
    for (size_t i = 0; i < part->count; i++)
        written += part->headings[i].level == 2 && draft_has_text(part, i);
    if (composer->plan->is_given || (written && written >= min))
        return;
    if (!written && !min)
        writing_note(composer->writing, "The article has no sections: no section of the sources is about \"%.*s\".",
                     STR_ARG(composer->writing->brief.subject));
    else
        writing_note(composer->writing, "%zu sections were asked for; the sources have enough to say for %zu.", min,
                     written);
}

void compose_tell_gaps(struct composer *composer, const struct draft_part *part)
{
    for (size_t i = 0; i < part->count; i++)
        tell_gap(composer, part, i);
    tell_missing(composer, part);
}

/* Is the section one that the sources have, and no item, role or brand? */
static bool is_own_section(const struct planned *heading)
{
    return heading->role == ROLE_SECTION && !heading->is_of_brand;
}

enum status compose_sections(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    enum status status = draft_headings(writing, composer->plan, part);
    size_t index = 0;
    for (size_t i = 0; i < part->count && !status; i++) {
        if (part->headings[i].level == 2)
            status = report_section(composer, ++index, i);
        else
            composer->done++;
        if (!status)
            status = compose_heading(composer, i, &part->headings[i]);
    }
    bool keeps_thin = status || composer->plan->is_given || thin_stays(writing, composer->plan, part);
    for (size_t i = 0; i < part->count && !keeps_thin; i++)
        if (part->headings[i].level == 2 && is_own_section(&composer->plan->headings[i]))
            thin_out(writing, composer->plan, part, i);
    if (!status && !writing->model && !composer->plan->is_given)
        status = compose_admit_text(writing, part);
    if (!status)
        compose_tell_gaps(composer, part);
    return writing_end(writing, status);
}
