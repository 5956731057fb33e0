/* One rule of opening hours: "Mo-Fr 08:00-12:00,13:00-18:00". */
#ifndef COPYDESK_MEDIA_HOURS_RULE_H
#define COPYDESK_MEDIA_HOURS_RULE_H

#include "media/hours/hours.h"

enum { RULE_TIMES = 8 };

/* Minutes since midnight; end is at most 24:00, and not after start when it is on the next day. */
struct hours_times {
    int start, end;
    bool is_open_ended; /* "17:00+", "17:00-22:00+" */
    bool has_end;
};

struct hours_rule {
    struct str text;    /* as it stands */
    bool is_understood; /* else only text is set */
    bool is_addition;   /* it stands behind a comma: it adds to the rule before it */
    bool is_closed;
    unsigned months; /* HOURS_YEAR when it names none */
    unsigned days;   /* HOURS_WEEK when it names none */
    struct hours_times times[RULE_TIMES];
    size_t time_count;
    struct str comment; /* empty: none */
};

/* Cuts the first rule off *rest; false when there is no more. */
bool hours_rule_next(struct str *rest, struct hours_rule *rule);

#endif
