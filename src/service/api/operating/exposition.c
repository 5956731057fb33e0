#include "service/api/operating/exposition.h"

void exposition_head(struct buf *out, const char *name, const char *type, const char *help)
{
    buf_printf(out, "# HELP copydesk_%s %s\n# TYPE copydesk_%s %s\n", name, help, name, type);
}

void exposition_figure(struct buf *out, const char *name, const char *type, const char *help, unsigned long value)
{
    exposition_head(out, name, type, help);
    buf_printf(out, "copydesk_%s %lu\n", name, value);
}

/* A label's value, with what the format escapes. */
static void exposition_write_value(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\n')
            buf_str(out, "\\n");
        else if (*text == '"' || *text == '\\')
            buf_printf(out, "\\%c", *text);
        else
            buf_char(out, *text);
    }
}

static void exposition_write_name(struct buf *out, const struct exposition_tally *family, const char *tail,
                                  const struct tally_row *row)
{
    buf_printf(out, "copydesk_%s%s{%s=\"", family->name, tail, family->first);
    exposition_write_value(out, row->first);
    if (family->second) {
        buf_printf(out, "\",%s=\"", family->second);
        exposition_write_value(out, row->second);
    }
    buf_str(out, "\"} ");
}

static void exposition_write_row(struct buf *out, const struct exposition_tally *family, const struct tally_row *row)
{
    bool is_summary = family->shows == SHOWS_SUMMARY;
    if (family->shows != SHOWS_COUNT) {
        exposition_write_name(out, family, is_summary ? "_sum" : "", row);
        buf_printf(out, "%.15g\n", row->sum);
    }
    if (family->shows != SHOWS_SUM) {
        exposition_write_name(out, family, is_summary ? "_count" : "", row);
        buf_printf(out, "%llu\n", (unsigned long long)row->count);
    }
}

void exposition_tally(struct buf *out, const struct exposition_tally *family, struct tally *tally)
{
    struct tally_row rows[TALLY_ROWS];
    int count = tally_read(tally, rows);
    exposition_head(out, family->name, family->shows == SHOWS_SUMMARY ? "summary" : "counter", family->help);
    for (int i = 0; i < count; i++)
        exposition_write_row(out, family, &rows[i]);
}
