/* Reads headings into the tree of sections. */
#include "research/corpus/corpus_builder.h"

#include "base/vec.h"

static bool is_title_number(struct str word)
{
    size_t digits = 0, others = 0;
    for (size_t i = 0; i < word.len; i++) {
        digits += ascii_is_digit(word.data[i]);
        others += !ascii_is_digit(word.data[i]) && !strchr(".):", word.data[i]);
    }
    bool has_mark = word.len && strchr(".):", word.data[word.len - 1]);
    bool has_dot = str_find(word, STR("."), 0) < word.len;
    return digits && !others && (has_mark || has_dot);
}

/* Does a number with a point belong to what it stands before: "13.30 h Lunch", "3.5 inch"? */
static bool measures(struct str number, struct str rest)
{
    uint32_t first;
    utf8_decode(rest, 0, &first);
    return !strchr(".):", number.data[number.len - 1]) && !unicode_is_upper(first);
}

/* "Chapter", "Step" and the like of any language. */
static bool is_part_word(struct str word)
{
    size_t count;
    const struct language *languages = language_list(&count);
    for (size_t i = 0; i < count; i++)
        if (word_list_has(languages[i].chapter_words, word) || word_list_has(languages[i].section_words, word))
            return true;
    return false;
}

/* Behind the character if it stands at the byte; else `at`. Blanks before it are skipped. */
static size_t after_any(struct str text, size_t at, const char *const *characters, size_t count)
{
    size_t from = at;
    while (from < text.len && text.data[from] == ' ')
        from++;
    for (size_t i = 0; i < count; i++)
        if (str_starts((struct str){text.data + from, text.len - from}, str_from(characters[i])))
            return from + strlen(characters[i]);
    return at;
}

/* Without the number of a chapter as Chinese and Japanese write it: "第 8 章 基础配置", "第三節：設定". */
static struct str without_cjk_number(struct str text)
{
    static const char *const ordinal[] = {"第"}, *const parts[] = {"章", "节", "節", "部", "编",
                                                                   "編", "篇", "课", "課", "步"};
    static const char *const digits[] = {"0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",
                                         "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"};
    static const char *const marks[] = {"：", ":", "、", ".", "\xE3\x80\x80" /* ideographic space */};
    size_t at = after_any(text, 0, ordinal, COUNT_OF(ordinal)), number = at, next;
    if (!at)
        return text;
    while ((next = after_any(text, number, digits, COUNT_OF(digits))) > number)
        number = next;
    size_t part = after_any(text, number, parts, COUNT_OF(parts));
    if (number == at || part == number)
        return text;
    part = after_any(text, part, marks, COUNT_OF(marks));
    struct str rest = str_trim((struct str){text.data + part, text.len - part});
    return rest.len ? rest : text;
}

/* Without one number in front: "5.11.2. Limitations", "Chapter 3: Soil"; the same text when there is none. */
static struct str without_number(struct str text)
{
    struct str rest = without_cjk_number(text), word, number;
    if (rest.len < text.len)
        return rest;
    if (!str_split(&rest, ' ', &word) || !rest.len)
        return text;
    if (is_title_number(word) && !measures(word, rest))
        return str_trim(rest);
    bool is_part = is_part_word(word) && str_split(&rest, ' ', &number) && rest.len && is_title_number(number);
    return is_part ? str_trim(rest) : text;
}

struct str heading_clean(struct str heading)
{
    static const char *const marks[] = {":", ".", "#", "\xC2\xB6", "："}; /* # and ¶: links to the heading itself */
    struct str text = str_trim(heading);
    for (struct str before = {0}; text.len != before.len;) {
        before = text;
        text = without_number(text);
    }
    for (size_t i = 0; i < COUNT_OF(marks);) {
        struct str mark = str_from(marks[i++]);
        if (!str_ends(text, mark))
            continue;
        text = str_trim((struct str){text.data, text.len - mark.len});
        i = 0;
    }
    return text;
}

/* The content words of a title, in its order. */
static enum status set_terms(struct corpus_builder *builder, const struct worded *worded, struct terms *terms)
{
    struct corpus *corpus = builder->corpus;
    uint32_t *ids = ARENA_ARRAY(corpus->arena, worded->count, uint32_t);
    if (!ids)
        return error_memory(builder->err);
    enum status status = vocabulary_numbers(&corpus->vocabulary, worded->words, worded->count, ids, builder->err);
    *terms = (struct terms){ids, 0};
    for (size_t i = 0; i < worded->count; i++)
        if (!worded->words[i].is_stop)
            ids[terms->count++] = ids[i];
    return status;
}

/* Sets what a section is called, and all that follows from it. */
static enum status name_section(struct corpus_builder *builder, struct source_section *section, struct str title,
                                const struct worded *worded)
{
    section->title = title;
    section->is_boilerplate =
        cues_name_nothing(builder->cues, worded) || cues_is_one(builder->cues, worded, CUE_QUESTION);
    section->is_example = cues_is_one(builder->cues, worded, CUE_EXAMPLE);
    section->is_question =
        str_ends(title, STR("?")) || str_ends(title, STR("\xEF\xBC\x9F")) || str_ends(title, STR("\u061F"));
    enum status status = set_terms(builder, worded, &section->terms);
    return status ? status
                  : vector_from_numbers(builder->corpus->arena, section->terms.ids, section->terms.count,
                                        &section->vector, builder->err);
}

enum status corpus_add_section(struct corpus_builder *builder, struct str title, size_t parent, int depth,
                               double position)
{
    struct corpus *corpus = builder->corpus;
    struct worded worded;
    enum status status = worded_split_again(builder->words, builder->corpus->arena, title, &worded, builder->err);
    if (status)
        return status;
    struct source_section *sections =
        vec_room(corpus->arena, corpus->sections, corpus->section_count, &builder->sections_cap, sizeof *sections);
    if (!sections)
        return error_memory(builder->err);
    corpus->sections = sections;
    struct source_section *section = &corpus->sections[corpus->section_count++];
    *section = (struct source_section){.page = builder->page, .parent = parent, .depth = depth, .position = position};
    return name_section(builder, section, title, &worded);
}

static bool same_heading(const struct worded *heading, const struct worded *other)
{
    if (heading->count != other->count)
        return false;
    for (size_t i = 0; i < heading->count; i++)
        if (!str_eq(heading->words[i].folded, other->words[i].folded))
            return false;
    return true;
}

/* How many content words of the heading the other has too; *count: of how many. */
static size_t words_shared(const struct worded *heading, const struct worded *other, size_t *count)
{
    size_t shared = 0;
    *count = 0;
    for (size_t i = 0; i < heading->count; i++) {
        bool is_there = false;
        *count += !heading->words[i].is_stop;
        for (size_t j = 0; j < other->count && !heading->words[i].is_stop && !is_there; j++)
            is_there = str_eq(heading->words[i].stem, other->words[j].stem);
        shared += is_there;
    }
    return shared;
}

/* The first heading of a page names it as its readers know it, where it says nearly the same as the title and no less:
 * "Print sheets in landscape format", of "Print sheets in landscape orientation". Of another subject it is that of the
 * site. */
static enum status name_page(struct corpus_builder *builder, struct str title, const struct worded *worded)
{
    size_t count, of_title;
    size_t shared = words_shared(worded, &builder->page_title, &count);
    words_shared(&builder->page_title, worded, &of_title);
    bool is_own = shared && shared < count && count >= of_title;
    return is_own ? name_section(builder, &builder->corpus->sections[builder->open[0]], title, worded) : OK;
}

/* No section is opened by a heading that repeats the title of the page, nor by the label of a box ("Note"), whose text
 * belongs to what stands around it. */
enum status corpus_read_heading(struct corpus_builder *builder, const struct block *block, double position)
{
    struct corpus *corpus = builder->corpus;
    struct str title = heading_clean(block->text);
    struct worded worded;
    enum status status = worded_split_again(builder->words, builder->corpus->arena, title, &worded, builder->err);
    if (status || !worded.count || cues_is_one(builder->cues, &worded, CUE_ASIDE))
        return status;
    builder->is_first = true;
    builder->after_attack = false;
    if (builder->depth == 0 && (block->level == 1 || same_heading(&worded, &builder->page_title))) {
        bool is_first = !builder->levels[0];
        builder->levels[0] = block->level;
        return is_first ? name_page(builder, title, &worded) : OK;
    }
    while (builder->depth > 0 && builder->levels[builder->depth] >= block->level)
        builder->depth--;
    if (builder->depth == HEADING_LEVELS)
        return OK;
    status = corpus_add_section(builder, title, builder->open[builder->depth], builder->depth + 1, position);
    if (status)
        return status;
    struct str written = str_trim(block->text);
    corpus->sections[corpus->section_count - 1].is_numbered =
        written.len && ascii_is_digit(written.data[0]) && title.len < written.len;
    builder->depth++;
    builder->levels[builder->depth] = block->level;
    builder->open[builder->depth] = corpus->section_count - 1;
    builder->after_question = corpus->sections[corpus->section_count - 1].is_question;
    return OK;
}
