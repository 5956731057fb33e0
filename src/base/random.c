#include "base/random.h"

#include "base/clock.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

void random_bytes(void *out, size_t size)
{
    unsigned char *bytes = out;
    while (size > 0) {
        ssize_t n = getrandom(bytes, size, 0);
        if (n < 0 && errno != EINTR)
            abort();
        if (n > 0) {
            bytes += n;
            size -= (size_t)n;
        }
    }
}

uint64_t random_below(uint64_t below)
{
    uint64_t value, limit = UINT64_MAX - UINT64_MAX % below;
    do
        random_bytes(&value, sizeof value);
    while (value >= limit);
    return value % below;
}

void hex_encode(const void *data, size_t size, char *out)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        *out++ = digits[bytes[i] >> 4];
        *out++ = digits[bytes[i] & 15];
    }
    *out = '\0';
}

/* Sets the time and the version among random bytes, and writes them. */
static void write_uuid_v7(int64_t ms, unsigned char *bytes, char *out)
{
    for (int i = 0; i < 6; i++)
        bytes[i] = (unsigned char)((uint64_t)ms >> (40 - 8 * i));
    bytes[6] = (bytes[6] & 0x0F) | 0x70;
    bytes[8] = (bytes[8] & 0x3F) | 0x80;
    char hex[33];
    hex_encode(bytes, 16, hex);
    static const int group[] = {8, 4, 4, 4, 12};
    const char *from = hex;
    for (int i = 0; i < 5; i++) {
        memcpy(out, from, (size_t)group[i]);
        from += group[i];
        out += group[i];
        *out++ = i < 4 ? '-' : '\0';
    }
}

void uuid_v7_at(int64_t ms, char *out)
{
    unsigned char bytes[16];
    random_bytes(bytes, sizeof bytes);
    write_uuid_v7(ms, bytes, out);
}

void uuid_v7(char *out)
{
    uuid_v7_at(clock_now_ms(), out);
}

static pthread_once_t sequence_once = PTHREAD_ONCE_INIT;
static _Atomic uint64_t sequence;

static void begin_sequence(void)
{
    uint64_t first;
    random_bytes(&first, sizeof first);
    atomic_store(&sequence, first);
}

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static uint64_t next_in_sequence(void)
{
    const uint64_t step = 0x9E3779B97F4A7C15U;
    uint64_t value = atomic_fetch_add(&sequence, step) + step;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
    return value ^ (value >> 31);
}

void uuid_v7_plain(char *out)
{
    unsigned char bytes[16];
    pthread_once(&sequence_once, begin_sequence);
    const uint64_t words[] = {next_in_sequence(), next_in_sequence()};
    memcpy(bytes, words, sizeof bytes);
    write_uuid_v7(clock_now_ms(), bytes, out);
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool uuid_is_valid(const char *text)
{
    for (int i = 0; i < UUID_LENGTH; i++) {
        bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !is_hex(text[i]))
            return false;
    }
    return text[UUID_LENGTH] == '\0';
}
