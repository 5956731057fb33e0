#include "base/buf.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` bytes and the NUL. */
static bool reserve(struct buf *buf, size_t more)
{
    if (buf->failed)
        return false;
    if (more > SIZE_MAX / 4 || (buf->limit && more > buf->limit - buf->len)) {
        buf->failed = true;
        return false;
    }
    size_t need = buf->len + more + 1;
    if (need <= buf->cap)
        return true;
    size_t cap = buf->cap ? buf->cap : 64;
    while (cap < need)
        cap *= 2;
    char *data = realloc(buf->data, cap);
    if (!data) {
        buf->failed = true;
        return false;
    }
    buf->data = data;
    buf->cap = cap;
    return true;
}

void buf_add(struct buf *buf, const void *data, size_t length)
{
    if (!reserve(buf, length))
        return;
    if (length)
        memcpy(buf->data + buf->len, data, length);
    buf->len += length;
    buf->data[buf->len] = '\0';
}

void buf_str(struct buf *buf, const char *text)
{
    buf_add(buf, text, strlen(text));
}

void buf_char(struct buf *buf, char character)
{
    buf_add(buf, &character, 1);
}

void buf_grouped(struct buf *buf, int64_t number)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)(number < 0 ? 0 : number));
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            buf_char(buf, ',');
        buf_char(buf, digits[i]);
    }
}

void buf_count(struct buf *buf, int64_t number, const char *one, const char *many)
{
    buf_grouped(buf, number);
    buf_char(buf, ' ');
    buf_str(buf, number == 1 ? one : many);
}

void buf_vprintf(struct buf *buf, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        buf->failed = true;
    if (length < 0 || !reserve(buf, (size_t)length))
        return;
    vsnprintf(buf->data + buf->len, (size_t)length + 1, format, arguments);
    buf->len += (size_t)length;
}

void buf_printf(struct buf *buf, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    buf_vprintf(buf, format, arguments);
    va_end(arguments);
}

const char *buf_text(const struct buf *buf)
{
    return buf->data ? buf->data : "";
}

void buf_clear(struct buf *buf)
{
    buf->len = 0;
    buf->failed = false;
    if (buf->data)
        buf->data[0] = '\0';
}

char *buf_take(struct buf *buf)
{
    buf_add(buf, "", 0); /* so that an empty text is "" and not NULL */
    char *data = buf->failed ? NULL : buf->data;
    if (!data)
        free(buf->data);
    *buf = (struct buf){.limit = buf->limit};
    return data;
}

void buf_free(struct buf *buf)
{
    free(buf->data);
    *buf = (struct buf){0};
}

struct str buf_keep(struct buf *buf, struct arena *arena)
{
    char *copy = buf->failed ? NULL : arena_copy_n(arena, buf_text(buf), buf->len);
    struct str text = {copy, copy ? buf->len : 0};
    if (buf->failed)
        arena_fail(arena);
    buf_free(buf);
    return text;
}
