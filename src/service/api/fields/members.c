#include "service/api/fields/members.h"

#include "service/http/json.h"

void members_write(struct buf *out, const struct members *members, const void *object)
{
    char before = '{';
    for (size_t i = 0; i < members->count; i++) {
        const struct member *member = &members->list[i];
        const void *field = (const char *)object + member->at;
        if (member->optional && !*(void *const *)field)
            continue;
        buf_printf(out, "%c\"%s\":", before, member->name);
        member->write(out, object, field);
        before = ',';
    }
    buf_char(out, '}');
}

void write_text(struct buf *out, const void *object, const void *field)
{
    (void)object;
    json_text(out, *(const char *const *)field);
}

void write_integer(struct buf *out, const void *object, const void *field)
{
    (void)object;
    buf_printf(out, "%lld", (long long)*(const int64_t *)field);
}

void write_decimal(struct buf *out, double number, int decimals)
{
    long long unit = 1;
    for (int i = 0; i < decimals; i++)
        unit *= 10;
    long long units = number < 1e12 ? (long long)(number * (double)unit + 0.5) : 1000000000000LL * unit;
    buf_printf(out, "%lld.%0*lld", units / unit, decimals, units % unit);
}

void write_amount(struct buf *out, const void *object, const void *field)
{
    if (*(const int64_t *)field < 0)
        buf_str(out, "null");
    else
        write_integer(out, object, field);
}

/* --- lists --- */

static const struct member of_list[] = {
    {"data", "table[]", "The entries of this page."},
    {"hasMore", "boolean", "Is there another page?"},
    {"nextCursor", "string?", "The `cursor` of the next page."},
};

const struct members list_members = {"List", "What a list answers.", of_list, COUNT_OF(of_list)};

void list_open(struct buf *out)
{
    buf_printf(out, "{\"%s\":[", of_list[0].name);
}

void list_next(struct buf *out, size_t i)
{
    if (i)
        buf_char(out, ',');
}

void list_close(struct buf *out, const char *cursor)
{
    buf_printf(out, "],\"%s\":%s,\"%s\":", of_list[1].name, cursor ? "true" : "false", of_list[2].name);
    json_text(out, cursor);
    buf_char(out, '}');
}
