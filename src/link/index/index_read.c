#include "link/index/index.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- opening --- */

static bool is_power_of_two(uint64_t count)
{
    return count && (count & (count - 1)) == 0;
}

static bool sections_are_valid(const struct index_header *header, size_t size)
{
    for (int i = 0; i < SECTION_COUNT; i++) {
        const struct index_section *section = &header->sections[i];
        if (section->offset % 8 || section->offset > size || section->count > UINT32_MAX ||
            section->count > (size - section->offset) / index_record_size(i))
            return false;
    }
    return is_power_of_two(header->sections[SECTION_WORD_SLOTS].count) &&
           is_power_of_two(header->sections[SECTION_EDGES].count);
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
    if (header->file_size != size || !sections_are_valid(header, size))
        return "is damaged or cut off; build it again";
    return NULL;
}

static const void *section_data(const struct link_index *index, enum index_section_id section)
{
    return index->data + index->header.sections[section].offset;
}

static void point_at_sections(struct link_index *index)
{
    index->pages = section_data(index, SECTION_PAGES);
    index->words = section_data(index, SECTION_WORDS);
    index->word_slots = section_data(index, SECTION_WORD_SLOTS);
    index->edges = section_data(index, SECTION_EDGES);
    index->nodes = section_data(index, SECTION_NODES);
    index->phrases = section_data(index, SECTION_PHRASES);
    index->targets = section_data(index, SECTION_TARGETS);
    index->terms = section_data(index, SECTION_TERMS);
}

/* The whole file in memory, MAP_FAILED with errno otherwise. An empty file cannot be mapped and is no index. */
static void *map_file(int file, size_t *size)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return MAP_FAILED;
    *size = status.st_size > 0 ? (size_t)status.st_size : 0;
    return *size ? mmap(NULL, *size, PROT_READ, MAP_SHARED, file, 0) : NULL;
}

/* Fills an index whose file is open. The caller closes the index, also after a failure. */
static enum status read_file(struct link_index *index, const char *path, struct error *err)
{
    void *data = map_file(index->file, &index->size);
    if (data == MAP_FAILED)
        return error_set(err, E_IO, NULL, "%s: %s", path, strerror(errno));
    index->data = data;
    const char *fault = find_fault(index->data, index->size, &index->header);
    if (fault)
        return error_set(err, E_CORRUPT, NULL, "%s %s", path, fault);
    point_at_sections(index);
    return OK;
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
                         : read_file(opened, path, err);
    if (status == OK)
        *index = opened;
    else
        link_close(opened);
    return status;
}

void link_close(struct link_index *index)
{
    if (!index)
        return;
    if (index->data)
        munmap((void *)(uintptr_t)index->data, index->size);
    if (index->file >= 0)
        close(index->file);
    free(index);
}

enum status index_check_size(const struct link_index *index, struct error *err)
{
    struct stat status;
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

struct str index_text(const struct link_index *index, struct index_text text)
{
    size_t size = index_count(index, SECTION_TEXT);
    if (text.offset > size || text.length > size - text.offset)
        return STR("");
    return (struct str){(const char *)section_data(index, SECTION_TEXT) + text.offset, text.length};
}

uint32_t index_find_word(const struct link_index *index, struct str text)
{
    size_t slots = index_count(index, SECTION_WORD_SLOTS), words = index_count(index, SECTION_WORDS);
    size_t at = index_hash_text(text) & (slots - 1);
    for (size_t probes = 0; probes < slots && index->word_slots[at]; probes++, at = (at + 1) & (slots - 1)) {
        uint32_t word = index->word_slots[at] - 1;
        if (word < words && str_eq(index_text(index, index->words[word].text), text))
            return word;
    }
    return INDEX_NO_WORD;
}

uint32_t index_find_child(const struct link_index *index, uint32_t node, uint32_t word)
{
    size_t slots = index_count(index, SECTION_EDGES);
    size_t at = index_hash_edge(node, word) & (slots - 1);
    for (size_t probes = 0; probes < slots && index->edges[at].child; probes++, at = (at + 1) & (slots - 1))
        if (index->edges[at].node == node && index->edges[at].word == word)
            return index->edges[at].child;
    return INDEX_NO_NODE;
}

uint32_t index_phrase_at(const struct link_index *index, uint32_t node)
{
    if (node >= index_count(index, SECTION_NODES) || index->nodes[node] == 0)
        return INDEX_NO_PHRASE;
    uint32_t phrase = index->nodes[node] - 1;
    return phrase < index_count(index, SECTION_PHRASES) ? phrase : INDEX_NO_PHRASE;
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
    uint32_t kind = target->title_kind;
    return kind < TITLE_NONE ? (enum title_kind)kind : TITLE_NONE;
}

float index_weight(const struct index_term *term)
{
    float weight = term->weight;
    return weight >= 0 && weight <= 1 ? weight : 0;
}

double index_idf(const struct link_index *index, uint32_t word)
{
    double pages = (double)link_page_count(index);
    double holding = word < index_count(index, SECTION_WORDS) ? index->words[word].page_count : 0;
    return log((pages + 1) / (holding + 0.5));
}
