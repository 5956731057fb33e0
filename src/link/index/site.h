/*
 * A site while its index is being built: pages as streams of word ids. The parts of the builder each add to it:
 *   site.c     reads the pages
 *   titles.c   cuts titles into the phrases that name a page
 *   phrases.c  collects phrases, counts where they stand and what they link to
 *   build.c    computes what a page is about, and writes the file
 */
#ifndef COPYDESK_LINK_INDEX_SITE_H
#define COPYDESK_LINK_INDEX_SITE_H

#include "link/index/index_format.h"
#include "link/index/table.h"
#include "link/lexer/lexer.h"
#include "link/link.h"

/* A stream holds word ids; STREAM_BREAK where no phrase may cross; STREAM_INNER is set where no word begins. */
#define STREAM_INNER 0x80000000u
#define STREAM_BREAK 0xFFFFFFFFu

struct site_anchor {
    size_t first, last; /* in the stream, last exclusive */
    size_t name;        /* where the name begins, after a section number; `first` when there is none */
    struct str key;     /* of the page that it links to */
    bool fills_block;   /* nothing else stands in its block: a list or navigation, no running text */
};

struct site_page {
    struct str url, title, key; /* key: url_key */
    uint32_t *stream;           /* the running text: what stands outside of headings, code and navigation */
    size_t length;
    uint32_t *title_stream;
    size_t title_length;
    struct site_anchor *anchors;
    size_t anchor_count;
    uint32_t links_out; /* other pages of the site that it links to, in running text */
};

struct site_word {
    struct str text;
    uint32_t page_count, last_page; /* last_page: number + 1, while counting */
    bool is_sign;
};

struct site_phrase {
    struct index_phrase record;
    uint32_t last_page, last_title_page; /* number + 1, while counting */
};

/* A phrase and a page that it names. */
struct site_target {
    uint32_t phrase;
    struct index_target record;
    uint32_t last_link_page, last_list_page;
};

struct site {
    struct arena *arena;
    struct map vocabulary; /* folded word -> number + 1 */
    struct site_word *words;
    size_t word_count, word_cap;
    struct map page_numbers; /* absolute URL -> number + 1 */
    struct map page_keys;    /* url_key -> number + 1 of the first page with it */
    struct site_page *pages;
    size_t page_count, page_cap;
    struct table edges; /* the trie: (node, word) -> child */
    uint32_t *nodes;    /* per node: phrase + 1 */
    size_t node_count, node_cap;
    struct site_phrase *phrases;
    size_t phrase_count, phrase_cap;
    struct table target_numbers; /* (phrase, page) -> number + 1 */
    struct site_target *targets;
    size_t target_count, target_cap;
    uint64_t anchor_count;
};

/* Room for one more element of a list in the site's arena. */
bool site_grow(struct arena *arena, void **list, size_t count, size_t *cap, size_t size);
#define SITE_GROW(arena, list, count, cap) site_grow((arena), (void **)&(list), (count), &(cap), sizeof *(list))

/* Reads all pages. */
enum status site_read(struct site *site, link_next_page next, void *context, struct error *err);

/* Lexemes as a stream in the site's arena; NULL when memory ran out. Only what is blocked by nothing but `allowed` (enum
 * lexeme_block) goes in. *places, if wanted, maps lexeme numbers (and the count) to places in the stream. */
uint32_t *site_stream(struct site *site, const struct lexed *lexed, unsigned allowed, struct arena *scratch,
                      size_t **places, size_t *length);

/* Collects the phrases of titles and links, and counts them over all pages. */
enum status site_collect_phrases(struct site *site, struct error *err);

/* Past the number of a section in front of a title or a link: "12.3. ", "12.3 ", "Chapter 12. ", "Section 12.3, ". Returns the first
 * lexeme of the name, or `first`. */
size_t title_skip_number(const struct lexed *title, size_t first, size_t last);

struct title_variant {
    size_t first, last; /* lexemes of the title, last exclusive */
    enum title_kind kind;
};

enum { MAX_TITLE_VARIANTS = 12 };

/* The phrases in a title: the whole, its parts between separators such as ":", "|" and " - ", and each without a number in front
 * or a parenthesis behind. Returns how many. */
size_t title_variants(const struct lexed *title, struct title_variant variants[MAX_TITLE_VARIANTS]);

#endif
