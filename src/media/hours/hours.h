/*
 * hours: opening hours in the syntax of OpenStreetMap (https://wiki.openstreetmap.org/wiki/Key:opening_hours) become
 * lines for readers. The front header of the folder.
 *
 *   hours.h       this file: a value becomes lines, one for each run of weekdays with the same hours
 *   hours_rule.h  one rule of the value
 *
 * Understood are weekdays with ranges and lists ("Mo-Fr,Su"), PH and SH (public and school holidays), months
 * ("Apr-Oct"), ranges of times, several of them, past midnight or open-ended ("17:00+"), "24/7", "off" and "closed",
 * comments in quotes, and rules after ";" that replace or after "," that add to what stands before. Other rules are
 * given as they stand.
 */
#ifndef COPYDESK_MEDIA_HOURS_H
#define COPYDESK_MEDIA_HOURS_H

#include "base/base.h"

/* Bits of hours_line.days. The caller names them in its language. */
enum hours_day {
    HOURS_MONDAY,
    HOURS_TUESDAY,
    HOURS_WEDNESDAY,
    HOURS_THURSDAY,
    HOURS_FRIDAY,
    HOURS_SATURDAY,
    HOURS_SUNDAY,
    HOURS_PUBLIC_HOLIDAYS,
    HOURS_SCHOOL_HOLIDAYS,
    HOURS_DAYS
};

enum { HOURS_WEEK = 0x7F, HOURS_YEAR = 0xFFF, HOURS_LONGEST = 1000 };

enum hours_kind {
    HOURS_OPEN, /* text: "08:00–12:00, 13:00–18:00"; "17:00+": until nobody says when; "": only the comment says */
    HOURS_ALL_DAY, /* around the clock; text is "" */
    HOURS_CLOSED,  /* text is "" */
    HOURS_AS_GIVEN /* text is the rule as it stands; days is 0 */
};

struct hours_line {
    enum hours_kind kind;
    /* 1 << HOURS_MONDAY, ...: weekdays that follow each other (Saturday, Sunday, Monday too when all three are the
     * same), or holidays. */
    unsigned days;
    enum hours_day first, last; /* of them: "Monday to Friday"; equal when there is one */
    unsigned months;            /* 1 << 0 January, ...: those that it holds for; HOURS_YEAR: no rule names months */
    const char *text;
    const char *comment; /* NULL: none */
};

/*
 * Reads a value. The lines come in the order of the week, those for all the year first, then those for other months in
 * the order of the value, then the rules that are given as they stand. Days that no rule names have no line. Of a value
 * over HOURS_LONGEST bytes the rest is left out. Always OK but for E_MEMORY; count is 0 when the text is blank.
 */
enum status hours_read(struct arena *arena, struct str text, struct hours_line **lines, size_t *count,
                       struct error *err);

#endif
