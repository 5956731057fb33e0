#include "link/index/index.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const float count_values[256] = {
#include "link/index/count_values.inc"
};

uint8_t count_code(uint32_t count)
{
    static const double step = 1.06;
    if (count <= COUNT_EXACT)
        return (uint8_t)count;
    double code = COUNT_EXACT + log((double)count / COUNT_EXACT) / log(step);
    return code < UINT8_MAX ? (uint8_t)lround(code) : UINT8_MAX;
}

void count_codes(uint8_t *codes, const uint32_t *counts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        codes[i] = count_code(counts[i]);
}

/* Fowler-Noll-Vo 1a (http://www.isthe.com/chongo/tech/comp/fnv/), over words of 8 bytes. */
uint64_t index_checksum(uint64_t sum, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t at = 0; at < size; at += sizeof sum) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, size - at < sizeof word ? size - at : sizeof word);
        sum = hash_add(word, sum);
    }
    return sum;
}

/*
 * A file of up to so many bytes is copied into memory and checked as a whole: that takes less than a millisecond, and
 * whatever becomes of the file then does no harm. A larger one is mapped, so that processes share it.
 */
enum { COPY_BYTES = 1 << 20 };

/* --- the arena that calls on one index hand on to each other --- */

/* What is kept from call to call: a call of LINK_MAX_WORDS words takes one to two megabytes. */
enum { MOST_KEPT = 4 << 20 };

struct arena *index_take_arena(const struct link_index *index)
{
    struct arena *spare = atomic_exchange(index->spare, NULL);
    return spare ? spare : arena_new();
}

void index_give_arena(const struct link_index *index, struct arena *arena)
{
    if (!arena)
        return;
    arena_reset(arena, MOST_KEPT);
    arena_free(atomic_exchange(index->spare, arena));
}

/* --- opening --- */

static bool sections_are_valid(const struct index_header *header, size_t size)
{
    for (int i = 0; i < SECTION_COUNT; i++) {
        const struct index_section *section = &header->sections[i];
        if (section->offset % INDEX_ALIGNMENT || section->offset > size || section->count >= UINT32_MAX ||
            section->count > (size - section->offset) / index_record_size(i))
            return false;
    }
    return header->sections[SECTION_PAGE_TEXTS].count == index_text_groups(header->sections[SECTION_PAGES].count);
}

/* Copies the header. Returns what is wrong with the file, NULL when nothing is. */
static const char *find_fault(const unsigned char *data, size_t size, struct index_header *header)
{
    if (size < sizeof *header)
        return "is no index of a site";
    memcpy(header, data, sizeof *header);
    if (memcmp(header->magic, INDEX_MAGIC, sizeof header->magic) != 0)
        return "is no index of a site";
    if (header->byte_order != INDEX_BYTE_ORDER)
        return "was written on a machine with another byte order; build it again";
    if (header->version != INDEX_VERSION)
        return "was written by another version; build it again";
    if (header->sum != index_checksum(0, header, offsetof(struct index_header, sum)) || header->file_size != size ||
        !sections_are_valid(header, size))
        return "is damaged or cut off; build it again";
    return NULL;
}

/* Of each section the bytes of a record, and where struct link_index points at the first. */
#define RECORDS(member)                                                                                                \
    {                                                                                                                  \
        sizeof *((struct link_index *)NULL)->member, offsetof(struct link_index, member)                               \
    }
static const struct {
    size_t size, at;
} records[SECTION_COUNT] = {
    [SECTION_PAGES] = RECORDS(pages),
    [SECTION_SYMBOLS] = RECORDS(symbols),
    [SECTION_TEXT] = RECORDS(texts),
    [SECTION_PAGE_TEXTS] = RECORDS(page_texts),
    [SECTION_PAGE_SLOTS] = RECORDS(page_slots),
    [SECTION_WORD_SLOTS] = RECORDS(word_slots),
    [SECTION_TERMS] = RECORDS(terms),
    [SECTION_EDGES] = RECORDS(edges),
    [SECTION_PHRASES] = RECORDS(phrases),
    [SECTION_TARGETS] = RECORDS(targets),
    [SECTION_LINKS] = RECORDS(links),
    [SECTION_LANGUAGES] = RECORDS(languages),
    [SECTION_CONTEXTS] = RECORDS(contexts),
    [SECTION_LESSONS] = RECORDS(lessons),
    [SECTION_FRAME] = RECORDS(frame),
    [SECTION_AUDIT_LINKS] = RECORDS(audit.links),
    [SECTION_AUDIT_BROKEN] = RECORDS(audit.broken),
    [SECTION_AUDIT_ADDRESSES] = RECORDS(audit.addresses),
    [SECTION_AUDIT_SUGGESTIONS] = RECORDS(audit.suggestions),
    [SECTION_AUDIT_CHARS] = RECORDS(audit.chars),
    [SECTION_AUDIT_TOTALS] = RECORDS(audit.totals),
};

size_t index_record_size(enum index_section_id section)
{
    return records[section].size;
}

static void point_at_sections(struct link_index *index)
{
    for (int i = 0; i < SECTION_COUNT; i++) {
        const void *first = index->data + index->header.sections[i].offset;
        memcpy((char *)index + records[i].at, &first, sizeof first);
    }
}

static void find_logs(struct link_index *index)
{
    static const float weight = 2; /* of what is believed before anything is counted */
    struct index_logs *logs = &index->logs;
    struct context_place nowhere = {0};
    float expected, linked;
    if (index_find_context(index, context_key(&nowhere, CONTEXT_ALL), &expected, &linked))
        logs->all_odds = logf((linked + 1) / (expected + 1));
    float usual = expf(logs->all_odds);
    double pages = (double)link_page_count(index);
    for (size_t i = 0; i < COUNT_OF(logs->counts); i++) {
        logs->counts[i] = logf(1 + count_values[i]);
        logs->idfs[i] = (float)fmax(log((pages + 1) / ((double)count_values[i] + 0.5)), 0);
        logs->linked[i] = logf(count_values[i] + weight);
        logs->expected[i] = logf(count_values[i] / CONTEXT_UNITS * usual + weight);
    }
}

/* Reads the file into memory of its own. False with errno. */
static bool read_copy_file(struct link_index *index)
{
    unsigned char *copy =
        aligned_alloc(INDEX_ALIGNMENT, (index->size + INDEX_ALIGNMENT) & ~(size_t)(INDEX_ALIGNMENT - 1));
    index->data = copy;
    index->is_copy = true;
    errno = ENOMEM;
    for (size_t at = 0; copy && at < index->size;) {
        ssize_t count = pread(index->file, copy + at, index->size - at, (off_t)at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count == 0)
            index->size = at; /* it was cut meanwhile: the header tells */
        if (count < 0)
            return false;
        at += (size_t)count;
    }
    return copy != NULL;
}

/* The whole file in memory. An empty file cannot be mapped and is no index. False with errno. */
static bool load_file(struct link_index *index)
{
    struct stat status;
    if (fstat(index->file, &status) != 0)
        return false;
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return false;
    }
    index->size = status.st_size > 0 ? (size_t)status.st_size : 0;
    if (S_ISREG(status.st_mode) && index->size <= COPY_BYTES)
        return read_copy_file(index);
    void *data = index->size ? mmap(NULL, index->size, PROT_READ, MAP_SHARED, index->file, 0) : NULL;
    index->data = data == MAP_FAILED ? NULL : data;
    return data != MAP_FAILED;
}

/* Fills an index whose file is open. The caller closes the index, also after a failure. */
static enum status index_read_file(struct link_index *index, const char *path, struct error *err)
{
    index->spare = calloc(1, sizeof *index->spare);
    if (!index->spare)
        return error_memory(err);
    if (!load_file(index))
        return errno == ENOMEM ? error_memory(err) : error_set(err, E_IO, NULL, "%s: %s", path, strerror(errno));
    const char *fault = find_fault(index->data, index->size, &index->header);
    if (fault)
        return error_set(err, E_CORRUPT, NULL, "%s %s", path, fault);
    point_at_sections(index);
    find_logs(index);
    return index->is_copy ? link_verify(index, err) : OK;
}

enum status link_open(const char *path, struct link_index **index, struct error *err)
{
    *index = NULL;
    struct link_index *opened = calloc(1, sizeof *opened);
    if (!opened)
        return error_memory(err);
    opened->file = open(path, O_RDONLY | O_CLOEXEC);
    enum status status =
        opened->file < 0 ? error_set(err, errno == ENOENT ? E_NOT_FOUND : E_IO, NULL, "%s: %s", path, strerror(errno))
                         : index_read_file(opened, path, err);
    if (!status)
        *index = opened;
    else
        link_close(opened);
    return status;
}

void link_close(struct link_index *index)
{
    if (!index)
        return;
    void *data = (void *)(uintptr_t)index->data;
    if (index->is_copy)
        free(data);
    else if (data)
        munmap(data, index->size);
    if (index->file >= 0)
        close(index->file);
    arena_free(index->spare ? *index->spare : NULL);
    free(index->spare);
    free(index);
}

enum status link_verify(const struct link_index *index, struct error *err)
{
    enum status status = index_check_size(index, err); /* reading past the end of a mapped file is fatal */
    for (int i = 0; !status && i < SECTION_COUNT; i++) {
        const struct index_section *section = &index->header.sections[i];
        size_t size = section->count * index_record_size(i), room = index->size - section->offset;
        size = (size + INDEX_ALIGNMENT - 1) / INDEX_ALIGNMENT * INDEX_ALIGNMENT;
        if (section->count && (size > room || index_checksum(0, index->data + section->offset, size) != section->sum))
            return error_set(err, E_CORRUPT, NULL, "the index file is damaged; build it again");
    }
    return status;
}

enum status index_check_size(const struct link_index *index, struct error *err)
{
    struct stat status;
    if (index->is_copy)
        return OK;
    if (fstat(index->file, &status) != 0)
        return error_set(err, E_IO, NULL, "the index file: %s", strerror(errno));
    if ((uint64_t)status.st_size != index->size)
        return error_set(err, E_CORRUPT, NULL,
                         "the index file was changed while it was open; write a new one beside it and rename it");
    return OK;
}

/* --- reading --- */

size_t index_count(const struct link_index *index, enum index_section_id section)
{
    return index->header.sections[section].count;
}

size_t link_page_count(const struct link_index *index)
{
    return index_count(index, SECTION_PAGES);
}

uint32_t index_find_page(const struct link_index *index, struct str key)
{
    size_t count = index_count(index, SECTION_PAGE_SLOTS), pages = link_page_count(index);
    uint64_t hash = word_hash(key);
    size_t at = count ? index_home(hash, count) : 0;
    for (size_t probes = 0; probes < count && index->page_slots[at]; probes++) {
        uint32_t page = index->page_slots[at] - 1;
        if (page < pages && index->pages[page].key_check == (uint16_t)hash)
            return page;
        at = at + 1 < count ? at + 1 : 0;
    }
    return INDEX_NO_PAGE;
}

/* The value of the hash in a table, less one; UINT32_MAX: it is not there, or out of range. */
static uint32_t find_slot_value(const struct index_slot *slots, size_t slot_count, uint64_t hash, size_t limit)
{
    size_t at = slot_count ? index_home(hash, slot_count) : 0;
    for (size_t probes = 0; probes < slot_count && slots[at].value; probes++) {
        if (slots[at].check == index_check(hash))
            return slots[at].value <= limit ? slots[at].value - 1 : UINT32_MAX;
        at = at + 1 < slot_count ? at + 1 : 0;
    }
    return UINT32_MAX;
}

uint32_t index_find_term(const struct link_index *index, uint64_t hash)
{
    return find_slot_value(index->word_slots, index_count(index, SECTION_WORD_SLOTS), hash,
                           index_count(index, SECTION_TERMS));
}

uint32_t index_find_edge(const struct link_index *index, uint64_t hash)
{
    const struct index_edge *edges = index->edges;
    size_t count = index_count(index, SECTION_EDGES), at = count ? index_home(hash, count) : 0;
    size_t most = !count ? 0 : edges[at].reach < EDGE_FAR ? edges[at].reach : count;
    for (size_t probes = 0; probes < most && edges[at].phrase; probes++) {
        if (edges[at].check == index_check(hash))
            return (uint32_t)at + 1;
        at = at + 1 < count ? at + 1 : 0;
    }
    return INDEX_NO_NODE;
}

uint32_t index_find_child(const struct link_index *index, uint32_t node, uint32_t term)
{
    if (node)
        return index_find_edge(index, index_hash_edge(node, term));
    uint32_t child = term < index_count(index, SECTION_TERMS) ? index->terms[term].node : INDEX_NO_NODE;
    return child <= index_count(index, SECTION_EDGES) ? child : INDEX_NO_NODE;
}

uint32_t index_phrase_at(const struct link_index *index, uint32_t node)
{
    if (node == 0 || node > index_count(index, SECTION_EDGES))
        return INDEX_NO_PHRASE;
    uint32_t phrase = index->edges[node - 1].phrase;
    return phrase && phrase <= index_count(index, SECTION_PHRASES) ? phrase - 1 : INDEX_NO_PHRASE;
}

size_t index_clip(const struct link_index *index, enum index_section_id section, uint32_t first, uint32_t count)
{
    size_t available = index_count(index, section);
    if (first >= available)
        return 0;
    return count < available - first ? count : available - first;
}

enum title_kind index_title_kind(const struct index_target *target)
{
    unsigned kind = target->title_kind;
    return kind < TITLE_NONE ? (enum title_kind)kind : TITLE_NONE;
}

struct str index_language(const struct link_index *index, uint32_t page)
{
    size_t number = page < link_page_count(index) ? index->pages[page].language : 0;
    if (number >= index_count(index, SECTION_LANGUAGES))
        return STR("");
    const char *tag = index->languages[number].tag;
    return (struct str){tag, strnlen(tag, sizeof index->languages[number].tag)};
}

bool index_find_context(const struct link_index *index, uint64_t key, float *expected, float *linked)
{
    const struct index_context *context = index_context_of(index, key);
    *expected = context ? count_values[context->expected] / CONTEXT_UNITS : 0;
    *linked = context ? count_values[context->linked] : 0;
    return context;
}

const uint32_t *index_links_in(const struct link_index *index, const struct index_page *page, size_t *count)
{
    *count = index_clip(index, SECTION_LINKS, page->first_link, page->link_count);
    return *count ? index->links + page->first_link : NULL;
}

/* A coded text off the front; "" when it is too long. */
static struct str take_coded(struct str *from, size_t length)
{
    struct str coded = {from->data, length <= from->len && length <= UINT16_MAX ? length : 0};
    *from = (struct str){from->data + coded.len, from->len - coded.len};
    return coded;
}

static struct str texts_decode(const struct link_index *index, struct str coded, struct arena *arena)
{
    return symbols_decode(index->symbols, index_count(index, SECTION_SYMBOLS), coded, arena);
}

/* What a section of `size` bytes has from a place on. */
static struct str texts_from(const char *section, size_t size, size_t offset)
{
    offset = offset < size ? offset : size;
    return (struct str){section + offset, size - offset};
}

/* The first of such texts as they stand in the file, which is taken off. */
static struct str index_take_audit_text(const struct link_index *index, struct str *from, struct arena *arena)
{
    size_t length = varint_take(from);
    return texts_decode(index, take_coded(from, length), arena);
}

struct str index_audit_text(const struct link_index *index, struct audit_text text, struct arena *arena)
{
    struct str rest = texts_from(index->audit.chars, index_count(index, SECTION_AUDIT_CHARS), text.offset);
    return index_take_audit_text(index, &rest, arena);
}

/* The URL or the title of a page. */
static struct str page_text(const struct link_index *index, uint32_t page, bool is_title, struct arena *arena)
{
    if (page >= link_page_count(index))
        return STR("");
    struct str texts[2] = {{NULL, 0}};
    struct str rest = texts_from(index->texts, index_count(index, SECTION_TEXT), index->page_texts[page / TEXT_GROUP]);
    for (uint32_t i = 0; i <= page % TEXT_GROUP; i++) {
        size_t url_length = varint_take(&rest), title_length = varint_take(&rest);
        texts[0] = take_coded(&rest, url_length);
        texts[1] = take_coded(&rest, title_length);
    }
    return texts_decode(index, texts[is_title], arena);
}

struct str index_page_url(const struct link_index *index, uint32_t page, struct arena *arena)
{
    return page_text(index, page, false, arena);
}

struct str index_page_title(const struct link_index *index, uint32_t page, struct arena *arena)
{
    return page_text(index, page, true, arena);
}

/* --- the links between pages --- */

struct links_reader {
    struct audit_links *links;
    struct str rest;
    size_t links_max, anchors_max; /* there is room for so many */
};

/* The number of a new anchor of a link on the page `from`. */
static bool read_anchor(struct links_reader *reader, uint32_t from)
{
    struct audit_links *links = reader->links;
    uint32_t page = from + varint_unsign(varint_take(&reader->rest)), back = varint_take(&reader->rest);
    if (links->anchor_count == reader->anchors_max)
        return false;
    uint32_t text = (uint32_t)(back ? links->text_count - back : links->text_count++);
    links->anchors[links->anchor_count++] = (struct audit_anchor){page, text};
    return true;
}

/* False: what follows makes no sense. */
static bool read_link(struct links_reader *reader, uint32_t from)
{
    struct audit_links *links = reader->links;
    if (!reader->rest.len || links->link_count == reader->links_max)
        return false;
    uint32_t number = varint_take(&reader->rest), back = number >> 1;
    if (back > links->anchor_count || (!back && !read_anchor(reader, from)))
        return false;
    uint32_t anchor = (uint32_t)(links->anchor_count - (back ? back : 1));
    links->links[links->link_count++] = anchor | (number & 1 ? AUDIT_LISTED : 0);
    return true;
}

static void links_read_pages(struct links_reader *reader, uint32_t page_count)
{
    bool good = true;
    for (uint32_t page = 0; page < page_count; page++) {
        reader->links->pages[page] = (uint32_t)reader->links->link_count;
        for (uint32_t left = varint_take(&reader->rest); good && left; left--)
            good = read_link(reader, page);
    }
    reader->links->pages[page_count] = (uint32_t)reader->links->link_count;
}

/* The title of a page, decoded once. */
static struct str title_of(const struct link_index *index, struct arena *arena, struct str *titles, uint32_t page)
{
    if (page >= link_page_count(index))
        return STR("");
    if (!titles[page].data)
        titles[page] = index_page_title(index, page, arena);
    return titles[page];
}

static void read_texts(const struct link_index *index, struct arena *arena, struct audit_links *links)
{
    struct str rest = {index->audit.chars, index_count(index, SECTION_AUDIT_CHARS)};
    struct str *titles = ARENA_ARRAY(arena, link_page_count(index) + 1, struct str);
    size_t count = links->text_count < rest.len ? links->text_count : rest.len;
    links->texts = ARENA_ARRAY(arena, count + 1, struct str);
    links->text_count = 0;
    if (!titles || !links->texts)
        return;
    for (size_t i = 0; i < links->anchor_count && links->text_count < count; i++) {
        const struct audit_anchor *anchor = &links->anchors[i];
        if (anchor->text != links->text_count)
            continue;
        bool is_title = rest.len && !*rest.data;
        struct str text = index_take_audit_text(index, &rest, arena);
        text = is_title ? title_of(index, arena, titles, anchor->page) : text;
        links->texts[links->text_count++] = text;
    }
}

struct audit_links audit_links_read(const struct link_index *index, struct arena *arena)
{
    static const struct audit_totals none;
    const struct audit_totals *totals = index_count(index, SECTION_AUDIT_TOTALS) ? index->audit.totals : &none;
    struct audit_links links;
    struct links_reader reader = {&links, {index->audit.links, index_count(index, SECTION_AUDIT_LINKS)}, 0, 0};
    size_t page_count = link_page_count(index);
    /* A link takes a byte, an anchor two more: the totals cannot ask for more memory than the file is worth. */
    reader.links_max = totals->kept < reader.rest.len ? totals->kept : reader.rest.len;
    reader.anchors_max = totals->anchors < reader.rest.len ? totals->anchors : reader.rest.len;
    links = (struct audit_links){.pages = ARENA_ARRAY(arena, page_count + 1, uint32_t),
                                 .links = ARENA_ARRAY(arena, reader.links_max + 1, uint32_t),
                                 .anchors = ARENA_ARRAY(arena, reader.anchors_max + 1, struct audit_anchor)};
    if (links.pages && links.links && links.anchors) {
        links_read_pages(&reader, (uint32_t)page_count);
        read_texts(index, arena, &links);
    }
    return links;
}
