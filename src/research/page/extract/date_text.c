#include "research/page/extract/date_text.h"

#include "text/values/date.h"

enum { FIRST_YEAR = 1990, BEHIND_LAST_YEAR = 2100, LEAST_TEXT = 8 /* bytes: a year or month alone is too little */ };

static bool is_of_a_page(int64_t ms)
{
    return ms >= date_day(FIRST_YEAR, 1, 1) && ms < date_day(BEHIND_LAST_YEAR, 1, 1);
}

bool date_text_read(struct str text, int64_t *ms)
{
    *ms = str_trim(text).len < LEAST_TEXT ? 0 : date_read(text, 0);
    return is_of_a_page(*ms);
}

/* Takes so many digits off the text, and the sign behind them; -1: there are others. */
static long take_digits(struct str *text, size_t count, char sign)
{
    long number = 0;
    if (text->len < count + (sign != 0))
        return -1;
    for (size_t i = 0; i < count; i++) {
        if (!ascii_is_digit(text->data[i]))
            return -1;
        number = number * 10 + (text->data[i] - '0');
    }
    if (sign && text->data[count++] != sign)
        return -1;
    *text = (struct str){text->data + count, text->len - count};
    return number;
}

/* "2024/05/17" with that sign between its parts and no letter or digit behind it; 0: it is none. */
static int64_t day_at(struct str text, char sign)
{
    long year = take_digits(&text, 4, sign), month = take_digits(&text, 2, sign), day = take_digits(&text, 2, 0);
    if (year < 0 || month < 0 || day < 0 || (text.len && ascii_is_alnum(text.data[0])))
        return 0;
    int64_t ms = date_day(year, month, day);
    return is_of_a_page(ms) ? ms : 0;
}

bool date_text_of_address(struct str address, int64_t *ms)
{
    static const char signs[] = {'/', '-', '_'};
    for (size_t at = 1; at < address.len && address.data[at] != '?' && address.data[at] != '#'; at++) {
        struct str rest = {address.data + at, address.len - at};
        if (ascii_is_alnum(address.data[at - 1]) || !ascii_is_digit(address.data[at]))
            continue;
        for (size_t i = 0; i < COUNT_OF(signs); i++)
            if ((*ms = day_at(rest, signs[i])))
                return true;
    }
    return false;
}
