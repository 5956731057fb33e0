/*
 * Places in a city, item by item. Names, addresses, hours and ratings are always the data's own; a language model
 * writes sentences about a place only where the data describe it.
 */
#include "write/types/types_parts.h"

struct places_item {
    const struct place *place;
    struct model_text text;
    struct str hours; /* in the article's language; empty: not known */
    bool is_open_on_sunday;
};

struct places_article {
    struct writing *writing;
    struct places_item *items;
    size_t count;
    struct str attribution, attribution_url; /* who must be named beside the places; empty: nobody */
};

/* A section behind the items. */
struct places_supplement {
    struct str title;
    struct model_text text;
};
enum { PLACES_SUPPLEMENTS = 3 };

/* --- opening hours in the article's language --- */

static const char *day_name(const struct data_labels *labels, enum hours_day day)
{
    if (day == HOURS_PUBLIC_HOLIDAYS)
        return labels->public_holidays;
    return day == HOURS_SCHOOL_HOLIDAYS ? labels->school_holidays : labels->weekdays[day];
}

static void add_days(struct buf *out, const struct data_labels *labels, const struct hours_line *line)
{
    if (!line->days)
        return;
    buf_str(out, day_name(labels, line->first));
    if (line->last != line->first)
        buf_printf(out, "–%s", day_name(labels, line->last));
}

/* "April–October, December". */
static void add_months(struct buf *out, const struct data_labels *labels, unsigned months)
{
    bool is_first = true;
    if (months == HOURS_YEAR || !months)
        return;
    buf_str(out, " (");
    for (size_t i = 0; i < MONTHS; i++) {
        if (!(months & 1u << i))
            continue;
        size_t last = i;
        while (last + 1 < MONTHS && months & 1u << (last + 1))
            last++;
        buf_printf(out, "%s%s", is_first ? "" : ", ", labels->months[i]);
        if (last > i)
            buf_printf(out, "–%s", labels->months[last]);
        is_first = false;
        i = last;
    }
    buf_char(out, ')');
}

static void add_line_hours(struct buf *out, const struct data_labels *labels, const struct hours_line *line)
{
    const char *const words[] = {[HOURS_OPEN] = line->text,
                                 [HOURS_ALL_DAY] = labels->all_day,
                                 [HOURS_CLOSED] = labels->closed,
                                 [HOURS_AS_GIVEN] = line->text};
    buf_str(out, out->len ? "; " : "");
    add_days(out, labels, line);
    add_months(out, labels, line->months);
    if (line->days && *words[line->kind])
        buf_str(out, ": ");
    buf_str(out, words[line->kind]);
    if (line->comment)
        buf_printf(out, " (%s)", line->comment);
}

/* Reads item->place's hours into the item. */
static void places_hours(struct writing *writing, struct places_item *item)
{
    struct hours_line *lines;
    size_t count;
    struct buf out = {0};
    const char *text = item->place->opening_hours;
    item->hours = STR("");
    if (!text || !writing_made(writing, hours_read(writing->arena, str_from(text), &lines, &count, writing->err)))
        return;
    for (size_t i = 0; i < count; i++) {
        bool is_open = lines[i].kind == HOURS_OPEN || lines[i].kind == HOURS_ALL_DAY;
        item->is_open_on_sunday |= is_open && lines[i].days & 1u << HOURS_SUNDAY;
        add_line_hours(&out, catalog_labels(writing), &lines[i]);
    }
    item->hours = writing_keep(writing, &out);
}

enum { USUAL_ITEMS = 10, MOST_ITEMS = 50 };

static bool is_among(const char *words, struct str word)
{
    struct str rest = str_from(words), piece;
    while (str_split(&rest, ' ', &piece))
        if (str_ieq(piece, word))
            return true;
    return false;
}

/* Does the keyword ask for a town that no place is in? Then none of the places is an answer. Its first word; empty: it
 * does not. */
static struct str unknown_town(struct writing *writing, const char *unknown)
{
    struct word *words;
    size_t count;
    const char *const *towns = language_keyword_words(writing->brief.language)->towns;
    struct str town = STR("");
    if (!writing_made(writing, words_split(writing->arena, writing->brief.keyword, writing->brief.language, &words,
                                           &count, writing->err)))
        return town;
    for (size_t i = 1; i < count; i++)
        if (is_among(unknown, words[i].folded) && word_list_has(towns, words[i - 1].folded))
            town = words[i].folded;
    return town;
}

size_t places_number(struct str keyword)
{
    size_t number = 0;
    for (size_t at = 0; at < keyword.len; at++) {
        bool begins = at == 0 || ascii_is_space(keyword.data[at - 1]);
        if (!begins || !ascii_is_digit(keyword.data[at]))
            continue;
        for (number = 0; at < keyword.len && ascii_is_digit(keyword.data[at]) && number <= MOST_ITEMS; at++)
            number = number * 10 + (size_t)(keyword.data[at] - '0');
        bool ends = at == keyword.len || ascii_is_space(keyword.data[at]);
        if (ends && number >= 1 && number <= MOST_ITEMS)
            return number;
    }
    return 0;
}

/* As of a listicle; a number in digits may also stand elsewhere: "cafes in Porto, 7 of them". */
static size_t wanted_items(struct writing *writing)
{
    struct str keyword = writing->brief.keyword, things;
    size_t wanted;
    if (!config_bool(writing->config, "enableAutomaticLength"))
        return (size_t)config_integer(writing->config, "numberOfItems", USUAL_ITEMS);
    writing_made(writing,
                 keyword_announces(writing->arena, keyword, writing->brief.language, &wanted, &things, writing->err));
    if (!wanted)
        wanted = places_number(keyword);
    return wanted ? wanted : USUAL_ITEMS;
}

static enum status take_find(struct places_article *article, const struct places_found *found, size_t wanted)
{
    struct writing *writing = article->writing;
    article->attribution = str_from(found->attribution);
    article->attribution_url = str_from(found->attribution_url);
    article->items = ARENA_ARRAY(writing->arena, found->count + 1, struct places_item);
    if (!article->items)
        return error_memory(writing->err);
    for (size_t i = 0; i < found->count; i++) {
        article->items[article->count].place = &found->list[i];
        places_hours(writing, &article->items[article->count++]);
    }
    if (article->count < wanted)
        writing_note(writing, "There are %zu places instead of %zu: no more were found for \"%.*s\".", article->count,
                     wanted, STR_ARG(writing->brief.keyword));
    return writing_end(writing, OK);
}

/* Finds the places; notes when there are fewer than asked for. E_NOT_FOUND with no_places. */
static enum status places_find(struct places_article *article)
{
    struct writing *writing = article->writing;
    struct str keyword = writing->brief.keyword;
    size_t wanted = wanted_items(writing);
    const struct places_query query = {.keyword = keyword, .language = writing->brief.language->tag, .most = wanted};
    const struct lookup call = {.arena = writing->arena, .err = writing->err, .cancel = writing->job->cancel};
    struct places_found found;
    enum status status = writing_end(writing, writing_progress(writing, 0.05, "Looking up places"));
    if (!status && !writing->services->places)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_PLACES,
                          "no places are configured, and \"%.*s\" was looked for: set places in the configuration",
                          STR_ARG(keyword));
    if (status)
        return status;
    status = places_search(writing->services->places, &query, &call, &found);
    if (status)
        return catalog_not_found(writing, status, CODE_NO_PLACES, "places",
                                 arena_printf(writing->arena, "\"%.*s\"", STR_ARG(keyword)));
    struct str town = unknown_town(writing, found.unknown_words);
    if ((!found.count || town.len) && !arena_failed(writing->arena))
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_PLACES, "no place was found for \"%.*s\"%s%.*s",
                          STR_ARG(keyword), town.len ? ": none of them is in " : "", STR_ARG(town));
    return take_find(article, &found, wanted);
}

/* --- sections behind the items, from what the data say of several places --- */

enum { HIGHEST = 3, LEAST = 2, MOST_KINDS = 8 };

static void open_on_sunday(struct places_article *article, struct catalog_text *text)
{
    size_t open = 0;
    for (size_t i = 0; i < article->count; i++)
        open += article->items[i].is_open_on_sunday;
    for (size_t i = 0; i < article->count && open >= LEAST && open < article->count; i++)
        if (article->items[i].is_open_on_sunday)
            catalog_item(text, STR(""), str_from(article->items[i].place->name));
}

/* The place with the highest rating below `limit`'s place in the order: ratings first, then as the items stand. */
static const struct place *next_highest(const struct places_article *article, const struct place *after)
{
    const struct place *best = NULL;
    bool is_behind = !after;
    for (size_t i = 0; i < article->count; i++) {
        const struct place *place = article->items[i].place;
        bool is_itself = after == place;
        bool comes_later = !after || place->rating < after->rating || (place->rating == after->rating && is_behind);
        is_behind |= is_itself;
        if (place->has_rating && !is_itself && comes_later && (!best || place->rating > best->rating))
            best = place;
    }
    return best;
}

static void highest_rated(struct places_article *article, struct catalog_text *text)
{
    size_t rated = 0;
    for (size_t i = 0; i < article->count; i++)
        rated += article->items[i].place->has_rating;
    const struct place *place = NULL;
    for (size_t i = 0; i < HIGHEST && rated > HIGHEST; i++) {
        place = next_highest(article, place);
        catalog_item(text, str_from(place->name), catalog_rating(article->writing, place->rating));
    }
}

static bool is_of_kind(const struct place *place, const char *kind)
{
    for (size_t i = 0; i < place->category_count; i++)
        if (str_ieq(str_from(place->categories[i]), str_from(kind)))
            return true;
    return false;
}

/* The names of the places of a kind; empty when all are of it, or when an earlier item named the kind. */
static struct str names_of(const struct places_article *article, size_t first, const char *kind)
{
    struct buf out = {0};
    size_t count = 0;
    for (size_t i = 0; i < article->count; i++) {
        const struct place *place = article->items[i].place;
        if (!is_of_kind(place, kind))
            continue;
        if (i < first)
            break;
        buf_printf(&out, "%s%s", count++ ? ", " : "", place->name);
    }
    if (count == article->count)
        buf_clear(&out);
    return writing_keep(article->writing, &out);
}

static void by_kind(struct places_article *article, struct catalog_text *text)
{
    size_t kinds = 0;
    for (size_t i = 0; i < article->count; i++) {
        const struct place *place = article->items[i].place;
        for (size_t j = 0; j < place->category_count && kinds < MOST_KINDS; j++) {
            struct str names = names_of(article, i, place->categories[j]);
            if (!names.len)
                continue;
            catalog_item(text, str_from(place->categories[j]), names);
            kinds++;
        }
    }
}

/* What the data say of all of them, for the introduction: the one with the best rating, those that open on Sunday. */
static void places_introduce(struct places_article *article, struct catalog_text *text)
{
    struct writing *writing = article->writing;
    const struct data_labels *labels = catalog_labels(writing);
    const char *colon = writing->brief.language->phrases ? writing->brief.language->phrases->colon : ": ";
    const struct place *best = next_highest(article, NULL);
    struct buf highest = {0}, sunday = {0};
    size_t rated = 0, open = 0;
    for (size_t i = 0; i < article->count; i++) {
        rated += article->items[i].place->has_rating;
        if (article->items[i].is_open_on_sunday)
            buf_printf(&sunday, "%s%s", open++ ? ", " : "", article->items[i].place->name);
    }
    if (rated >= LEAST) {
        struct str rating = catalog_rating(writing, best->rating);
        buf_printf(&highest, "%s%s%s (%.*s).", labels->highest_rated, colon, best->name, STR_ARG(rating));
        catalog_sentence(text, STR(""), writing_keep(writing, &highest));
    }
    if (open && open < article->count) {
        struct str names = writing_keep(writing, &sunday);
        const char *line = arena_printf(writing->arena, "%s%s%.*s.", labels->open_sunday, colon, STR_ARG(names));
        catalog_sentence(text, STR(""), str_from(line));
    }
    buf_free(&highest);
    buf_free(&sunday);
}

/* The sections that the data give, at most PLACES_SUPPLEMENTS. Returns how many. */
static size_t places_supplements(struct places_article *article, struct places_supplement *list)
{
    const struct data_labels *labels = catalog_labels(article->writing);
    const struct {
        const char *title;
        void (*add)(struct places_article *article, struct catalog_text *text);
    } rows[PLACES_SUPPLEMENTS] = {
        {labels->open_sunday, open_on_sunday}, {labels->highest_rated, highest_rated}, {labels->by_kind, by_kind}};
    size_t count = 0;
    if (!config_bool(article->writing->config, "enableSupplementalInformation"))
        return 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct catalog_text text = {.writing = article->writing};
        rows[i].add(article, &text);
        bool is_enough = text.text.count && text.text.blocks[0].count >= LEAST;
        if (is_enough)
            list[count++] = (struct places_supplement){str_from(rows[i].title), text.text};
    }
    if (!count)
        writing_note(article->writing, "There are no further sections: the places' data give none.");
    return count;
}

/* --- the article: an introduction, the places, and what can be said of several of them --- */

enum { DESCRIPTION_WORDS = 60 };

struct place_roundup {
    struct places_article article;
    struct article_plan *plan;
    struct places_supplement supplements[PLACES_SUPPLEMENTS];
    size_t supplement_count;
    struct model_text picks; /* which place for whom */
};

/* The items; for a language model also which of them for whom. */
static void plan_items(struct place_roundup *roundup)
{
    const struct places_article *article = &roundup->article;
    struct writing *writing = article->writing;
    bool has_more = config_bool(writing->config, "enableSupplementalInformation") && article->count > 1;
    catalog_plan(writing, article->count + 1, article->count, roundup->plan);
    for (size_t i = 0; i < article->count; i++)
        catalog_heading(roundup->plan, 2, str_from(article->items[i].place->name), i + 1, NULL);
    if (has_more)
        catalog_heading(roundup->plan, 2, str_from(catalog_labels(writing)->place_picks), 0,
                        "2 to 4 items, each another place and another need: \"- **need:** Place. Why, by what its data "
                        "say, and compared with another place\"");
}

/* --- sentences --- */

static enum status ask_roundup(struct place_roundup *roundup, struct draft *draft)
{
    struct places_article *article = &roundup->article;
    const struct drafted *sections;
    enum status status = catalog_write(article->writing, article, roundup->plan, draft, &sections);
    if (status || !sections)
        return status;
    for (size_t i = 0; i < article->count; i++) {
        article->items[i].text = sections[i].text;
        if (!sections[i].text.count && article->items[i].place->description)
            writing_note(article->writing, "\"%s\" is made of its data: %s.", article->items[i].place->name,
                         sections[i].problem);
    }
    if (roundup->plan->count > article->count)
        roundup->picks = sections[article->count].text;
    return OK;
}

static void roundup_describe(struct writing *writing, struct places_item *item)
{
    struct catalog_text text = {.writing = writing};
    const char *description = item->place->description;
    if (item->text.count || !description)
        return;
    if (catalog_is_foreign(writing, str_from(description))) {
        catalog_note_foreign(writing);
        return;
    }
    catalog_verbatim(&text, STR(""), str_from(description), DESCRIPTION_WORDS);
    item->text = text.text;
}

/* --- facts --- */

static struct str kinds_text(struct writing *writing, const struct place *place)
{
    struct buf out = {0};
    for (size_t i = 0; i < place->category_count; i++)
        buf_printf(&out, "%s%s", i ? ", " : "", place->categories[i]);
    return writing_keep(writing, &out);
}

/* "4 Ropewalk Quay, Port Almere". */
static struct str places_address(struct writing *writing, const struct place *place)
{
    struct buf out = {0};
    bool has_city = place->city && place->address &&
                    str_ifind(str_from(place->address), str_from(place->city), 0) < strlen(place->address);
    if (place->address)
        buf_printf(&out, "%s%s%s", place->address, place->city && !has_city ? ", " : "",
                   place->city && !has_city ? place->city : "");
    return writing_keep(writing, &out);
}

static void add_facts(struct writing *writing, const struct places_item *item, struct document *document)
{
    const struct data_labels *labels = catalog_labels(writing);
    const struct place *place = item->place;
    const struct str website = str_from(place->website ? place->website : "");
    const struct document_fact rows[] = {
        {.name = str_from(labels->address), .value = places_address(writing, place)},
        {.name = str_from(labels->map),
         .value = str_from(place->map_url ? labels->show_map : ""),
         .url = str_from(place->map_url ? place->map_url : "")},
        {.name = str_from(labels->opening_hours), .value = item->hours},
        {.name = str_from(labels->phone), .value = str_from(place->phone ? place->phone : "")},
        {.name = str_from(labels->website), .value = website, .url = website},
        {.name = str_from(labels->rating),
         .value = place->has_rating ? catalog_rating(writing, place->rating) : STR("")},
        {.name = str_from(labels->kind), .value = kinds_text(writing, place)},
    };
    struct document_fact *facts = ARENA_ARRAY(document->arena, COUNT_OF(rows), struct document_fact);
    size_t count = 0;
    for (size_t i = 0; facts && i < COUNT_OF(rows); i++)
        if (rows[i].value.len)
            facts[count++] = rows[i];
    document_facts(document, facts, count);
}

/* --- around --- */

static enum status introduce(struct place_roundup *roundup, struct draft *draft)
{
    struct writing *writing = roundup->article.writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct catalog_text introduction = {.writing = writing};
    places_introduce(&roundup->article, &introduction);
    return catalog_frame(writing, roundup->plan,
                         catalog_fill(writing, labels->places_title, writing->brief.keyword, STR("")), &introduction,
                         draft);
}

static void add_all(const struct place_roundup *roundup, const struct draft *draft, struct document *document)
{
    const struct places_article *article = &roundup->article;
    document_heading(document, 1, roundup->plan->title);
    document_text(document, &draft->parts[0].text);
    for (size_t i = 0; i < article->count; i++) {
        catalog_numbered(document, i + 1, roundup->plan->headings[i].title, STR(""));
        document_text(document, &article->items[i].text);
        add_facts(article->writing, &article->items[i], document);
    }
    if (roundup->picks.count)
        document_heading(document, 2, str_from(catalog_labels(article->writing)->place_picks));
    document_text(document, &roundup->picks);
    for (size_t i = 0; i < roundup->supplement_count; i++) {
        document_heading(document, 2, roundup->supplements[i].title);
        document_text(document, &roundup->supplements[i].text);
    }
}

/* The licence of the data wants their makers named where readers see it. */
static void add_attribution(const struct places_article *article, struct document *document)
{
    struct document_fact *fact = article->attribution.len ? ARENA_NEW(document->arena, struct document_fact) : NULL;
    if (!fact)
        return;
    *fact = (struct document_fact){.name = str_from(article->writing->labels->sources),
                                   .value = article->attribution,
                                   .url = article->attribution_url};
    document_facts(document, fact, 1);
}

/* `make` of the type. */
static enum status places_roundup(struct writing *writing, struct article_plan *plan, struct draft *draft,
                                  struct document *document)
{
    struct place_roundup roundup = {.article = {.writing = writing}, .plan = plan};
    struct places_article *article = &roundup.article;
    enum status status = places_find(article);
    if (status)
        return status;
    roundup.supplement_count = places_supplements(article, roundup.supplements);
    plan_items(&roundup);
    if (writing->model)
        status = ask_roundup(&roundup, draft);
    if (status)
        return status;
    for (size_t i = 0; i < article->count; i++)
        roundup_describe(writing, &article->items[i]);
    status = introduce(&roundup, draft);
    if (status)
        return status;
    add_all(&roundup, draft, document);
    add_attribution(article, document);
    return writing_end(writing, OK);
}

enum { PLACE_WORDS = 45 };

static void add_fields_ask(struct writing *writing, const struct places_item *item, struct catalog_fields *fields)
{
    const struct place *place = item->place;
    const struct {
        const char *name;
        struct str value;
    } texts[] = {{"name", str_from(place->name)},
                 {"description", str_from(place->description ? place->description : "")},
                 {"address", places_address(writing, place)},
                 {"opening hours", item->hours},
                 {"rating", place->has_rating ? catalog_rating(writing, place->rating) : STR("")}};
    for (size_t i = 0; i < place->category_count; i++)
        catalog_field(writing, fields, "kind", str_from(place->categories[i]), 0);
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        catalog_field(writing, fields, texts[i].name, texts[i].value, 0);
}

static enum status places_passages(struct writing *writing, struct model_excerpt **list, size_t *count)
{
    const struct places_article *article = writing->subject;
    struct catalog_fields fields = {0};
    for (size_t i = 0; i < article->count; i++) {
        fields.name = str_from(article->items[i].place->name);
        fields.number = (int)i;
        add_fields_ask(writing, &article->items[i], &fields);
    }
    *list = fields.list;
    *count = fields.count;
    return writing_end(writing, OK);
}

/* `passages` and `size` of the type: writing->subject is the article. */
static enum status places_size(struct writing *writing, struct article_size *size)
{
    (void)writing;
    size->section_words = PLACE_WORDS;
    return OK;
}

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_SECTIONS};

const struct article_type type_places = {
    .name = "local_places_roundup",
    .bit = TYPE_PLACES,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .kind_write = PROMPT_PLACES_WRITE,
    .size = places_size,
    .passages = places_passages,
    .mark = catalog_unmarked,
    .make = places_roundup,
};
