#include "material.h"

#include <glob.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MOST_OF_A_CORPUS = 2500 * 1000, /* bytes of sentences */
    SHORTEST = 40,                  /* bytes of a sentence */
    LONGEST = 400,
    MOST_WORDS_OF_A_PART = 3,
};

static const char *const corpora_names[] = {"foldoc", "digitalgov", "bitcoinops-en", "postgresql"};

/* The lists grow while pages are read. */
struct reading {
    struct material *material;
    size_t sentence_room, title_room;
    size_t bytes; /* of the corpus */
};

static bool make_room(void *list, size_t count, size_t *room, size_t size)
{
    void **place = list;
    if (count < *room)
        return true;
    size_t wanted = *room ? 2 * *room : 4096;
    void *bigger = realloc(*place, wanted * size);
    if (!bigger)
        return false;
    *place = bigger;
    *room = wanted;
    return true;
}

/* --- sentences --- */

static bool keep_sentence(struct reading *reading, struct str text)
{
    struct material *material = reading->material;
    text = str_trim(text);
    if (text.len < SHORTEST || text.len > LONGEST)
        return true;
    char *copy = arena_copy_n(material->arena, text.data, text.len);
    if (!copy ||
        !make_room(&material->sentences, material->sentence_count, &reading->sentence_room, sizeof(struct str)))
        return false;
    material->sentences[material->sentence_count++] = (struct str){copy, text.len};
    reading->bytes += text.len;
    return true;
}

static bool is_end(struct str text, size_t at)
{
    return text.data[at] == '.' && at + 2 < text.len && text.data[at + 1] == ' ' && text.data[at + 2] >= 'A' &&
           text.data[at + 2] <= 'Z';
}

static bool keep_sentences(struct reading *reading, struct str text)
{
    size_t start = 0;
    bool good = true;
    for (size_t at = 0; good && at < text.len; at++) {
        if (!is_end(text, at) && at + 1 < text.len)
            continue;
        good = keep_sentence(reading, (struct str){text.data + start, at + 1 - start});
        start = at + 1;
    }
    return good;
}

/* The text of an element's content. */
static void strip_tags(struct buf *out, struct str html)
{
    bool in_tag = false;
    buf_clear(out);
    for (size_t i = 0; i < html.len; i++) {
        char byte = html.data[i];
        bool is_space = ascii_is_space(byte);
        if (byte == '<')
            in_tag = true;
        else if (!in_tag && (!is_space || (out->len && out->data[out->len - 1] != ' ')))
            buf_char(out, is_space ? ' ' : byte);
        if (byte == '>')
            in_tag = false;
    }
}

static bool keep_paragraphs(struct reading *reading, struct str html)
{
    struct buf text = {0};
    bool good = true;
    size_t at = 0;
    while (good && (at = str_find(html, STR("<p>"), at)) < html.len) {
        size_t end = str_find(html, STR("</p>"), at);
        strip_tags(&text, (struct str){html.data + at + 3, end - at - 3});
        good = !text.failed && keep_sentences(reading, (struct str){buf_text(&text), text.len});
        at = end;
    }
    buf_free(&text);
    return good;
}

/* --- titles --- */

static bool has_letter(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (ascii_is_alnum(word.data[i]) && !ascii_is_digit(word.data[i]))
            return true;
    return false;
}

/* The words of a title behind its number ("8.4. Binary Data"): cut where the half of them ends. */
static bool keep_title(struct reading *reading, struct str title)
{
    struct material *material = reading->material;
    struct str words[32], rest = title, word;
    size_t count = 0;
    while (count < COUNT_OF(words) && str_split(&rest, ' ', &word))
        if (has_letter(word) && !memchr(word.data, '<', word.len) && !memchr(word.data, '&', word.len))
            words[count++] = word;
    if (count < 2 || title.len > 120)
        return true;
    size_t of_head = count / 2 < MOST_WORDS_OF_A_PART ? count / 2 : MOST_WORDS_OF_A_PART;
    size_t of_tail = count - of_head < MOST_WORDS_OF_A_PART ? count - of_head : MOST_WORDS_OF_A_PART;
    struct str last = words[of_head - 1], tail = words[count - of_tail];
    size_t head_length = (size_t)(last.data + last.len - words[0].data);
    size_t tail_length = (size_t)(words[count - 1].data + words[count - 1].len - tail.data);
    char *head_copy = arena_copy_n(material->arena, words[0].data, head_length);
    char *tail_copy = arena_copy_n(material->arena, tail.data, tail_length);
    size_t room = reading->title_room;
    if (!head_copy || !tail_copy || !make_room(&material->heads, material->title_count, &room, sizeof(struct str)) ||
        !make_room(&material->tails, material->title_count, &reading->title_room, sizeof(struct str)))
        return false;
    material->heads[material->title_count] = (struct str){head_copy, head_length};
    material->tails[material->title_count++] = (struct str){tail_copy, tail_length};
    return true;
}

/* --- the sources --- */

static bool keep_page(struct reading *reading, const char *line)
{
    json_t *page = json_loads(line, 0, NULL);
    const char *html = json_string_value(json_object_get(page, "plain"));
    const char *title = json_string_value(json_object_get(page, "title"));
    bool good = !html || !title || (keep_title(reading, str_from(title)) && keep_paragraphs(reading, str_from(html)));
    json_decref(page);
    return good;
}

static bool read_corpus(struct reading *reading, const char *folder, const char *name)
{
    struct buf command = {0};
    buf_printf(&command, "xz -dc '%s/%s.jsonl.xz' 2>/dev/null", folder, name);
    FILE *pipe = popen(buf_text(&command), "r");
    buf_free(&command);
    char *line = NULL;
    size_t room = 0;
    bool good = pipe != NULL;
    reading->bytes = 0;
    while (good && reading->bytes < MOST_OF_A_CORPUS && getline(&line, &room, pipe) > 0)
        good = keep_page(reading, line);
    free(line);
    if (pipe)
        pclose(pipe);
    return good;
}

static char *read_file(const char *path)
{
    struct buf text = {0};
    char block[4096];
    size_t count;
    FILE *file = fopen(path, "r");
    while (file && (count = fread(block, 1, sizeof block, file)) > 0)
        buf_add(&text, block, count);
    if (file)
        fclose(file);
    return buf_take(&text);
}

static bool read_manual(struct reading *reading)
{
    glob_t files = {0};
    bool good = true;
    glob("/usr/share/doc/postgresql-doc-*/html/*.html", 0, NULL, &files);
    for (size_t i = 0; good && i < files.gl_pathc && reading->bytes < 4 * MOST_OF_A_CORPUS; i++) {
        char *text = read_file(files.gl_pathv[i]);
        struct str html = str_from(text);
        size_t start = str_find(html, STR("<title>"), 0) + 7, end = str_find(html, STR("</title>"), 0);
        if (end < html.len && start < end)
            good = keep_title(reading, (struct str){html.data + start, end - start}) && keep_paragraphs(reading, html);
        free(text);
    }
    globfree(&files);
    return good;
}

/* Of the Lua file its longer strings are text, and those that begin with a capital letter and are short are titles. */
static bool read_example(struct reading *reading)
{
    char *text = read_file("examples/site.lua");
    struct str rest = str_from(text), string;
    bool good = true, is_string = false;
    while (good && text && str_split(&rest, '"', &string)) {
        if (is_string && string.len >= SHORTEST)
            good = keep_sentence(reading, string);
        else if (is_string && string.len && string.data[0] >= 'A' && string.data[0] <= 'Z')
            good = keep_title(reading, string);
        is_string = !is_string;
    }
    free(text);
    return good;
}

static bool read_all(struct reading *reading, const char *folder)
{
    const struct material *material = reading->material;
    bool good = true;
    for (size_t i = 0; good && i < COUNT_OF(corpora_names); i++)
        good = read_corpus(reading, folder, corpora_names[i]);
    reading->bytes = 0;
    if (good && !material->title_count)
        good = read_manual(reading);
    if (good && !material->title_count)
        good = read_example(reading);
    return good;
}

enum status material_read(const char *corpora, struct material *material, struct error *err)
{
    *material = (struct material){.arena = arena_new()};
    struct reading reading = {.material = material};
    const char *folder = corpora ? corpora : getenv("LINKEVAL_CORPORA");
    bool good = material->arena && read_all(&reading, folder ? folder : "../shared/linkeval/corpora");
    if (good && material->title_count && material->sentence_count)
        return OK;
    material_free(material);
    return good ? error_set(err, E_NOT_FOUND, NULL, "there are no pages to mix a site from") : error_memory(err);
}

void material_free(struct material *material)
{
    free(material->sentences);
    free(material->heads);
    free(material->tails);
    arena_free(material->arena);
    *material = (struct material){0};
}
