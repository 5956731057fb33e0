#include "client/redact.h"

#include <string.h>

/* A shorter key is not looked for: it would be found in ordinary words. */
enum { SECRET_LENGTH = 6 };

static void redact_cut(char *from, const char *to)
{
    memmove(from, to, strlen(to) + 1);
}

static void redact_key(const char *key, char *message)
{
    static const char stars[] = "***";
    size_t length = key ? strlen(key) : 0;
    if (length < SECRET_LENGTH)
        return;
    for (char *found = message; (found = strstr(found, key)); found += strlen(stars)) {
        memcpy(found, stars, strlen(stars));
        redact_cut(found + strlen(stars), found + length);
    }
}

/* Hides `user:password@` in URLs: all of a word up to its last "@", except the scheme. */
static void redact_users(char *message)
{
    static const char ends[] = " '\"\t";
    for (char *word = message; *word; word += strspn(word, ends)) {
        char *scheme = strstr(word, "://"), *at;
        size_t length = strcspn(word, ends);
        char *user = scheme && scheme < word + length ? scheme + 3 : word;
        while ((at = memchr(user, '@', strcspn(user, ends))))
            redact_cut(user, at + 1);
        word += strcspn(word, ends);
    }
}

void redact(const char *api_key, char *message)
{
    redact_key(api_key, message);
    redact_users(message);
}
