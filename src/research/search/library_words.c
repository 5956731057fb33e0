/* How often each document of a library says each word: what is needed to find those that speak of a keyword. */
#include "research/search/library.h"

#include "base/vec.h"

#include <stdlib.h>

struct counter {
    struct arena *arena;   /* of the library */
    struct arena *scratch; /* for times and seen */
    struct map numbers;    /* folded word -> number + 1 as a pointer-sized integer */
    struct buf words;
    uint32_t *times; /* by number, of the document that is being counted */
    uint32_t *seen;  /* the words of the document that is being counted */
    size_t times_cap, seen_cap, seen_count;
    struct error *err;
};

/* Makes room for one more word in times and seen; false when memory ran out. */
static bool reserve(struct counter *counter)
{
    size_t count = counter->numbers.count;
    uint32_t *times = vec_room(counter->scratch, counter->times, count, &counter->times_cap, sizeof *times);
    uint32_t *seen = vec_room(counter->scratch, counter->seen, count, &counter->seen_cap, sizeof *seen);
    counter->times = times ? times : counter->times;
    counter->seen = seen ? seen : counter->seen;
    return times && seen;
}

/* The number of a word, which is entered when it is new; UINT32_MAX when memory ran out. */
static uint32_t number_of(struct counter *counter, struct str word)
{
    uintptr_t known = (uintptr_t)map_get(&counter->numbers, word);
    if (known)
        return (uint32_t)(known - 1);
    size_t number = counter->numbers.count;
    char *copy = arena_copy_n(counter->arena, word.data, word.len);
    void **place = copy && number < UINT32_MAX - 1 && reserve(counter)
                       ? map_put(&counter->numbers, (struct str){copy, word.len})
                       : NULL;
    if (!place)
        return UINT32_MAX;
    *place = (void *)(uintptr_t)(number + 1);
    buf_add(&counter->words, word.data, word.len);
    buf_char(&counter->words, '\n');
    return (uint32_t)number;
}

static enum status count_text(struct counter *counter, struct str text)
{
    struct word *words;
    size_t count;
    struct arena *scratch = arena_new();
    enum status status =
        scratch ? words_split(scratch, text, NULL, &words, &count, counter->err) : error_memory(counter->err);
    for (size_t i = 0; !status && i < count; i++) {
        uint32_t number = number_of(counter, words[i].folded);
        if (number == UINT32_MAX)
            status = error_memory(counter->err);
        else if (counter->times[number]++ == 0)
            counter->seen[counter->seen_count++] = number;
    }
    arena_free(scratch);
    return status;
}

static int by_number(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static enum status count_document(struct counter *counter, struct library_document *document)
{
    counter->seen_count = 0;
    enum status status = count_text(counter, str_from(document->page.title));
    for (size_t i = 0; i < document->page.count && !status; i++)
        status = count_text(counter, document->page.blocks[i].text);
    document->uses = status ? NULL : ARENA_ARRAY(counter->arena, counter->seen_count + 1, struct word_use);
    if (!document->uses)
        return status ? status : error_memory(counter->err);
    if (counter->seen_count)
        qsort(counter->seen, counter->seen_count, sizeof *counter->seen, by_number);
    for (size_t i = 0; i < counter->seen_count; i++) {
        uint32_t number = counter->seen[i];
        document->uses[document->use_count++] = (struct word_use){number, counter->times[number]};
        counter->times[number] = 0;
    }
    return OK;
}

static enum status count_documents(struct counter *counter, struct library *library, const atomic_bool *cancel)
{
    enum status status = OK;
    for (size_t i = 0; i < library->count && !status; i++) {
        status = count_document(counter, &library->documents[i]);
        if (!status && cancel && atomic_load(cancel))
            status = error_set(counter->err, E_CANCELLED, "cancelled", "reading the library was called off");
    }
    if (status || counter->words.failed)
        return status ? status : error_memory(counter->err);
    library->words =
        (struct str){arena_copy_n(counter->arena, buf_text(&counter->words), counter->words.len), counter->words.len};
    library->word_count = counter->numbers.count;
    return library->words.data ? OK : error_memory(counter->err);
}

enum status library_count_words(struct arena *arena, struct library *library, const atomic_bool *cancel,
                                struct error *err)
{
    struct counter counter = {.arena = arena, .scratch = arena_new(), .err = err};
    map_init(&counter.numbers, arena);
    enum status status = counter.scratch ? count_documents(&counter, library, cancel) : error_memory(err);
    arena_free(counter.scratch);
    buf_free(&counter.words);
    return status;
}
