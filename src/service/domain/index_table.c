#include "service/domain/index_table.h"

#include "service/domain/index_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Each open index holds a descriptor, so the ones that were used longest ago are closed; to open one again costs
 * little. */
enum { MAX_OPEN = 256 };

static void close_index(struct open_index *index)
{
    link_close(index->index);
    free(index->path);
    free(index);
}

enum status open_index_new(const char *folder, const char *domain_id, int64_t version, struct open_index **out,
                           struct error *err)
{
    struct open_index *index = calloc(1, sizeof *index);
    if (!index)
        return error_memory(err);
    snprintf(index->domain_id, sizeof index->domain_id, "%s", domain_id);
    index->version = version;
    index->users = 1;
    index->path = index_file_path(folder, domain_id, version);
    enum status status = index->path ? link_open(index->path, &index->index, err) : error_memory(err);
    if (status == OK)
        *out = index;
    else
        close_index(index);
    return status;
}

void open_index_release(struct open_index *index)
{
    if (--index->users == 0)
        close_index(index);
}

static struct open_index **place_of(struct index_table *table, const char *domain_id)
{
    struct open_index **place = &table->first;
    while (*place && strcmp((*place)->domain_id, domain_id) != 0)
        place = &(*place)->next;
    return place;
}

struct open_index *index_table_get(struct index_table *table, const char *domain_id)
{
    return *place_of(table, domain_id);
}

/* Puts an index in front and releases those beyond MAX_OPEN. */
static void put_first(struct index_table *table, struct open_index *index)
{
    index->next = table->first;
    table->first = index;
    struct open_index **place = &table->first;
    for (size_t i = 0; *place && i < MAX_OPEN; i++)
        place = &(*place)->next;
    while (*place) {
        struct open_index *old = *place;
        *place = old->next;
        open_index_release(old);
    }
}

static struct open_index *open_version(struct index_table *table, const char *domain_id, int64_t version)
{
    struct open_index *index = NULL;
    if (version >= 0 && open_index_new(table->folder, domain_id, version, &index, NULL) == E_CORRUPT)
        index_files_remove_version(table->folder, domain_id, version);
    return index;
}

struct open_index *index_table_find(struct index_table *table, const struct domain *domain)
{
    struct open_index **place = place_of(table, domain->id), *have = *place;
    if (have) {
        *place = have->next;
    } else {
        have = open_version(table, domain->id, domain->pages_version);
        if (!have)
            have = open_version(table, domain->id, index_files_newest(table->folder, domain));
    }
    if (have)
        put_first(table, have);
    return have;
}

static void take_out(struct index_table *table, const char *domain_id)
{
    struct open_index **place = place_of(table, domain_id), *old = *place;
    if (!old)
        return;
    *place = old->next;
    open_index_release(old);
}

void index_table_put(struct index_table *table, struct open_index *index)
{
    take_out(table, index->domain_id);
    index_files_remove(table->folder, index->domain_id, index->path);
    put_first(table, index);
}

void index_table_drop(struct index_table *table, const char *domain_id)
{
    index_files_remove(table->folder, domain_id, NULL);
    take_out(table, domain_id);
}

void index_table_free(struct index_table *table)
{
    while (table->first) {
        struct open_index *index = table->first;
        table->first = index->next;
        close_index(index);
    }
}
