#include "base/json.h"

#include "base/utf8.h"

#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>

/* Of the problems, the first is kept. */
static enum json_read_kind bad(struct json_read *json, const char *problem)
{
    if (!json->problem)
        json->problem = problem;
    return JSON_READ_BAD;
}

struct json_read json_read(struct str text)
{
    return (struct json_read){.at = text.data, .start = text.data, .end = text.data + text.len};
}

size_t json_read_offset(const struct json_read *json)
{
    return (size_t)(json->at - json->start);
}

/* The next character that means something; NUL at the end. */
static char next(struct json_read *json)
{
    while (json->at < json->end && *json->at <= ' ' &&
           (*json->at == ' ' || *json->at == '\n' || *json->at == '\r' || *json->at == '\t'))
        json->at++;
    return json->at < json->end ? *json->at : '\0';
}

bool json_read_end(struct json_read *json)
{
    if (!json->problem && (next(json) || json->at < json->end))
        bad(json, "something follows the value");
    return !json->problem;
}

/* --- strings ------------------------------------------------------------------------------------------------------- */

static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/* Sixteen at a time, where the compiler has vectors: of signed bytes those below a space are control characters or not ASCII. */
static const char *skip_plain(const char *at, const char *end)
{
#if defined __GNUC__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    typedef signed char block __attribute__((vector_size(16)));
    for (block bytes; end - at >= (ptrdiff_t)sizeof bytes; at += sizeof bytes) {
        uint64_t marks[2];
        memcpy(&bytes, at, sizeof bytes);
        block marked = (bytes < ' ') | (bytes == '"') | (bytes == '\\');
        memcpy(marks, &marked, sizeof marks);
        if (marks[0])
            return at + __builtin_ctzll(marks[0]) / 8;
        if (marks[1])
            return at + 8 + __builtin_ctzll(marks[1]) / 8;
    }
#endif
    while (at < end && is_plain((unsigned char)*at))
        at++;
    return at;
}

/* What the letter behind a backslash stands for; 0 for u, which stands for what follows it, and for none. */
static const char meaning[UCHAR_MAX + 1] = {
    ['"'] = '"', ['\\'] = '\\', ['/'] = '/', ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t'};

static int hex_digit(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    character = ascii_lower(character);
    return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
}

/* Four hexadecimal digits; -1 when they are not there. */
static int32_t hex4(const char *at, const char *end)
{
    int32_t value = 0;
    if (end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = hex_digit(at[i]);
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

static bool is_high_surrogate(int32_t code)
{
    return code >= 0xD800 && code < 0xDC00;
}

static bool is_low_surrogate(int32_t code)
{
    return code >= 0xDC00 && code < 0xE000;
}

/* The length of the escape at a backslash; 0: there is none such. */
static size_t escape_length(const char *at, const char *end)
{
    if (end - at < 2)
        return 0;
    if (meaning[(unsigned char)at[1]])
        return 2;
    int32_t code = at[1] == 'u' ? hex4(at + 2, end) : -1;
    if (code < 0 || is_low_surrogate(code))
        return 0;
    if (!is_high_surrogate(code))
        return 6;
    return end - at >= 12 && at[6] == '\\' && at[7] == 'u' && is_low_surrogate(hex4(at + 8, end)) ? 12 : 0;
}

/* After the opening quote. */
static enum json_read_kind read_string(struct json_read *json)
{
    const char *start = json->at;
    json->escaped = false;
    for (;;) {
        json->at = skip_plain(json->at, json->end);
        if (json->at == json->end)
            return bad(json, "a string does not end");
        size_t length;
        if (*json->at == '"') {
            json->string = (struct str){start, (size_t)(json->at++ - start)};
            return JSON_READ_STRING;
        } else if (*json->at == '\\') {
            length = escape_length(json->at, json->end);
            json->escaped = true;
        } else {
            length = utf8_sequence((struct str){json->at, (size_t)(json->end - json->at)});
        }
        if (!length)
            return bad(json, *json->at == '\\'                 ? "there is no such escape"
                             : (unsigned char)*json->at < 0x20 ? "a control character in a string"
                                                               : "not UTF-8");
        json->at += length;
    }
}

static size_t put_utf8(char *out, uint32_t code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    static const unsigned char leads[] = {[2] = 0xC0, [3] = 0xE0, [4] = 0xF0};
    size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(leads[length] | code);
    return length;
}

/* Writes what the valid escape at a backslash stands for, and goes past it; the number of bytes written. */
static size_t put_escaped(const char **at, char *out)
{
    char letter = meaning[(unsigned char)(*at)[1]];
    if (letter) {
        *out = letter;
        *at += 2;
        return 1;
    }
    int32_t code = hex4(*at + 2, *at + 6);
    *at += 6;
    if (is_high_surrogate(code)) {
        code = 0x10000 + (code - 0xD800) * 0x400 + (hex4(*at + 2, *at + 6) - 0xDC00);
        *at += 6;
    }
    return put_utf8(out, (uint32_t)code);
}

size_t json_read_escaped(struct str string, char *out)
{
    const char *at = string.data, *end = at + string.len;
    char *to = out;
    while (at < end) {
        const char *backslash = memchr(at, '\\', (size_t)(end - at));
        size_t plain = (size_t)((backslash ? backslash : end) - at);
        memcpy(to, at, plain);
        to += plain;
        at += plain;
        if (backslash)
            to += put_escaped(&at, to);
    }
    return (size_t)(to - out);
}

/* --- numbers ------------------------------------------------------------------------------------------------------- */

/* Digits as a whole number while they fit 64 bits; true if they did. */
struct digits {
    uint64_t value;
    int count; /* all that were there, fitting or not */
    bool fit;
};

static void read_digits(struct json_read *json, struct digits *digits)
{
    for (; json->at < json->end && ascii_is_digit(*json->at); json->at++, digits->count++) {
        unsigned digit = (unsigned)(*json->at - '0');
        if (digits->value > (UINT64_MAX - digit) / 10)
            digits->fit = false;
        else
            digits->value = digits->value * 10 + digit;
    }
}

/*
 * When digits and power of ten are both exact as doubles, one operation rounds once, as it must (Clinger, "How to read floating
 * point numbers accurately", 1990). Anything else is the C library's, in the locale where the point is a point.
 */
static enum json_read_kind finish_real(struct json_read *json, const char *start, const struct digits *digits,
                                       long exponent)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (digits->fit && digits->value <= (uint64_t)1 << 53 && exponent >= -22 && exponent <= 22) {
        double value = (double)digits->value;
        value = exponent < 0 ? value / powers[-exponent] : value * powers[exponent];
        json->real = *start == '-' ? -value : value;
        return JSON_READ_REAL;
    }
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain)
        return bad(json, "out of memory");
    json->real = strtod_l(start, NULL, plain);
    freelocale(plain);
    return isinf(json->real) ? bad(json, "a number is too large") : JSON_READ_REAL;
}

static bool skip(struct json_read *json, char character)
{
    if (json->at == json->end || *json->at != character)
        return false;
    json->at++;
    return true;
}

/* The exponent behind e; what does not fit is far out of range anyway. */
static bool read_exponent(struct json_read *json, long *exponent)
{
    enum { FAR = 100000 };
    bool negative = skip(json, '-');
    if (!negative)
        skip(json, '+');
    struct digits digits = {.fit = true};
    read_digits(json, &digits);
    long value = digits.fit && digits.value < FAR ? (long)digits.value : FAR;
    *exponent += negative ? -value : value;
    return digits.count > 0;
}

static enum json_read_kind finish_integer(struct json_read *json, const char *start, const struct digits *digits)
{
    bool negative = *start == '-';
    if (!digits->fit || digits->value > (uint64_t)INT64_MAX + negative)
        return finish_real(json, start, digits, 0);
    json->integer = negative ? (int64_t)(0 - digits->value) : (int64_t)digits->value;
    return JSON_READ_INTEGER;
}

static enum json_read_kind read_number(struct json_read *json)
{
    const char *start = json->at;
    struct digits digits = {.fit = true};
    long exponent = 0;
    skip(json, '-');
    bool zero = json->at < json->end && *json->at == '0';
    read_digits(json, &digits);
    if (!digits.count)
        return bad(json, "a value is expected");
    if (zero && digits.count > 1)
        return bad(json, "a number must not begin with 0");
    bool point = skip(json, '.');
    if (point) {
        int whole = digits.count;
        read_digits(json, &digits);
        exponent = whole - digits.count;
        if (!exponent)
            return bad(json, "a digit is expected");
    }
    bool power = skip(json, 'e') || skip(json, 'E');
    if (power && !read_exponent(json, &exponent))
        return bad(json, "a digit is expected");
    return point || power ? finish_real(json, start, &digits, exponent) : finish_integer(json, start, &digits);
}

/* --- structure ----------------------------------------------------------------------------------------------------- */

static enum json_read_kind read_word(struct json_read *json, struct str word, enum json_read_kind kind)
{
    if ((size_t)(json->end - json->at) < word.len || memcmp(json->at, word.data, word.len) != 0)
        return bad(json, "a value is expected");
    json->at += word.len;
    return kind;
}

static enum json_read_kind open_level(struct json_read *json, enum json_read_kind kind)
{
    if (json->depth == JSON_READ_MAX_DEPTH)
        return bad(json, "arrays and objects are nested too deeply");
    json->at++;
    json->depth++;
    json->opened = true;
    return kind;
}

enum json_read_kind json_read_value(struct json_read *json)
{
    if (json->problem)
        return JSON_READ_BAD;
    switch (next(json)) {
    case '"':
        json->at++;
        return read_string(json);
    case '{':
        return open_level(json, JSON_READ_OBJECT);
    case '[':
        return open_level(json, JSON_READ_ARRAY);
    case 't':
        return read_word(json, STR("true"), JSON_READ_TRUE);
    case 'f':
        return read_word(json, STR("false"), JSON_READ_FALSE);
    case 'n':
        return read_word(json, STR("null"), JSON_READ_NULL);
    default:
        return read_number(json);
    }
}

/* Past the comma to what follows it, or past the closing bracket. */
static bool another(struct json_read *json, char close, const char *expected)
{
    if (json->problem)
        return false;
    char character = next(json);
    bool first = json->opened;
    json->opened = false;
    if (character == close) {
        json->at++;
        json->depth--;
        return false;
    }
    if (first)
        return true;
    if (character == ',') {
        json->at++;
        return true;
    }
    bad(json, expected);
    return false;
}

bool json_read_item(struct json_read *json)
{
    return another(json, ']', "a comma or ] is expected");
}

bool json_read_key(struct json_read *json)
{
    if (!another(json, '}', "a comma or } is expected"))
        return false;
    if (next(json) != '"') {
        bad(json, "a key in quotes is expected");
        return false;
    }
    json->at++;
    if (read_string(json) == JSON_READ_BAD)
        return false;
    if (next(json) != ':') {
        bad(json, "a colon is expected");
        return false;
    }
    json->at++;
    return true;
}
