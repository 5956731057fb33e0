#include "service/account/scopes.h"

#include <string.h>

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
