/* Any bytes as a secret: exactly those sign that are `whsec_` and base64 of 24 to 64 bytes, each with its own
 * signature. */
#include "check.h"
#include "deliver/deliver.h"

#include <ctype.h>

#define PREFIX SIGNATURE_SECRET_PREFIX

/* By the letter of the standard, apart from the reader. */
static bool is_secret(struct str text)
{
    if (text.len < 6 || memcmp(text.data, PREFIX, 6) != 0 || (text.len - 6) % 4 != 0)
        return false;
    size_t padding = 0;
    while (padding < 2 && text.len > 6 + padding && text.data[text.len - 1 - padding] == '=')
        padding++;
    for (size_t i = 6; i < text.len - padding; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c > 127 || !(isalnum(c) || c == '+' || c == '/'))
            return false;
    }
    size_t bytes = (text.len - 6) / 4 * 3;
    return bytes >= padding + SIGNATURE_KEY_MIN && bytes <= padding + SIGNATURE_KEY_MAX;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char one[SIGNATURE_SIZE], again[SIGNATURE_SIZE], other[SIGNATURE_SIZE];
    struct str secret = {(const char *)data, size};
    enum status status = signature_make(secret, STR("id.1.{}"), one);
    check((status == OK) == is_secret(secret), "another text is a secret");
    check(status == OK || status == E_INVALID, "a status that there cannot be");
    if (status != OK)
        return 0;
    check(strlen(one) == SIGNATURE_SIZE - 1 && memcmp(one, "v1,", 3) == 0, "no signature");
    check(signature_make(secret, STR("id.1.{}"), again) == OK && strcmp(one, again) == 0, "two signatures of one text");
    check(signature_make(secret, STR("id.2.{}"), other) == OK && strcmp(one, other) != 0, "one signature of two texts");
    return 0;
}
