/*
 * Any bytes as content of every format. The lexemes, tags, links and headings are in order and within the content, and
 * each word's hash is that of its folded form; the links of a result are where they say, and the content without them
 * is the content that came in. The first byte chooses the format and the limit of words.
 */
#include "../c/link_fixture.h"
#include "link/lexer/lexer.h"

#include <stdint.h>

#define REQUIRE(condition) ((condition) ? (void)0 : __builtin_trap())

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct link_index *open_index(void)
{
    static const char *const titles[] = {"a",       "foo", "bar",    "foo bar",      "title",        "the the",
                                         "b c d",   "C++", "in use", "\u30ab\u30bf", "\u6f22\u5b57", "\u00e9t\u00e9",
                                         "p class", "l'a", "a b-c"};
    return fixture_index_of(titles, COUNT_OF(titles), 4);
}

/* --- lexemes --- */

static void check_lexeme(const struct lexed *lexed, size_t i, struct buf *text, struct buf *room)
{
    const struct lexeme *lexeme = &lexed->lexemes[i];
    REQUIRE(lexeme->start < lexeme->end && lexeme->end <= lexed->content.len);
    REQUIRE(lexeme->kind <= LEXEME_SIGN && lexeme->letter_case < LETTER_CASES && lexeme->block < BLOCK_KINDS);
    REQUIRE(word_hash(lexeme_fold(lexed, lexeme, text, room)) == lexeme->hash);
    REQUIRE(!lexeme->sign || lexeme->kind == LEXEME_SIGN);
    if (i == 0) {
        REQUIRE(lexeme->marks & MARK_STARTS_BLOCK && lexeme->marks & MARK_STARTS_PHRASE);
        return;
    }
    uint32_t next_sentence = lexeme->sentence - lexeme[-1].sentence;
    uint32_t next_paragraph = lexeme->paragraph - lexeme[-1].paragraph;
    REQUIRE(lexeme->start >= lexeme[-1].end && next_sentence <= 1 && next_paragraph <= 1);
    REQUIRE(!next_paragraph || lexeme->marks & MARK_STARTS_BLOCK);
    REQUIRE(!(lexeme->marks & MARK_STARTS_BLOCK) || lexeme->marks & MARK_STARTS_PHRASE);
}

static void check_lexed(const struct lexed *lexed)
{
    struct buf text = {0}, room = {0};
    for (size_t i = 0; i < lexed->count; i++)
        check_lexeme(lexed, i, &text, &room);
    buf_free(&text);
    buf_free(&room);
    for (size_t i = 0; i < lexed->tag_count; i++)
        REQUIRE(lexed->tags[i].start < lexed->tags[i].end && lexed->tags[i].end <= lexed->content.len &&
                (i == 0 || lexed->tags[i].start >= lexed->tags[i - 1].end));
    for (size_t i = 0; i < lexed->anchor_count; i++)
        REQUIRE(lexed->anchors[i].first <= lexed->anchors[i].last && lexed->anchors[i].last <= lexed->count);
    for (size_t i = 0; i < lexed->heading_count; i++)
        REQUIRE(lexed->headings[i].first <= lexed->headings[i].last && lexed->headings[i].last <= lexed->count &&
                lexed->headings[i].level >= 1 && lexed->headings[i].level <= 6 &&
                (i == 0 || lexed->headings[i].first >= lexed->headings[i - 1].last));
}

static void check_lexers(struct arena *arena, struct str input, size_t max_words)
{
    struct lexed lexed;
    REQUIRE(lex_html(arena, input, max_words, NULL, &lexed, NULL) == OK);
    check_lexed(&lexed);
    REQUIRE(lex_markdown(arena, input, max_words, NULL, &lexed, NULL) == OK);
    check_lexed(&lexed);
    REQUIRE(lex_plain(arena, input, &lexed, NULL) == OK);
    check_lexed(&lexed);
}

/* --- links --- */

/* Where what a link puts before its text ends, from `at` on. */
static size_t skip_opening(struct str content, size_t at, bool is_markdown)
{
    if (is_markdown) {
        REQUIRE(at < content.len && content.data[at] == '[');
        return at + 1;
    }
    REQUIRE(str_starts((struct str){content.data + at, content.len - at}, STR("<a href=\"/page/")));
    return str_find(content, STR("\">"), at) + 2;
}

static size_t skip_closing(struct str content, size_t at, bool is_markdown)
{
    struct str rest = {content.data + at, content.len - at};
    REQUIRE(str_starts(rest, is_markdown ? STR("](/page/") : STR("</a>")));
    if (!is_markdown)
        return at + 4;
    for (at += 8; content.data[at] != ')'; at++) /* parentheses of the URL are escaped */
        at += content.data[at] == '\\';
    return at + 1;
}

/* Walks content and result side by side. */
static void check_result(struct str input, const struct link_result *result, bool is_markdown)
{
    struct str content = result->content;
    size_t from = 0, at = 0;
    for (size_t i = 0; i < result->count; i++) {
        const struct link *link = &result->links[i];
        REQUIRE(link->start >= from && link->end > link->start && link->end <= input.len);
        REQUIRE(link->score >= 0 && link->score <= 1);
        REQUIRE(memcmp(content.data + at, input.data + from, link->start - from) == 0);
        at = skip_opening(content, at + link->start - from, is_markdown);
        REQUIRE(memcmp(content.data + at, input.data + link->start, link->end - link->start) == 0);
        at = skip_closing(content, at + link->end - link->start, is_markdown);
        from = link->end;
        for (size_t k = 0; k < i; k++)
            REQUIRE(!str_eq(result->links[k].url, link->url));
    }
    REQUIRE(content.len - at == input.len - from);
    REQUIRE(memcmp(content.data + at, input.data + from, input.len - from) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct link_index *index;
    if (!index)
        index = open_index();
    REQUIRE(index);
    if (!size)
        return 0;
    struct str input = {(const char *)data + 1, size - 1};
    struct arena *arena = arena_new();
    check_lexers(arena, input, data[0] >> 4);
    struct link_options options = {.format = data[0] % 3};
    struct link_result result;
    REQUIRE(link_content(index, input, &options, arena, &result, NULL) == OK);
    check_result(input, &result, options.format == LINK_MARKDOWN);
    arena_free(arena);
    return 0;
}
