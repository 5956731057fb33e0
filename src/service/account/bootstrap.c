#include "service/account/bootstrap.h"

#include "base/file.h"

struct preparation {
    struct service *service;
    const struct account_config *config;
    const char *key; /* what should work; not known in the store yet, perhaps */
    struct api_key found;
    char id[UUID_LENGTH + 1]; /* of a new one */
};

static enum status ensure_account(struct db *db, void *argument, struct error *err)
{
    const struct account_config *config = ((struct preparation *)argument)->config;
    return account_ensure(db, config->id, config->plan, config->words, config->credits, err);
}

static enum status find_key(struct db *db, void *argument, struct error *err)
{
    struct preparation *preparation = argument;
    unsigned char hash[KEY_HASH_SIZE];
    key_hash(preparation->key, hash);
    return key_find(db, preparation->service->arena, hash, &preparation->found, err);
}

static enum status insert_key(struct db *db, void *argument, struct error *err)
{
    struct preparation *preparation = argument;
    char prefix[KEY_PREFIX_LENGTH + 1];
    unsigned char hash[KEY_HASH_SIZE];
    uuid_v7(preparation->id);
    key_hash(preparation->key, hash);
    snprintf(prefix, sizeof prefix, "%.*s", KEY_PREFIX_LENGTH, preparation->key);
    struct api_key key = {
        .id = preparation->id,
        .account_id = preparation->config->id,
        .name = "first key",
        .prefix = prefix,
        .created_at = clock_now_ms(),
    };
    return key_insert(db, &key, hash, err);
}

/* Does the key work, for this account? E_CONFLICT: it is another account's. */
static enum status check_key(struct preparation *preparation, struct error *err)
{
    enum status status = store_read(preparation->service->store, find_key, preparation, err);
    if (status == OK && strcmp(preparation->found.account_id, preparation->config->id) != 0)
        return error_set(err, E_INVALID, "config", "configuration: the key of account %s is the key of another account",
                         preparation->config->id);
    return status;
}

/* Was the configured key put in by an earlier start? Then the file holds it. */
static bool was_put_in(const struct preparation *preparation, const char *file)
{
    const struct service *service = preparation->service;
    const char *last = NULL;
    return files_read(service->folder, file, service->arena, &last, NULL) == OK &&
           strcmp(last, preparation->config->key) == 0;
}

/* A configured key is put in when it is new, not when it was and has been deleted since. */
static enum status use_configured_key(struct preparation *preparation, const char *file, struct error *err)
{
    preparation->key = preparation->config->key;
    enum status status = check_key(preparation, err);
    if (status == E_NOT_FOUND && was_put_in(preparation, file)) {
        log_line(LOG_WARN,
                 "the configured key of account %s was deleted over the interface, and stays so: configure another",
                 preparation->config->id);
        return OK;
    }
    return status == E_NOT_FOUND ? store_write(preparation->service->store, insert_key, preparation, err) : status;
}

static enum status make_key(struct preparation *preparation, struct error *err)
{
    char *fresh = arena_alloc(preparation->service->arena, KEY_LENGTH + 1);
    if (!fresh)
        return error_memory(err);
    key_generate(fresh);
    preparation->key = fresh;
    return store_write(preparation->service->store, insert_key, preparation, err);
}

/* Without a configured one the key in the file is taken while it works, otherwise a new one is made. */
static enum status choose_key(struct preparation *preparation, const char *file, struct error *err)
{
    struct service *service = preparation->service;
    enum status status;
    if (preparation->config->key)
        status = use_configured_key(preparation, file, err);
    else if (files_read(service->folder, file, service->arena, &preparation->key, NULL) == OK &&
             check_key(preparation, NULL) == OK)
        return OK;
    else
        status = make_key(preparation, err);
    return status == OK ? files_write(service->folder, file, preparation->key, err) : status;
}

static enum status prepare(struct service *service, const struct account_config *config, const char **key,
                           struct error *err)
{
    struct preparation preparation = {.service = service, .config = config};
    bool local = strcmp(config->id, LOCAL_ACCOUNT) == 0;
    const char *file = local ? "key" : arena_printf(service->arena, "key.%s", config->id);
    if (!file)
        return error_memory(err);
    enum status status = store_write(service->store, ensure_account, &preparation, err);
    if (status == OK)
        status = choose_key(&preparation, file, err);
    if (status == OK && preparation.id[0])
        key_log_made(preparation.id, config->id);
    *key = preparation.key;
    return status;
}

enum status accounts_prepare(struct service *service, struct error *err)
{
    const char *key = NULL;
    for (size_t i = 0; i < service->config.account_count; i++) {
        enum status status = prepare(service, &service->config.accounts[i], &key, err);
        if (status != OK)
            return status;
        if (i == 0)
            service->key = key;
    }
    return OK;
}

bool accounts_has(const struct service *service, const char *account_id)
{
    for (size_t i = 0; i < service->config.account_count; i++)
        if (strcmp(service->config.accounts[i].id, account_id) == 0)
            return true;
    return false;
}
