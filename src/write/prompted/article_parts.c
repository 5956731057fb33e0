/* The manuscript becomes the parts of the article. */
#include "write/compose/compose.h"
#include "write/prompted/article.h"

/* Bytes of what a product is for; a longer text is a second heading. */
enum { LONGEST_PURPOSE = 60 };

/* The share of the words of one heading that the other has too, from which they say the same: three of four. */
static const double same_heading = 0.75;

/* The parts of the manuscript as those of the article. */
static const struct {
    enum manuscript_part from;
    enum article_part to;
    const char *name; /* where nothing stands in for it: as the note calls it */
} rows[] = {
    {PART_OPENING, ARTICLE_INTRODUCTION, "introduction"},
    {PART_CLOSE, ARTICLE_CONCLUSION, "conclusion"},
    {PART_QUESTIONS, ARTICLE_QUESTIONS, "FAQ"},
    {PART_ACTION, ARTICLE_CALL, NULL},
};

/* Where the lines of a part begin and end; they stand together. */
static void find_lines(const struct whole_article *article, enum manuscript_part part, size_t *first, size_t *end)
{
    const struct manuscript *manuscript = &article->manuscript;
    for (*first = 0; *first < manuscript->count && manuscript->list[*first].part != part;)
        ++*first;
    for (*end = *first; *end < manuscript->count && manuscript->list[*end].part == part;)
        ++*end;
}

static enum status text_of_lines(struct whole_article *article, size_t first, size_t end, struct model_text *text)
{
    struct writing *writing = article->writing;
    enum status status = manuscript_text(&article->manuscript, first, end, article->passages, text, writing->err);
    return status || !writing->type->mark ? status : writing->type->mark(writing, text);
}

/* Running text, with a heading of its own where it has one. */
static enum status put_text(struct whole_article *article, size_t first, size_t end, struct draft_part *part)
{
    const struct line *line = &article->manuscript.list[first];
    if (first < end && line->kind == LINE_HEADING) {
        part->title = line->text;
        first++;
    }
    return text_of_lines(article, first, end, &part->text);
}

/* The words of the link lead to it; where they do not stand in the text, they stand below it. */
static enum status link_call(struct whole_article *article, struct draft_part *part)
{
    struct writing *writing = article->writing;
    struct writing_brand_link link;
    enum status status = writing_call_link(writing, &link);
    if (status || !link.text.len)
        return status;
    for (size_t i = 0; i < part->text.count; i++)
        for (size_t k = 0; k < part->text.blocks[i].count; k++) {
            struct model_sentence *sentence = &part->text.blocks[i].sentences[k];
            size_t at = str_find(sentence->text, link.text, 0);
            if (at == sentence->text.len || part->text.blocks[i].kind != TEXT_RUNNING)
                continue;
            sentence->link = (struct model_link){.url = link.url, .start = at, .length = link.text.len};
            return OK;
        }
    struct model_sentence *sentence = ARENA_NEW(writing->arena, struct model_sentence);
    if (!sentence)
        return error_memory(writing->err);
    *sentence = (struct model_sentence){.text = link.text,
                                        .source = OWN_WORDS,
                                        .id = -1,
                                        .link = {.url = link.url, .start = 0, .length = link.text.len}};
    struct model_block block = {.sentences = sentence, .count = 1};
    compose_append(writing, &part->text, &(struct model_text){&block, 1});
    return writing_end(writing, OK);
}

static bool is_same_heading(const struct whole_article *article, struct str a, struct str b)
{
    const struct language *language = article->manuscript.language;
    return str_ieq(a, b) ||
           (check_support(language, a, b) >= same_heading && check_support(language, b, a) >= same_heading);
}

/* Is the last of them a question that the sources know the words of, asked of the reader and not of a program, which no
 * other asks, with an answer that could stand? */
static bool is_question(const struct whole_article *article, const struct draft_part *part)
{
    const struct drafted *last = &part->headings[part->count - 1];
    for (const struct drafted *other = part->headings; other < last; other++)
        if (is_same_heading(article, other->title, last->title))
            return false;
    return last->text.count && !material_addresses_model(last->title) &&
           !(article->passage_count && check_line(&article->material, STR(""), last->title));
}

/* A heading with its text for each heading among the lines. */
static enum status put_headings(struct whole_article *article, size_t first, size_t end, int level,
                                struct draft_part *part)
{
    const struct manuscript *manuscript = &article->manuscript;
    enum status status = OK;
    struct drafted *list = ARENA_ARRAY(article->writing->arena, part->count + end - first + 1, struct drafted);
    if (!list)
        return error_memory(article->writing->err);
    if (part->count)
        memcpy(list, part->headings, part->count * sizeof *list);
    part->headings = list;
    for (size_t next; first < end && !status; first = next) {
        const struct line *line = &manuscript->list[first];
        for (next = first + 1; next < end && manuscript->list[next].kind != LINE_HEADING;)
            next++;
        if (line->kind != LINE_HEADING)
            continue;
        struct drafted *drafted = &part->headings[part->count++];
        *drafted = (struct drafted){.title = line->text, .level = level ? level : line->level};
        status = text_of_lines(article, first + 1, next, &drafted->text);
        part->count -= part->kind == ARTICLE_QUESTIONS && !is_question(article, part);
    }
    return status;
}

static void put_takeaways(struct whole_article *article, struct draft_part *part)
{
    struct writing *writing = article->writing;
    if (!article_wants(article, ARTICLE_TAKEAWAYS)) {
        if (config_bool(writing->config, "includeKeyTakeaways"))
            writing_note(writing, "Key takeaways belong into the introduction, which is disabled: there are none.");
        return;
    }
    if (!article->takeaway_count) {
        writing_note(writing, "There are no key takeaways: the language model gave none that the text has.");
        return;
    }
    struct model_sentence *items = ARENA_ARRAY(writing->arena, article->takeaway_count + 1, struct model_sentence);
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    if (!items || !block)
        return;
    for (size_t i = 0; i < article->takeaway_count; i++)
        items[i] = (struct model_sentence){
            .text = article->takeaways[i], .source = OWN_WORDS, .id = -1, .item = (int)i + 1, .has_code = true};
    *block = (struct model_block){.sentences = items, .count = article->takeaway_count};
    part->text = (struct model_text){block, 1};
}

/* --- headings as planned --- */

/* How alike a written heading is to one that was given: 0, too little. A model shortens long names. */
static double likeness(const struct whole_article *article, struct str given, struct str written)
{
    enum { SAME = 3 };
    static const double own = 0.75, whole = 0.3;
    const struct language *language = article->manuscript.language;
    if (str_ieq(given, written))
        return SAME;
    double of_written = check_support(language, written, given), of_given = check_support(language, given, written);
    return of_written >= own && of_given >= whole ? of_written + of_given : 0;
}

/* What a later heading has to be more alike than an earlier one, which else stays: less than two words differ by. */
static const double clearly_more = 0.01;

/* The written heading of this level that is most alike, and is not taken; their count: none. */
static size_t find_written(const struct whole_article *article, const struct draft_part *written, const bool *is_taken,
                           const struct drafted *given, double least)
{
    size_t found = written->count;
    for (size_t i = 0; i < written->count; i++) {
        double own = written->headings[i].level == given->level && !is_taken[i]
                         ? likeness(article, given->title, written->headings[i].title)
                         : 0;
        if (own <= 0 || own < least)
            continue;
        least = own + clearly_more;
        found = i;
    }
    return found;
}

/* The one of these headings without text that is most alike; count: none. */
static size_t find_inside(const struct whole_article *article, const struct drafted *given, size_t count,
                          struct str written)
{
    size_t found = count;
    double best = 0;
    for (size_t i = 1; i < count; i++) {
        double own = given[i].text.count ? 0 : likeness(article, given[i].title, written);
        if (own > best) {
            best = own;
            found = i;
        }
    }
    return found;
}

/* A section that was written into the place of one that was given, with what is inside it. What stands under a
 * heading that was not given goes on above it. */
static void put_section(struct whole_article *article, const struct draft_part *written, bool *is_taken, size_t at,
                        struct drafted *given, size_t count)
{
    size_t end = draft_section_end(written, at), owner = 0;
    given[0].text = written->headings[at].text;
    given[0].purpose = written->headings[at].purpose;
    is_taken[at] = true;
    for (size_t i = at + 1; i < end; i++) {
        size_t own = find_inside(article, given, count, written->headings[i].title);
        is_taken[i] = true;
        owner = own < count ? own : owner;
        compose_append(article->writing, &given[owner].text, &written->headings[i].text);
    }
}

/* The headings that were given stand as they are spelt, in their order, also where there is no text for them. */
static enum status put_given(struct whole_article *article, struct draft_part *written)
{
    static const double least[] = {2.5, 0}; /* likeness: those that are spelt so (SAME) come first */
    struct draft_part given = {.kind = ARTICLE_SECTIONS};
    bool *is_taken = ARENA_ARRAY(article->writing->arena, written->count + 1, bool);
    enum status status =
        is_taken ? draft_headings(article->writing, article->plan, &given) : error_memory(article->writing->err);
    if (status)
        return status;
    for (size_t turn = 0; turn < COUNT_OF(least); turn++)
        for (size_t i = 0, end; i < given.count; i = end) {
            end = draft_section_end(&given, i);
            size_t at = given.headings[i].text.count
                            ? written->count
                            : find_written(article, written, is_taken, &given.headings[i], least[turn]);
            if (at < written->count)
                put_section(article, written, is_taken, at, &given.headings[i], end - i);
        }
    for (size_t i = 0; i < given.count; i++)
        if (!draft_has_text(&given, i))
            given.headings[i].problem = "the language model wrote nothing under it";
    for (size_t i = 0; i < written->count; i++)
        if (!is_taken[i])
            writing_note(article->writing, "A section was left out, as its heading is none of those wanted: %.*s",
                         STR_ARG(written->headings[i].title));
    *written = given;
    return writing_end(article->writing, OK);
}

/* "How it goes | process": the role behind the heading is cut off, and so is what a product is for. */
static void take_role(struct drafted *drafted)
{
    size_t at = str_find(drafted->title, STR(" | "), 0);
    if (at == drafted->title.len)
        return;
    struct str behind = str_trim((struct str){drafted->title.data + at + 3, drafted->title.len - at - 3});
    drafted->role = plan_role_find(behind);
    drafted->purpose = behind.len <= LONGEST_PURPOSE && !drafted->role ? behind : STR("");
    drafted->title.len = at;
}

/* Items of a list, and the sections behind them; sections with the role that they were given. */
static void take_roles(const struct whole_article *article, struct draft_part *part, size_t items)
{
    bool is_list = article->writing->type->is_list;
    for (size_t i = 0; i < part->count; i++) {
        take_role(&part->headings[i]);
        if (is_list && i < items && part->headings[i].level == 2)
            part->headings[i].role = ROLE_ITEM;
    }
}

/* The plan of what was written; what was planned and not written stands in it with its problem. */
static void put_plan(struct whole_article *article, struct draft_part *part)
{
    struct article_plan *plan = article->plan;
    plan->headings = ARENA_ARRAY(article->writing->arena, part->count + 1, struct planned);
    plan->count = plan->headings ? part->count : 0;
    for (size_t i = 0; i < plan->count; i++)
        plan->headings[i] = (struct planned){
            .title = part->headings[i].title, .level = part->headings[i].level, .role = part->headings[i].role};
}

/* Sections that no answer was had for: the writer without a model makes them. */
static void put_missing(struct whole_article *article, struct draft_part *part)
{
    const struct outline *outline = &article->outline;
    size_t missing = 0;
    for (size_t i = 0; i < outline->count; i++)
        missing += !outline->sections[i].is_written;
    if (!missing || missing == outline->count)
        return;
    struct drafted *list = ARENA_ARRAY(article->writing->arena, part->count + missing + 1, struct drafted);
    size_t count = 0, at = 0;
    if (!list)
        return;
    for (size_t i = 0; i < outline->count; i++) {
        if (!outline->sections[i].is_written) {
            list[count++] = (struct drafted){.title = outline->sections[i].heading,
                                             .level = 2,
                                             .problem = "the language model gave no text that could be used"};
            continue;
        }
        do {
            if (at < part->count)
                list[count++] = part->headings[at++];
        } while (at < part->count && part->headings[at].level > 2);
    }
    for (; at < part->count; at++)
        list[count++] = part->headings[at];
    part->headings = list;
    part->count = count;
}

/* A service page has proof only where something proves it; and a model that was told twice how many sections are
 * wanted may still have written others. */
static void tell_sections(const struct whole_article *article, const struct draft_part *part)
{
    const struct article_size *size = &article->size;
    const struct article_type *type = article->writing->type;
    size_t sections = 0, proofs = 0;
    for (size_t i = 0; i < part->count; i++) {
        sections += part->headings[i].level == 2;
        proofs += part->headings[i].role == ROLE_PROOF;
    }
    if (type->kind_write == PROMPT_SERVICE_WRITE && !proofs)
        writing_note(article->writing, "There is no section with proof: no certificate, figure, reference or case was "
                                       "found.");
    else if (size->most && type->kind_write == PROMPT_SYSTEM && (sections < size->least || sections > size->most))
        writing_note(article->writing, "%zu sections were written instead of %.*s.", sections,
                     STR_ARG(article_sections_text(article)));
}

static enum status put_sections(struct whole_article *article)
{
    size_t first, end;
    struct draft_part *part = draft_find(article->draft, ARTICLE_SECTIONS);
    find_lines(article, PART_BODY, &first, &end);
    enum status status = put_headings(article, first, end, 0, part);
    size_t items = part->count;
    find_lines(article, PART_MORE, &first, &end);
    if (!status)
        status = put_headings(article, first, end, 0, part);
    take_roles(article, part, items);
    if (status || article->plan->is_given)
        return status ? status : put_given(article, part);
    put_missing(article, part);
    tell_sections(article, part);
    put_plan(article, part);
    return writing_end(article->writing, OK);
}

enum status article_parts(struct whole_article *article)
{
    enum status status = put_sections(article);
    for (size_t i = 0; i < COUNT_OF(rows) && !status; i++) {
        struct draft_part *part = draft_find(article->draft, rows[i].to);
        size_t first, end;
        find_lines(article, rows[i].from, &first, &end);
        if (part && first == end && rows[i].name && article_wants(article, rows[i].to))
            writing_note(article->writing, "There is no %s: the language model wrote none.", rows[i].name);
        if (!part || first == end)
            continue;
        status = rows[i].to == ARTICLE_QUESTIONS ? put_headings(article, first, end, 3, part)
                                                 : put_text(article, first, end, part);
        if (!status && rows[i].to == ARTICLE_CALL)
            status = link_call(article, part);
    }
    struct draft_part *takeaways = draft_find(article->draft, ARTICLE_TAKEAWAYS);
    if (!status && takeaways)
        put_takeaways(article, takeaways);
    return writing_end(article->writing, status);
}
