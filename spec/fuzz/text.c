/*
 * Any bytes as text. Spans of words and sentences are in order and inside the text, folded forms are valid UTF-8, what
 * is escaped cannot open markup, URLs have one normal form.
 */
#include "text/text.h"

#include <stdint.h>

#define REQUIRE(condition) ((condition) ? (void)0 : __builtin_trap())

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_words(struct arena *arena, struct str text, const struct language *language)
{
    struct word *words;
    size_t count, at = 0;
    REQUIRE(words_split(arena, text, language, &words, &count, NULL) == OK);
    for (size_t i = 0; i < count; i++) {
        REQUIRE(words[i].start >= at && words[i].end > words[i].start && words[i].end <= text.len);
        REQUIRE(utf8_is_valid(words[i].folded) && utf8_is_valid(words[i].stem));
        at = words[i].end;
    }
    REQUIRE(words_count(text) <= text.len);
}

/* A memory of words changes nothing, whatever it has met. */
static void check_memory(struct arena *arena, struct str text, const struct language *language)
{
    struct word_memory *memory = word_memory_new(language);
    struct word *words, *again;
    size_t count, counted;
    REQUIRE(memory && words_split(arena, text, language, &words, &count, NULL) == OK);
    for (int round = 0; round < 2; round++) {
        REQUIRE(words_split_again(memory, arena, text, &again, &counted, NULL) == OK && counted == count);
        for (size_t i = 0; i < count; i++)
            REQUIRE(words[i].start == again[i].start && words[i].end == again[i].end &&
                    str_eq(words[i].folded, again[i].folded) && str_eq(words[i].stem, again[i].stem) &&
                    words[i].is_stop == again[i].is_stop);
    }
    word_memory_free(memory);
}

static void check_sentences(struct arena *arena, struct str text, const struct language *language)
{
    struct sentence *sentences;
    size_t count, at = 0;
    REQUIRE(sentences_split(arena, text, language, &sentences, &count, NULL) == OK);
    for (size_t i = 0; i < count; i++) {
        REQUIRE(sentences[i].start >= at && sentences[i].end > sentences[i].start && sentences[i].end <= text.len);
        for (; at < sentences[i].start; at++) /* nothing but white space stands between */
            REQUIRE(ascii_is_space(text.data[at]) || (unsigned char)text.data[at] >= 0x80);
        at = sentences[i].end;
    }
}

static void check_escapes(struct str text)
{
    struct buf out = {0};
    escape_attribute(&out, text);
    REQUIRE(!out.failed && (!out.len || (!memchr(out.data, '<', out.len) && !memchr(out.data, '"', out.len))));
    buf_clear(&out);
    text_fold(&out, text);
    REQUIRE(!out.failed && utf8_is_valid((struct str){buf_text(&out), out.len}));
    buf_free(&out);
}

static void check_urls(struct arena *arena, struct str text)
{
    const char *url = url_normalise(arena, text);
    const char *resolved = url_resolve(arena, "https://example.org/a/b?c", text);
    const char *again = url ? url_normalise(arena, str_from(url)) : NULL;
    REQUIRE(!url || (again && strcmp(url, again) == 0));
    again = resolved ? url_normalise(arena, str_from(resolved)) : NULL;
    REQUIRE(!resolved || (again && strcmp(resolved, again) == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    size_t count, length;
    struct arena *arena = arena_new();
    const struct language *languages = language_list(&count), *language = &languages[data[0] % count];
    struct str text = {(const char *)data + 1, size - 1};
    REQUIRE(arena);
    check_words(arena, text, language);
    check_memory(arena, text, language);
    check_sentences(arena, text, language);
    check_escapes(text);
    check_urls(arena, text);
    language_detect(text);
    const char *slug = slug_from(arena, text, language), *repaired = utf8_repair(arena, text, &length);
    REQUIRE(slug && strlen(slug) <= 80 && utf8_is_valid(str_from(slug)));
    REQUIRE(repaired && utf8_is_valid((struct str){repaired, length}));
    REQUIRE(text_squeeze(arena, text));
    arena_free(arena);
    return 0;
}
