/*
 * What the bench's fake language model answers: for a form an answer made from its schema and the passages of the
 * prompt, for prose sentences of the passages in other words with their numbers. Plausible enough for the checks of an
 * article; the thorough one is that of the tests (spec/support/fake_writer.lua).
 */
#ifndef FAKE_ANSWER_H
#define FAKE_ANSWER_H

#include <ctype.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PASSAGES = 128, WORDS_IN_A_ROW = 4, WORDS_A_SENTENCE = 14, LONGEST_ANSWER = 16384 };

struct passage {
    long number;
    const char *text;
    size_t len;
};

struct prompt {
    const char *text, *task;
    char keyword[300];
    struct passage passages[MOST_PASSAGES];
    size_t count;
    size_t next;    /* which passage serves next */
    size_t written; /* headings, questions and the like so far: each another */
    long wanted;    /* entries of a list */
};

/* Writes no further than its room. */
struct text {
    char bytes[LONGEST_ANSWER];
    size_t len;
};

static void text_add(struct text *text, const char *bytes, size_t len)
{
    size_t room = sizeof text->bytes - 1 - text->len;
    len = len < room ? len : room;
    memcpy(text->bytes + text->len, bytes, len);
    text->len += len;
    text->bytes[text->len] = '\0';
}

static void text_say(struct text *text, const char *words)
{
    text_add(text, words, strlen(words));
}

/* --- reading a prompt --- */

/* "3 | source | heading | text", a line of a digest. NULL: it is none. */
static const char *digest_text(const char *line, long *number)
{
    char *end;
    *number = strtol(line, &end, 10);
    if (end == line || *number <= 0 || strncmp(end, " | ", 3) != 0)
        return NULL;
    const char *text = end + 3, *stop = text + strcspn(text, "\n");
    for (const char *bar; (bar = strstr(text, " | ")) && bar < stop;)
        text = bar + 3;
    return text;
}

/* "[3] (source: heading)", the line before the text of a passage. */
static bool is_label(const char *line, long *number)
{
    char *end = NULL;
    *number = *line == '[' ? strtol(line + 1, &end, 10) : 0;
    return *number > 0 && strncmp(end, "] (", 3) == 0;
}

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* The text of a passage goes on until the next label, or the line with the delimiter behind the last one. */
static void read_passages(struct prompt *prompt, const char *end)
{
    struct passage *open = NULL;
    for (const char *line = prompt->text, *next; line < end && prompt->count < MOST_PASSAGES; line = next) {
        struct passage passage = {.number = 0};
        next = next_line(line);
        bool labels = is_label(line, &passage.number);
        passage.text = labels ? next : digest_text(line, &passage.number);
        passage.len = passage.text && !labels ? strcspn(passage.text, "\n") : 0;
        if (passage.text)
            prompt->passages[prompt->count++] = passage;
        if (labels)
            open = &prompt->passages[prompt->count - 1];
        else if (passage.text || (next - line > 2 && strncmp(next - 3, ">>\n", 3) == 0))
            open = NULL;
        else if (open)
            open->len = (size_t)(next - open->text);
    }
}

static void read_prompt(struct prompt *prompt, const char *text)
{
    memset(prompt, 0, sizeof *prompt);
    prompt->text = text;
    const char *task = text;
    for (const char *next = text; (next = strstr(next, "\nTASK ")) != NULL;)
        task = next += 6;
    prompt->task = task;
    read_passages(prompt, task);
    const char *keyword = strstr(text, "keyword: ");
    keyword = keyword ? keyword + 9 : "the subject";
    size_t len = strcspn(keyword, "|\n");
    while (len > 0 && keyword[len - 1] == ' ')
        len--;
    snprintf(prompt->keyword, sizeof prompt->keyword, "%.*s", (int)len, keyword);
    const char *sections = strstr(text, "body sections: ");
    size_t line = strcspn(task, "\n");
    prompt->wanted = 3;
    for (size_t i = 0; i < line; i++)
        if (isdigit((unsigned char)task[i])) {
            prompt->wanted = strtol(task + i, NULL, 10);
            break;
        }
    if (sections)
        prompt->wanted = strtol(sections + 15, NULL, 10) + 1;
    if (prompt->wanted < 1 || prompt->wanted > 50)
        prompt->wanted = 3;
}

static const struct passage *next_passage(struct prompt *prompt)
{
    return prompt->count > 0 ? &prompt->passages[prompt->next++ % prompt->count] : NULL;
}

/* --- sentences --- */

/* Says again what stands in a passage, `most` words of it after the first `skip`: a filler stands before each four
 * words, so that no five of them follow each other as in the passage. */
static size_t restate(struct text *text, const struct passage *passage, size_t skip, size_t most)
{
    static const char *const FILLERS[] = {"here", "then", "too", "again"};
    const char *at = passage->text, *end = at + passage->len;
    size_t words = 0, written = 0;
    while (at < end && written < most) {
        while (at < end && isspace((unsigned char)*at))
            at++;
        const char *word = at;
        while (at < end && !isspace((unsigned char)*at))
            at++;
        size_t len = (size_t)(at - word);
        while (len > 0 && strchr(".,;:!?|*#[]()\"", word[len - 1]))
            len--;
        if (len == 0 || strchr("[<|*#", *word) || words++ < skip)
            continue;
        if (written > 0)
            text_say(text, " ");
        if (written > 0 && written % WORDS_IN_A_ROW == 0) {
            text_say(text, FILLERS[written / WORDS_IN_A_ROW % 4]);
            text_say(text, " ");
        }
        size_t start = text->len;
        text_add(text, word, len);
        if (written == 0)
            text->bytes[start] = (char)toupper((unsigned char)text->bytes[start]);
        written++;
    }
    return written;
}

/* Without material: about the keyword only. */
static size_t unsourced_sentence(struct text *text, struct prompt *prompt)
{
    static const char *const FORMS[] = {
        "A plan for %s begins with the place, the time and the care that are there.",
        "Small trials show early whether %s fits into the week.",
        "Whoever did %s before knows which step can be left out.",
        "Short notes after each try make %s easier to repeat.",
        "The order of steps in %s follows from what each of them needs before it.",
        "Where %s meets old habits, one of both has to give way.",
    };
    char sentence[500];
    snprintf(sentence, sizeof sentence, FORMS[prompt->next++ % 6], prompt->keyword);
    text_say(text, sentence);
    return prompt->next <= 6 ? 12 : 0;
}

/* The next words of the next passage that has any left, with its number. How many; 0: all has been said. */
static size_t cited_sentence(struct text *text, struct prompt *prompt)
{
    if (prompt->count == 0)
        return unsourced_sentence(text, prompt);
    for (size_t tries = 0; tries < prompt->count; tries++) {
        size_t start = text->len, skip = prompt->next / prompt->count * WORDS_A_SENTENCE;
        const struct passage *passage = next_passage(prompt);
        size_t written = restate(text, passage, skip, WORDS_A_SENTENCE);
        if (written >= 5) {
            char mark[32];
            snprintf(mark, sizeof mark, " [%ld].", passage->number);
            text_say(text, mark);
            return written;
        }
        text->bytes[text->len = start] = '\0';
    }
    return 0;
}

/* "Length: 120 to 180 words", "50 to 90 words": the middle of the range; else 60. */
static size_t wanted_words(const struct prompt *prompt)
{
    for (const char *at = strstr(prompt->task, " to "); at; at = strstr(at + 4, " to ")) {
        const char *number = at;
        while (number > prompt->task && isdigit((unsigned char)number[-1]))
            number--;
        char *end;
        long most = strtol(at + 4, &end, 10);
        if (number < at && most > 0 && strncmp(end, " words", 6) == 0)
            return (size_t)(strtol(number, NULL, 10) + most) / 2;
    }
    return 60;
}

static void prose(struct text *text, struct prompt *prompt)
{
    if (strncmp(prompt->task, "Edit the section", 16) == 0) {
        text_say(text, "SAME");
        return;
    }
    size_t least = wanted_words(prompt), words = 0;
    if (strstr(prompt->task, "introduction") || strstr(prompt->task, "last paragraph")) {
        text_say(text, "With ");
        text_say(text, prompt->keyword);
        text_say(text, " this comes first: ");
    }
    for (size_t i = 0, count = 1; words < least && count > 0; i++) {
        if (i > 0)
            text_say(text, i % 3 == 0 ? "\n\n" : " ");
        count = cited_sentence(text, prompt);
        words += count;
    }
    while (text->len > 0 && isspace((unsigned char)text->bytes[text->len - 1]))
        text->bytes[--text->len] = '\0';
}

/* --- forms --- */

static json_t *string_for(const char *name, struct prompt *prompt)
{
    static const char *const TITLE_ENDS[] = {" and what it needs each day", ", one small step at a time",
                                             " with the figures that decide"};
    struct text text = {.len = 0};
    const struct passage *passage = NULL;
    if (strcmp(name, "form") == 0)
        return json_string("prose");
    if (strcmp(name, "do") == 0)
        return json_string("keep");
    if (strcmp(name, "titles") == 0 || strcmp(name, "queries") == 0 || strcmp(name, "description") == 0)
        text_say(&text, prompt->keyword);
    if (strcmp(name, "titles") == 0)
        text_say(&text, TITLE_ENDS[prompt->written++ % 3]);
    else if (strcmp(name, "heading") == 0 && prompt->written++ == 0)
        text_say(&text, prompt->keyword);
    else if (strcmp(name, "answer") == 0 || strcmp(name, "summary") == 0 || strcmp(name, "text") == 0)
        cited_sentence(&text, prompt);
    else if ((passage = next_passage(prompt)) != NULL) {
        text_say(&text, text.len > 0 ? " " : "");
        restate(&text, passage, 0, strcmp(name, "queries") == 0 ? 3 : 6);
    }
    if (text.len == 0)
        text_say(&text, prompt->keyword);
    if (strcmp(name, "question") == 0)
        text_say(&text, "?");
    return json_string(text.bytes);
}

static json_t *value_for(const json_t *schema, const char *name, struct prompt *prompt);

/* Lists of faults and gaps are best empty; numbers of passages are two, others as many as are wanted. */
static json_t *array_for(const json_t *schema, const char *name, struct prompt *prompt)
{
    json_t *array = json_array();
    const json_t *items = json_object_get(schema, "items");
    long count = strcmp(name, "passages") == 0 ? 2 : prompt->wanted;
    if (strcmp(name, "faults") == 0 || strcmp(name, "gaps") == 0 || strcmp(name, "pairs") == 0)
        count = 0;
    for (long i = 0; i < count; i++)
        json_array_append_new(array, value_for(items, name, prompt));
    return array;
}

static json_t *object_for(const json_t *schema, struct prompt *prompt)
{
    json_t *object = json_object(), *member;
    const char *name;
    json_object_foreach (json_object_get(schema, "properties"), name, member)
        json_object_set_new(object, name, value_for(member, name, prompt));
    return object;
}

static json_t *value_for(const json_t *schema, const char *name, struct prompt *prompt)
{
    const char *type = json_string_value(json_object_get(schema, "type"));
    type = type ? type : "string";
    if (strcmp(type, "object") == 0)
        return object_for(schema, prompt);
    if (strcmp(type, "array") == 0)
        return array_for(schema, name, prompt);
    if (strcmp(type, "boolean") == 0)
        return json_true();
    if (strcmp(type, "string") == 0)
        return string_for(name, prompt);
    const struct passage *passage = next_passage(prompt);
    return json_integer(passage ? passage->number : 1);
}

/* The answer to a prompt: allocated; NULL when memory ran out. schema: of the form; NULL: prose. */
static char *fake_answer(const char *text, const json_t *schema)
{
    struct prompt prompt;
    read_prompt(&prompt, text);
    if (!schema) {
        struct text answer = {.len = 0};
        prose(&answer, &prompt);
        return strdup(answer.bytes);
    }
    json_t *value = value_for(schema, "", &prompt);
    char *answer = json_dumps(value, JSON_COMPACT);
    json_decref(value);
    return answer;
}

#endif
