#include "service/account/scopes.h"

#include "store/key.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)SCOPE_MANAGE == (int)KEY_MANAGES, "the store must know which keys can make others");

#define SCOPE_ROW(constant, bit, name, summary) {SCOPE_##constant, name},
static const struct {
    enum scope scope;
    const char *name;
} scopes[] = {SCOPES(SCOPE_ROW)};
#undef SCOPE_ROW

const char *scope_word(size_t i)
{
    return i < COUNT_OF(scopes) ? scopes[i].name : NULL;
}

bool scope_parse(const char *word, enum scope *scope)
{
    for (size_t i = 0; i < COUNT_OF(scopes); i++) {
        if (strcmp(scopes[i].name, word) == 0) {
            *scope = scopes[i].scope;
            return true;
        }
    }
    return false;
}

const char *scopes_text(unsigned set, const char *between, char buffer[SCOPES_TEXT_MAX])
{
    size_t length = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < COUNT_OF(scopes) && length < SCOPES_TEXT_MAX; i++)
        if (set & (unsigned)scopes[i].scope)
            length += (size_t)snprintf(buffer + length, SCOPES_TEXT_MAX - length, "%s%s", length ? between : "",
                                       scopes[i].name);
    return buffer;
}
