/* Headings of pages as headings of an article. */
#include "model/builtin/builtin.h"

#include <stdlib.h>

/* Marks that sites put behind a heading, for its permanent link, or that announce a text. */
static const char *const tails[] = {"¶", "§", " #", "🔗", "…", "...", ":", ";", "–", "—", "-", ",", NULL};

static struct str without_anchor(struct str heading)
{
    if (!heading.len || heading.data[heading.len - 1] != '}')
        return heading;
    size_t start = heading.len;
    while (start > 0 && heading.data[start - 1] != '{')
        start--;
    return start > 1 ? str_trim((struct str){heading.data, start - 1}) : heading;
}

static struct str without_tail(struct str heading)
{
    for (const char *const *tail = tails; *tail; tail++)
        if (str_ends(heading, str_from(*tail)))
            return without_tail(str_trim((struct str){heading.data, heading.len - strlen(*tail)}));
    return heading;
}

/* Bytes of a time of day at the start: "9:30 a.m."; 0: there is none. */
static size_t time_length(struct str text)
{
    size_t at = 0, digits = 0;
    while (at < text.len && ascii_is_digit(text.data[at]))
        at++;
    if (!at || at > 2 || at >= text.len || (text.data[at] != ':' && text.data[at] != '.'))
        return 0;
    for (at++; at < text.len && ascii_is_digit(text.data[at]); at++)
        digits++;
    if (digits != 2)
        return 0;
    struct str rest = str_trim((struct str){text.data + at, text.len - at});
    static const char *const halves[] = {"a.m.", "p.m.", "am", "pm", "Uhr", "h ", NULL};
    for (const char *const *half = halves; *half; half++)
        if (str_istarts(rest, str_from(*half)))
            return (size_t)(rest.data - text.data) + strlen(*half);
    return at;
}

/* "9:00 – 10:30 a.m.: Opening" becomes "Opening". */
static struct str without_time(struct str heading)
{
    size_t at = time_length(heading);
    if (!at)
        return heading;
    static const char *const between[] = {"–", "—", "-", ":", ",", NULL};
    for (const char *const *mark = between; *mark; mark++) {
        struct str rest = str_trim((struct str){heading.data + at, heading.len - at});
        if (str_starts(rest, str_from(*mark)))
            return without_time(str_trim((struct str){rest.data + strlen(*mark), rest.len - strlen(*mark)}));
    }
    return str_trim((struct str){heading.data + at, heading.len - at});
}

static struct str without_keyword(struct str heading, struct str keyword)
{
    if (!keyword.len || heading.len <= keyword.len || !str_istarts(heading, keyword))
        return heading;
    struct str rest = str_trim((struct str){heading.data + keyword.len, heading.len - keyword.len});
    return str_starts(rest, STR(":")) ? str_trim((struct str){rest.data + 1, rest.len - 1}) : heading;
}

struct str heading_for_readers(struct str heading, struct str keyword)
{
    struct str clean = without_time(without_tail(without_anchor(str_trim(heading))));
    struct str rest = without_keyword(clean, keyword);
    return rest.len ? rest : clean;
}

/* --- large and small first letters; "a" or "an" --- */

static void add_with_first(struct buf *out, struct str text, uint32_t (*change)(uint32_t))
{
    if (!text.len)
        return;
    uint32_t first;
    size_t length = utf8_decode(text, 0, &first);
    utf8_append(out, change(first));
    buf_add(out, text.data + length, text.len - length);
}

void add_large(struct buf *out, struct str text)
{
    add_with_first(out, text, unicode_to_upper);
}

void add_large_in(struct buf *out, struct str text, const struct language *language)
{
    if (!language || !language->dotless_i || !str_starts(text, STR("i"))) {
        add_large(out, text);
        return;
    }
    buf_str(out, "\u0130");
    buf_add(out, text.data + 1, text.len - 1);
}

void add_uncapitalised(struct buf *out, struct str text)
{
    add_with_first(out, text, unicode_to_lower);
}

/* --- articles --- */

/* A vowel is heard although a consonant is written. */
static const char *const vowel_sounds[] = {"hour", "honest", "honor", "honour", "heir", NULL};

/* Spelled letter by letter, or read so, and the first letter's name begins with a vowel. Whole words. */
static const char *const spelled[] = {"html", "http", "https", "ssl", "ssh",  "xml", "svg",   "sql",  "ftp", "lvm",
                                      "mp3",  "nfs",  "rss",   "sms", "smtp", "mta", "mx",    "ldap", "led", "lcd",
                                      "rpm",  "rfc",  "f",     "x",   "11",   "18",  "xhtml", "xslt", NULL};

/* A consonant is heard although a vowel is written. */
static const char *const consonant_sounds[] = {"use",   "usu",  "eu",  "ewe", "once", "ufo",
                                               "utili", "ubiq", "url", "usb", "u-",   NULL};
static const char *const whole_consonant_sounds[] = {"one", "uk", "us", NULL};

static bool begins_with_any(struct str word, const char *const *list)
{
    for (; *list; list++)
        if (str_istarts(word, str_from(*list)))
            return true;
    return false;
}

/* In capitals without a vowel it is spelled: "an MVC framework". */
static bool is_spelled(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.data[i] < 'A' || word.data[i] > 'Z' || strchr("AEIOU", word.data[i]))
            return false;
    return word.len > 1;
}

/* "Union", "Unix", "unit", but "uninteresting", "unimportant". */
static bool is_uni(struct str word)
{
    if (!str_istarts(word, STR("uni")))
        return false;
    char next = word.len > 3 ? ascii_lower(word.data[3]) : '\0';
    return next != 'n' && next != 'm';
}

const char *sound_article(struct str phrase)
{
    struct str word = {phrase.data, 0};
    while (word.len < phrase.len && ascii_is_alnum(phrase.data[word.len]))
        word.len++;
    if (!word.len)
        return "a";
    if (begins_with_any(word, vowel_sounds) || word_list_ihas(spelled, word) || phrase.data[0] == '8')
        return "an";
    if (begins_with_any(phrase, consonant_sounds) || word_list_ihas(whole_consonant_sounds, word) || is_uni(word))
        return "a";
    if (is_spelled(word))
        return strchr("AEFHILMNORSX", word.data[0]) ? "an" : "a";
    return strchr("aeiouAEIOU", word.data[0]) ? "an" : "a";
}

/* --- its own sentences --- */

/* The phrases of a language. E_INVALID "model_unavailable": the built-in writer does not write it. language may be
 * NULL. */
static enum status phrases_for(const struct language *language, const struct phrases **phrases, struct error *err)
{
    *phrases = language ? language->phrases : NULL;
    if (*phrases)
        return OK;
    return error_set(err, E_INVALID, "model_unavailable", "the built-in writer cannot write %s",
                     language ? language->name : "a language that is not known");
}

enum status phrases_fill(const char *sentence, struct str text, struct arena *arena, struct str *filled, size_t *start,
                         struct error *err)
{
    struct str whole = str_from(sentence);
    size_t at = str_find(whole, STR("%"), 0), behind = at + (at < whole.len);
    char *copy = arena_printf(arena, "%.*s%.*s%.*s", (int)at, whole.data, at < whole.len ? (int)text.len : 0, text.data,
                              (int)(whole.len - behind), whole.data + behind);
    if (!copy)
        return error_memory(err);
    *filled = str_from(copy);
    if (start)
        *start = at;
    return OK;
}

bool phrases_fits(const char *sentence, struct str text)
{
    struct str whole = str_from(sentence);
    size_t at = str_find(whole, STR("%"), 0), behind = at + (at < whole.len);
    struct str end = {whole.data + behind, whole.len - behind};
    return text.len > at + end.len && str_starts(text, (struct str){whole.data, at}) && str_ends(text, end);
}

/* --- on what the article is about --- */

static const char *phrases_choose(const char *const *variants, struct str keyword)
{
    uint32_t count = 0;
    while (variants[count])
        count++;
    return count ? variants[hash32_of(keyword, HASH32_EMPTY) % count] : "%.";
}

static const char *template_of(const struct builtin_brief *brief, const struct phrases *phrases,
                               enum builtin_frame frame)
{
    if (frame == FRAME_CONCLUSION)
        return phrases_choose(phrases->conclusion[brief->point_of_view], brief->keyword);
    return phrases_choose(brief->is_explained ? phrases->explanation[brief->point_of_view]
                                              : phrases->introduction[brief->point_of_view],
                          brief->keyword);
}

enum status builtin_frame(const struct builtin_brief *brief, enum builtin_frame frame, struct arena *arena,
                          struct model_sentence *sentence, struct error *err)
{
    const struct phrases *phrases;
    enum status status = phrases_for(brief->language, &phrases, err);
    *sentence = (struct model_sentence){.source = OWN_WORDS, .id = -1};
    if (status)
        return status;
    struct str about = brief->keyword_phrase.len ? brief->keyword_phrase : brief->keyword;
    return phrases_fill(template_of(brief, phrases, frame), about, arena, &sentence->text, NULL, err);
}

enum status builtin_end_introduction(const struct builtin_brief *brief, struct arena *arena, struct model_text *text,
                                     struct error *err)
{
    if (brief->is_list && language_can_write(brief->language))
        return OK; /* its title says what it lists */
    size_t count = text->count ? text->blocks[0].count : 0;
    struct model_sentence *sentences = ARENA_ARRAY(arena, count + 1, struct model_sentence);
    struct model_block *blocks = text->count ? text->blocks : ARENA_ARRAY(arena, 1, struct model_block);
    if (!sentences || !blocks)
        return error_memory(err);
    if (count)
        memcpy(sentences, blocks[0].sentences, count * sizeof *sentences);
    enum status status = builtin_frame(brief, FRAME_INTRODUCTION, arena, &sentences[count], err);
    if (status)
        return status;
    blocks[0].sentences = sentences;
    blocks[0].count = count + 1;
    text->blocks = blocks;
    text->count += !text->count;
    return OK;
}

/* --- a call to action --- */

enum status builtin_call(const struct builtin_brief *brief, struct str link, struct str url, struct arena *arena,
                         struct model_sentence *sentence, struct error *err)
{
    const struct phrases *phrases;
    size_t start = 0;
    enum status status = phrases_for(brief->language, &phrases, err);
    *sentence = (struct model_sentence){.source = OWN_WORDS, .id = -1};
    if (!status)
        status = phrases_fill(phrases->call_link, link, arena, &sentence->text, &start, err);
    sentence->link = (struct model_link){.url = url, .start = start, .length = link.len};
    return status;
}

/* --- running text from passages: neighbouring passages stay together, and those of one source keep its order --- */

enum {
    PARAGRAPH_SENTENCES = 5, /* most that passages of one paragraph are joined to */
    JOINED_SENTENCES = 4,    /* most that a lone sentence is joined to */
    LONE_SENTENCES = 1,
    BLOCKS_PER_PASSAGE = 3 /* its text, code, a table */
};

/* A passage on its way into the text. */
struct text_piece {
    const struct builtin_passage *passage;
    size_t rank; /* of the best passage of its source */
};

static int in_reading_order(const void *left, const void *right)
{
    const struct text_piece *a = left, *b = right;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return (a->passage->place > b->passage->place) - (a->passage->place < b->passage->place);
}

static struct text_piece *order_pieces(const struct builtin_passage *passages, size_t count, struct arena *arena)
{
    struct text_piece *pieces = ARENA_ARRAY(arena, count + 1, struct text_piece);
    if (!pieces)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (passages[first].source != passages[i].source)
            first++;
        pieces[i] = (struct text_piece){&passages[i], first};
    }
    qsort(pieces, count, sizeof *pieces, in_reading_order);
    return pieces;
}

static bool text_is_list(const struct builtin_passage *passage)
{
    return passage->count && passage->sentences[passage->count - 1].item > 0;
}

/* What stands behind a passage belongs to it, and nothing comes between. */
static bool is_closed(const struct builtin_passage *passage)
{
    return text_is_list(passage) || passage->code.len || passage->cell_count;
}

static bool describes_term(const struct builtin_passage *passage)
{
    return passage->count && passage->sentences[0].term.len;
}

/* Does `next` continue the paragraph that ends with `last` and has this many sentences? What describes a term begins a
 * paragraph, which only that description goes on with. */
static bool joins(const struct builtin_passage *last, const struct builtin_passage *next, size_t sentences)
{
    if (is_closed(last) || text_is_list(next) || last->source != next->source || describes_term(next))
        return false;
    if (describes_term(last) && last->paragraph != next->paragraph)
        return false;
    size_t together = sentences + next->count;
    if (last->paragraph == next->paragraph)
        return together <= PARAGRAPH_SENTENCES;
    bool is_lone = sentences <= LONE_SENTENCES || next->count <= LONE_SENTENCES;
    return is_lone && last->section == next->section && together <= JOINED_SENTENCES;
}

static void add_behind(const struct builtin_passage *passage, struct model_text *text)
{
    if (passage->code.len)
        text->blocks[text->count++] = (struct model_block){.kind = TEXT_CODE, .code = passage->code};
    if (passage->cell_count)
        text->blocks[text->count++] =
            (struct model_block){passage->cells, passage->cell_count, .kind = TEXT_TABLE, .columns = passage->columns};
}

static enum status compose(const struct text_piece *pieces, size_t count, struct arena *arena, struct model_text *text,
                           struct error *err)
{
    size_t total = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        total += pieces[i].passage->count;
    struct model_sentence *sentences = ARENA_ARRAY(arena, total + 1, struct model_sentence);
    text->blocks = ARENA_ARRAY(arena, count * BLOCKS_PER_PASSAGE + 1, struct model_block);
    if (!sentences || !text->blocks)
        return error_memory(err);
    for (size_t i = 0; i < count; i++) {
        const struct builtin_passage *passage = pieces[i].passage;
        struct model_block *last = text->count ? &text->blocks[text->count - 1] : NULL;
        if (!i || !joins(pieces[i - 1].passage, passage, last->count)) {
            last = &text->blocks[text->count++];
            last->sentences = sentences + at;
            last->is_ordered = passage->is_ordered;
        }
        memcpy(sentences + at, passage->sentences, passage->count * sizeof *sentences);
        at += passage->count;
        last->count += passage->count;
        add_behind(passage, text);
    }
    return OK;
}

enum status builtin_text(const struct builtin_passage *passages, size_t count, struct arena *arena,
                         struct model_text *text, struct error *err)
{
    *text = (struct model_text){0};
    if (!count)
        return OK;
    struct text_piece *pieces = order_pieces(passages, count, arena);
    return pieces ? compose(pieces, count, arena, text, err) : error_memory(err);
}

enum status builtin_list(const struct model_sentence *sentences, size_t count, struct arena *arena,
                         struct model_text *text, struct error *err)
{
    struct model_sentence *items = ARENA_ARRAY(arena, count + 1, struct model_sentence);
    *text = (struct model_text){.blocks = ARENA_ARRAY(arena, 1, struct model_block)};
    if (!items || !text->blocks)
        return error_memory(err);
    for (size_t i = 0; i < count; i++) {
        items[i] = sentences[i];
        items[i].item = (int)i + 1;
    }
    text->blocks[0] = (struct model_block){items, count};
    text->count = count > 0;
    return OK;
}

/* --- a title: the keyword as a title begins --- */

/* "iPhone", "eBPF" */
static bool has_large_inside(struct str word)
{
    for (size_t at = 0, length; at < word.len && word.data[at] != ' '; at += length) {
        uint32_t c;
        length = utf8_decode(word, at, &c);
        if (at && unicode_to_lower(c) != c)
            return true;
    }
    return false;
}

enum status builtin_title(const struct builtin_brief *brief, struct str keyword, bool keeps_first, struct arena *arena,
                          struct str *title, struct error *err)
{
    const struct phrases *phrases;
    struct buf out = {0};
    enum status status = phrases_for(brief->language, &phrases, err);
    if (status)
        return status;
    if (keeps_first || has_large_inside(keyword))
        buf_add(&out, keyword.data, keyword.len);
    else
        add_large_in(&out, keyword, brief->language);
    *title = buf_keep(&out, arena);
    return title->data ? OK : error_memory(err);
}
