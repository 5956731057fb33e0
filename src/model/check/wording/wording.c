#include "model/check/wording/wording.h"

#include "base/base.h"

/* A list in a file <name>.inc. */
#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

#include "model/check/wording/dutch.inc"
#include "model/check/wording/english.inc"
#include "model/check/wording/french.inc"
#include "model/check/wording/german.inc"
#include "model/check/wording/italian.inc"
#include "model/check/wording/portuguese.inc"
#include "model/check/wording/spanish.inc"

static const struct wording *const wordings[] = {
    &dutch_wording,   &english_wording,    &french_wording,  &german_wording,
    &italian_wording, &portuguese_wording, &spanish_wording,
};

const struct wording *wording_of(const struct language *language)
{
    for (size_t i = 0; language && i < COUNT_OF(wordings); i++)
        if (strcmp(language->tag, wordings[i]->tag) == 0)
            return wordings[i];
    return NULL;
}

const struct wording *wording_english(void)
{
    return &english_wording;
}
