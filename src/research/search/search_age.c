/* How old results may be. */
#include "research/search/search.h"

enum { HOUR_MS = 60 * 60 * 1000 };

static const char *const age_names[] = {
    [SEARCH_ANY_AGE] = "",
    [SEARCH_PAST_HOUR] = "past_hour",
    [SEARCH_PAST_DAY] = "past_day",
    [SEARCH_PAST_WEEK] = "past_week",
    [SEARCH_PAST_MONTH] = "past_month",
    [SEARCH_PAST_YEAR] = "past_year",
};

bool search_age_parse(const char *text, enum search_age *age)
{
    for (size_t i = 0; i < COUNT_OF(age_names); i++)
        if (strcmp(age_names[i], text) == 0) {
            *age = (enum search_age)i;
            return true;
        }
    return false;
}

/* The longest month and year, so that nothing of the calendar's is lost. */
int64_t search_age_start(enum search_age age, int64_t now_ms)
{
    static const int64_t hours[] = {
        [SEARCH_PAST_HOUR] = 1,
        [SEARCH_PAST_DAY] = 24,
        [SEARCH_PAST_WEEK] = (int64_t)7 * 24,
        [SEARCH_PAST_MONTH] = (int64_t)31 * 24,
        [SEARCH_PAST_YEAR] = (int64_t)366 * 24,
    };
    return age == SEARCH_ANY_AGE ? INT64_MIN : now_ms - hours[age] * HOUR_MS;
}
