/*
 * The tokenizer against html5lib's conformance suite, every case in every initial state it names. Parse error codes are
 * not reported by our tokenizer and not compared; xmlViolation.test describes another mode (coercion to an XML infoset)
 * and has no member "tests". Skipped where ../shared/conformance is absent.
 */
#include "text/html/html_tokenizer.h"
#include "text/text.h"

#include <dirent.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define FOLDER "../shared/conformance/html5lib-tokenizer"

/* A token as the suite writes it, one line each; attributes in the order of their names. */
struct output {
    struct buf lines;
    struct buf text; /* adjacent character tokens are one */
};

static void add_field(struct buf *out, const char *data, size_t length)
{
    buf_printf(out, " %zu:", length);
    buf_add(out, data, length);
}

static void end_text(struct output *output)
{
    if (!output->text.len)
        return;
    buf_str(&output->lines, "Character");
    add_field(&output->lines, output->text.data, output->text.len);
    buf_char(&output->lines, '\n');
    buf_clear(&output->text);
}

/* NUL as U+FFFD: what all states but data and CDATA say, and what html_decode does in those too (a tree builder drops
 * it). */
static void add_text(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i])
            buf_char(out, text.data[i]);
        else
            utf8_append(out, 0xFFFD);
    }
}

static void add_name(struct buf *out, struct str text, bool fold)
{
    struct buf name = {0};
    add_text(&name, text);
    for (size_t i = 0; fold && i < name.len; i++)
        name.data[i] = ascii_lower(name.data[i]);
    add_field(out, buf_text(&name), name.len);
    buf_free(&name);
}

static void add_optional(struct buf *out, struct str text, bool fold)
{
    if (text.data)
        add_name(out, text, fold);
    else
        buf_str(out, " null");
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_sorted(struct buf *out, char **items, size_t count)
{
    if (count)
        qsort(items, count, sizeof *items, compare_lines);
    for (size_t i = 0; i < count; i++) {
        buf_str(out, items[i]);
        free(items[i]);
    }
}

static void add_attributes(struct buf *out, const struct html_token *token)
{
    char *items[256];
    assert_true(token->attribute_count <= COUNT_OF(items));
    for (size_t i = 0; i < token->attribute_count; i++) {
        struct buf item = {0}, value = {0};
        add_name(&item, token->attributes[i].name, true);
        html_decode(&value, token->attributes[i].value, true);
        add_field(&item, buf_text(&value), value.len);
        buf_free(&value);
        items[i] = buf_take(&item);
    }
    add_sorted(out, items, token->attribute_count);
}

static void add_token(struct output *output, const struct html_token *token)
{
    if (token->kind == HTML_IGNORED)
        return;
    if (token->kind == HTML_TEXT && token->is_raw)
        add_text(&output->text, token->data);
    if (token->kind == HTML_TEXT && !token->is_raw)
        html_decode(&output->text, token->data, false);
    if (token->kind == HTML_TEXT)
        return;
    end_text(output);
    static const char *const kinds[] = {
        [HTML_START] = "StartTag", [HTML_CLOSE] = "EndTag", [HTML_COMMENT] = "Comment", [HTML_DOCTYPE] = "DOCTYPE"};
    buf_str(&output->lines, kinds[token->kind]);
    if (token->kind == HTML_COMMENT)
        add_name(&output->lines, token->data, false);
    else
        add_optional(&output->lines, token->name, true);
    if (token->kind == HTML_START) {
        add_attributes(&output->lines, token);
        buf_str(&output->lines, token->self_closing ? " /" : "");
    }
    if (token->kind == HTML_DOCTYPE) {
        add_optional(&output->lines, token->public_id, false);
        add_optional(&output->lines, token->system_id, false);
        buf_str(&output->lines, token->force_quirks ? " quirks" : "");
    }
    buf_char(&output->lines, '\n');
}

/* --- what the suite expects --- */

/* The suite's second round of escapes: \uHHHH. Lone surrogates become three bytes each, in input and output alike. */
static struct buf unescape(const json_t *string, bool escaped)
{
    struct buf out = {0};
    const char *data = json_string_value(string);
    size_t length = json_string_length(string);
    for (size_t at = 0; at < length; at++) {
        if (!escaped || data[at] != '\\' || at + 5 >= length || data[at + 1] != 'u') {
            buf_char(&out, data[at]);
            continue;
        }
        char digits[5] = {data[at + 2], data[at + 3], data[at + 4], data[at + 5]};
        unsigned long code = strtoul(digits, NULL, 16);
        if (code >= 0x80) {
            char bytes[3] = {(char)(0xE0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3F)),
                             (char)(0x80 | (code & 0x3F))};
            if (code < 0x800)
                bytes[1] = (char)(0xC0 | code >> 6);
            buf_add(&out, code < 0x800 ? bytes + 1 : bytes, code < 0x800 ? 2 : 3);
        } else {
            buf_char(&out, (char)code);
        }
        at += 5;
    }
    return out;
}

static void add_expected_field(struct buf *out, const json_t *value, bool escaped)
{
    if (!json_is_string(value)) {
        buf_str(out, " null");
        return;
    }
    struct buf text = unescape(value, escaped);
    add_name(out, (struct str){buf_text(&text), text.len}, false);
    buf_free(&text);
}

static void add_expected_attributes(struct buf *out, json_t *attributes, bool escaped)
{
    char *items[256];
    size_t count = 0;
    const char *name;
    json_t *value;
    assert_true(json_object_size(attributes) <= COUNT_OF(items));
    json_object_foreach (attributes, name, value) {
        struct buf item = {0};
        json_t *key = json_string(name);
        add_expected_field(&item, key, escaped);
        add_expected_field(&item, value, escaped);
        json_decref(key);
        items[count++] = buf_take(&item);
    }
    add_sorted(out, items, count);
}

static void add_expected(struct output *output, json_t *token, bool escaped)
{
    const char *kind = json_string_value(json_array_get(token, 0));
    if (strcmp(kind, "Character") == 0) {
        struct buf text = unescape(json_array_get(token, 1), escaped);
        add_text(&output->text, (struct str){buf_text(&text), text.len});
        buf_free(&text);
        return;
    }
    end_text(output);
    buf_str(&output->lines, kind);
    add_expected_field(&output->lines, json_array_get(token, 1), escaped);
    if (strcmp(kind, "StartTag") == 0) {
        add_expected_attributes(&output->lines, json_array_get(token, 2), escaped);
        buf_str(&output->lines, json_is_true(json_array_get(token, 3)) ? " /" : "");
    }
    if (strcmp(kind, "DOCTYPE") == 0) {
        add_expected_field(&output->lines, json_array_get(token, 2), escaped);
        add_expected_field(&output->lines, json_array_get(token, 3), escaped);
        buf_str(&output->lines, json_is_true(json_array_get(token, 4)) ? "" : " quirks");
    }
    buf_char(&output->lines, '\n');
}

/* --- running a case --- */

/* "Preprocessing the input stream": CR LF and CR are LF. */
static void normalise_newlines(struct buf *input)
{
    size_t length = 0;
    for (size_t at = 0; at < input->len; at++) {
        if (input->data[at] == '\r' && at + 1 < input->len && input->data[at + 1] == '\n')
            continue;
        input->data[length++] = input->data[at] == '\r' ? '\n' : input->data[at];
    }
    input->len = length;
}

static enum html_mode mode_named(const char *state)
{
    static const struct {
        const char *state;
        enum html_mode mode;
    } modes[] = {
        {"Data state", HTML_DATA},       {"PLAINTEXT state", HTML_PLAINTEXT}, {"RCDATA state", HTML_RCDATA},
        {"RAWTEXT state", HTML_RAWTEXT}, {"Script data state", HTML_SCRIPT},  {"CDATA section state", HTML_CDATA},
    };
    for (size_t i = 0; i < COUNT_OF(modes); i++)
        if (strcmp(state, modes[i].state) == 0)
            return modes[i].mode;
    fail_msg("unknown state %s", state);
    return HTML_DATA;
}

static struct output tokenize(struct str input, enum html_mode mode, struct str last_start_tag)
{
    struct output output = {0};
    struct html_tokenizer *tokenizer = html_tokenizer_new(input);
    assert_non_null(tokenizer);
    html_tokenizer_manual_modes(tokenizer);
    html_tokenizer_set_mode(tokenizer, mode, last_start_tag);
    struct html_token token;
    size_t covered = 0;
    while (html_next(tokenizer, &token)) {
        assert_int_equal(token.start, covered);
        assert_true(token.end > token.start);
        covered = token.end;
        add_token(&output, &token);
    }
    assert_false(html_tokenizer_failed(tokenizer));
    assert_int_equal(covered, input.len);
    end_text(&output);
    html_tokenizer_free(tokenizer);
    return output;
}

static int run_case(json_t *test, const char *state)
{
    bool escaped = json_is_true(json_object_get(test, "doubleEscaped"));
    struct buf input = unescape(json_object_get(test, "input"), escaped);
    struct output expected = {0};
    size_t i;
    json_t *token;
    json_array_foreach (json_object_get(test, "output"), i, token)
        add_expected(&expected, token, escaped);
    end_text(&expected);
    normalise_newlines(&input);
    struct str last = str_from(json_string_value(json_object_get(test, "lastStartTag")));
    struct output actual = tokenize((struct str){buf_text(&input), input.len}, mode_named(state), last);
    bool same = actual.lines.len == expected.lines.len &&
                memcmp(buf_text(&actual.lines), buf_text(&expected.lines), actual.lines.len) == 0;
    if (!same)
        print_error("%s [%s]\ninput    %s\nexpected %sactual   %s\n",
                    json_string_value(json_object_get(test, "description")), state, buf_text(&input),
                    buf_text(&expected.lines), buf_text(&actual.lines));
    buf_free(&input);
    buf_free(&expected.lines);
    buf_free(&expected.text);
    buf_free(&actual.lines);
    buf_free(&actual.text);
    return same ? 0 : 1;
}

static void run_file(const char *name, int *cases, int *failures)
{
    char path[512];
    snprintf(path, sizeof path, FOLDER "/%s", name);
    json_error_t error;
    json_t *root = json_load_file(path, JSON_ALLOW_NUL, &error);
    if (!root)
        fail_msg("%s: %s", path, error.text);
    size_t i, j;
    json_t *test, *state;
    json_array_foreach (json_object_get(root, "tests"), i, test) {
        json_t *states = json_object_get(test, "initialStates");
        json_array_foreach (states, j, state) {
            *failures += run_case(test, json_string_value(state));
            ++*cases;
        }
        if (!states) {
            *failures += run_case(test, "Data state");
            ++*cases;
        }
    }
    json_decref(root);
}

static void passes_the_conformance_suite(void **state)
{
    (void)state;
    DIR *folder = opendir(FOLDER);
    if (!folder) {
        print_message("skipped: %s is not there\n", FOLDER);
        skip();
    }
    int cases = 0, failures = 0;
    for (struct dirent *entry; (entry = readdir(folder));)
        if (str_ends(str_from(entry->d_name), STR(".test")) && strcmp(entry->d_name, "xmlViolation.test") != 0)
            run_file(entry->d_name, &cases, &failures);
    closedir(folder);
    print_message("%d cases, %d failures\n", cases, failures);
    assert_true(cases > 6000);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(passes_the_conformance_suite)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
