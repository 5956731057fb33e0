#include "big_site.h"

#include "material.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    TEXT = 1600,           /* bytes of a page's sentences, before phrases are put in */
    SENTENCES = 4,         /* of a paragraph */
    SUBJECT = 1500,        /* sentences next to each other that pages of one subject share */
    PAGES_OF_SUBJECT = 50, /* next to each other */
    CLOSE = 100,           /* pages that are close by */
    PHRASE = 400,          /* most bytes of a phrase or a URL */
    SLUG = 34,             /* most bytes of a title in a URL */
};

struct big_site {
    struct material material;
    size_t pages, next;
    uint64_t seed;
    struct buf html;
    char title[PHRASE], url[PHRASE];
};

/* --- chance: splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014) --- */

static uint64_t draw(uint64_t *state)
{
    uint64_t mixed = *state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
}

static size_t below(uint64_t *state, size_t limit)
{
    return (size_t)(((draw(state) >> 32) * limit) >> 32);
}

static bool happens(uint64_t *state, unsigned percent)
{
    return below(state, 100) < percent;
}

enum purpose { FOR_TITLE = 1, FOR_TEXT, FOR_SUBJECT, FOR_CONTENT };

static uint64_t chance_of(const struct big_site *site, enum purpose purpose, uint64_t number)
{
    uint64_t state = site->seed ^ ((uint64_t)purpose << 56) ^ (number * 0xD6E8FEB86659FD93);
    draw(&state);
    return state;
}

/* --- titles and URLs --- */

struct title {
    struct str head, tail;
};

static struct title title_of(const struct big_site *site, size_t page)
{
    const struct material *material = &site->material;
    uint64_t chance = chance_of(site, FOR_TITLE, page);
    size_t head = below(&chance, material->title_count), tail = below(&chance, material->title_count);
    return (struct title){material->heads[head], material->tails[tail]};
}

static struct str write_title(char *out, const struct title *title)
{
    int length = snprintf(out, PHRASE, "%.*s %.*s", (int)title->head.len, title->head.data, STR_ARG(title->tail));
    return (struct str){out, (size_t)length};
}

static size_t write_slug(char *out, struct str title)
{
    size_t length = 0;
    for (size_t i = 0; i < title.len && length < SLUG; i++) {
        if (ascii_is_alnum(title.data[i]))
            out[length++] = ascii_lower(title.data[i]);
        else if (length && out[length - 1] != '-')
            out[length++] = '-';
    }
    return length;
}

/* /<folder of the subject>/<title>-<number>.html */
static struct str write_url(const struct big_site *site, size_t page, char *out)
{
    char title[PHRASE], slug[SLUG + 1];
    struct title words = title_of(site, page), of_folder = title_of(site, page / PAGES_OF_SUBJECT * PAGES_OF_SUBJECT);
    size_t folder = write_slug(slug, of_folder.head);
    int length = snprintf(out, PHRASE, "/%.*s", (int)folder, slug);
    size_t rest = write_slug(slug, write_title(title, &words));
    length += snprintf(out + length, PHRASE - (size_t)length, "/%.*s-%zx.html", (int)rest, slug, page);
    return (struct str){out, (size_t)length};
}

/* --- phrases --- */

/* The page that a link of this page leads to. */
static size_t choose_target(const struct big_site *site, size_t page, uint64_t *chance)
{
    size_t target;
    if (happens(chance, 50)) {
        target = page + below(chance, 2 * CLOSE) + site->pages - CLOSE % site->pages;
        return target % site->pages;
    }
    double even = (double)below(chance, 1 << 30) / (1 << 30);
    target = (size_t)((double)site->pages * even * even * even);
    return target < site->pages ? target : site->pages - 1;
}

/* What the links to a page say: its title, or the part of it that is more than one word or a long one. */
static struct str choose_phrase(const struct big_site *site, size_t target, uint64_t *chance, char *out)
{
    struct title title = title_of(site, target);
    unsigned form = (unsigned)below(chance, 4);
    if (form == 0 && title.head.len > 6)
        return title.head;
    if (form == 1 && title.tail.len > 6)
        return title.tail;
    return write_title(out, &title);
}

static void add_link(struct big_site *site, size_t target, struct str phrase)
{
    char url[PHRASE];
    struct str href = write_url(site, target, url);
    buf_str(&site->html, "<a href=\"");
    buf_add(&site->html, href.data, href.len);
    buf_str(&site->html, "\">");
    buf_add(&site->html, phrase.data, phrase.len);
    buf_str(&site->html, "</a>");
}

/* --- sentences --- */

enum mention { NO_MENTION, TITLE_MENTION, TITLE_LINK, WORDS_LINK };

/* Of the 13 sentences of a page five hold a link, and four a phrase that is none. */
static enum mention choose_mention(uint64_t *chance, bool with_links)
{
    size_t lot = below(chance, 26);
    if (lot < 8)
        return TITLE_MENTION;
    if (lot >= 20)
        return NO_MENTION;
    if (!with_links)
        return lot < 14 ? TITLE_MENTION : NO_MENTION;
    return lot < 14 ? TITLE_LINK : WORDS_LINK;
}

static size_t space_behind(struct str text, size_t from)
{
    const char *space = from < text.len ? memchr(text.data + from, ' ', text.len - from) : NULL;
    return space ? (size_t)(space - text.data) : text.len;
}

static bool is_word(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (ascii_lower(text.data[i]) < 'a' || ascii_lower(text.data[i]) > 'z')
            return false;
    return text.len >= 4;
}

/*
 * Two words of the sentence that lead to a page wherever they are a link; one pair in eight does. False: none stands
 * there.
 */
static bool add_words_link(struct big_site *site, struct str sentence)
{
    size_t start = space_behind(sentence, 0) + 1;
    while (start < sentence.len) {
        size_t middle = space_behind(sentence, start), end = space_behind(sentence, middle + 1);
        if (end >= sentence.len)
            return false;
        struct str one = {sentence.data + start, middle - start}, two = {sentence.data + middle + 1, end - middle - 1};
        uint64_t hash = one.len;
        for (size_t i = start; i < end; i++)
            hash = (hash ^ (unsigned char)ascii_lower(sentence.data[i])) * 0x100000001B3;
        draw(&hash);
        if (is_word(one) && is_word(two) && hash % 8 == 0) {
            buf_add(&site->html, sentence.data, start);
            add_link(site, below(&hash, site->pages), (struct str){one.data, end - start});
            buf_add(&site->html, sentence.data + end, sentence.len - end);
            return true;
        }
        start = middle + 1;
    }
    return false;
}

static void add_sentence(struct big_site *site, size_t page, struct str sentence, uint64_t *chance, bool with_links)
{
    enum mention mention = choose_mention(chance, with_links);
    if (mention == NO_MENTION || (mention == WORDS_LINK && !add_words_link(site, sentence))) {
        buf_add(&site->html, sentence.data, sentence.len);
        return;
    }
    if (mention == WORDS_LINK)
        return;
    char out[PHRASE];
    size_t target = choose_target(site, page, chance);
    struct str phrase = choose_phrase(site, target, chance, out);
    size_t cut = space_behind(sentence, below(chance, sentence.len));
    buf_add(&site->html, sentence.data, cut);
    buf_char(&site->html, ' ');
    if (mention == TITLE_LINK && target != page)
        add_link(site, target, phrase);
    else
        buf_add(&site->html, phrase.data, phrase.len);
    buf_add(&site->html, sentence.data + cut, sentence.len - cut);
}

/* --- pages --- */

static struct str choose_sentence(const struct big_site *site, size_t subject, uint64_t *chance)
{
    const struct material *material = &site->material;
    size_t at = happens(chance, 70) ? subject + below(chance, SUBJECT) : below(chance, material->sentence_count);
    return material->sentences[at % material->sentence_count];
}

/* Paragraphs with so many bytes of sentences. */
static void add_text(struct big_site *site, size_t page, size_t bytes, uint64_t *chance, bool with_links)
{
    uint64_t of_subject = chance_of(site, FOR_SUBJECT, page / PAGES_OF_SUBJECT);
    size_t subject = below(&of_subject, site->material.sentence_count);
    for (size_t written = 0, count = 0; written < bytes && !site->html.failed; count++) {
        buf_str(&site->html, "<p>");
        for (int i = 0; i < SENTENCES && written < bytes; i++) {
            struct str sentence = choose_sentence(site, subject, chance);
            if (i)
                buf_char(&site->html, ' ');
            add_sentence(site, page, sentence, chance, with_links);
            written += sentence.len;
        }
        buf_str(&site->html, "</p>\n");
        if (count % 6 != 1 || written >= bytes)
            continue;
        struct str heading = site->material.tails[below(chance, site->material.title_count)];
        buf_printf(&site->html, "<h2>%.*s</h2>\n", STR_ARG(heading));
    }
}

static const char site_head[] = "<nav><a href=\"/\">Home</a> <a href=\"/guides/\">Guides</a> <a href=\"/contact\">"
                                "Contact</a></nav>\n<main>\n";
static const char site_foot[] = "</main>\n<footer><p>All rights reserved. Read our privacy policy.</p></footer>\n";

enum status big_site_next(void *context, struct link_page *page, bool *done, struct error *err)
{
    struct big_site *site = context;
    *done = site->next == site->pages;
    if (*done)
        return OK;
    size_t number = site->next++;
    uint64_t chance = chance_of(site, FOR_TEXT, number);
    struct title words = title_of(site, number);
    struct str title = write_title(site->title, &words);
    buf_clear(&site->html);
    buf_str(&site->html, site_head);
    buf_printf(&site->html, "<h1>%.*s</h1>\n", STR_ARG(title));
    add_text(site, number, TEXT / 2 + below(&chance, TEXT), &chance, true);
    buf_str(&site->html, site_foot);
    if (site->html.failed)
        return error_memory(err);
    *page = (struct link_page){.url = write_url(site, number, site->url),
                               .title = title,
                               .html = {buf_text(&site->html), site->html.len},
                               .language = STR("en")};
    return OK;
}

struct str big_site_content(struct big_site *site, size_t words, uint64_t number)
{
    uint64_t chance = chance_of(site, FOR_CONTENT, number);
    buf_clear(&site->html);
    add_text(site, below(&chance, site->pages), words * 29 / 5, &chance, false);
    return (struct str){buf_text(&site->html), site->html.len};
}

void big_site_rewind(struct big_site *site)
{
    site->next = 0;
}

enum status big_site_new(const struct big_site_options *options, struct big_site **out, struct error *err)
{
    struct big_site *site = calloc(1, sizeof *site);
    if (!site)
        return error_memory(err);
    site->pages = options->pages ? options->pages : 1;
    site->seed = options->seed;
    enum status status = material_read(options->corpora, &site->material, err);
    if (status == OK)
        *out = site;
    else
        free(site);
    return status;
}

void big_site_free(struct big_site *site)
{
    if (!site)
        return;
    material_free(&site->material);
    buf_free(&site->html);
    free(site);
}
