/* A pool of threads that is shared by owners: order, shares, threads that come and go, memory that runs out. */
#include "base/base.h"
#include "base/system/system.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* --- work that waits for a gate and notes its order --- */

enum { MOST = 64 };

struct desk {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int open; /* how many may still pass the gate */
    int begun, most_at_once, at_once, count;
    char order[MOST];
};

struct piece {
    struct desk *desk;
    char name;
};

static void desk_init(struct desk *desk)
{
    *desk = (struct desk){.open = 0};
    pthread_mutex_init(&desk->lock, NULL);
    pthread_cond_init(&desk->changed, NULL);
}

static void desk_destroy(struct desk *desk)
{
    pthread_mutex_destroy(&desk->lock);
    pthread_cond_destroy(&desk->changed);
}

static void work(void *argument)
{
    const struct piece *piece = argument;
    struct desk *desk = piece->desk;
    pthread_mutex_lock(&desk->lock);
    desk->order[desk->begun++] = piece->name;
    desk->at_once++;
    if (desk->at_once > desk->most_at_once)
        desk->most_at_once = desk->at_once;
    pthread_cond_broadcast(&desk->changed);
    while (desk->open == 0)
        pthread_cond_wait(&desk->changed, &desk->lock);
    desk->open--;
    desk->at_once--;
    desk->count++;
    pthread_cond_broadcast(&desk->changed);
    pthread_mutex_unlock(&desk->lock);
}

static void open_gate(struct desk *desk, int many)
{
    pthread_mutex_lock(&desk->lock);
    desk->open += many;
    pthread_cond_broadcast(&desk->changed);
    pthread_mutex_unlock(&desk->lock);
}

static void wait_begun(struct desk *desk, int begun)
{
    pthread_mutex_lock(&desk->lock);
    while (desk->begun < begun)
        pthread_cond_wait(&desk->changed, &desk->lock);
    pthread_mutex_unlock(&desk->lock);
}

static struct fair_pool *new_pool(int threads, int per_owner, size_t waiting)
{
    struct fair_pool *pool = NULL;
    const struct fair_pool_options options = {threads, per_owner, waiting, false};
    assert_int_equal(fair_pool_new(&options, &pool, NULL), OK);
    return pool;
}

static void submit(struct fair_pool *pool, const char *owner, struct piece *piece)
{
    assert_int_equal(fair_pool_submit(pool, owner, work, piece, NULL), OK);
}

/* --- tests --- */

/* A has the only thread and four more in line; B and C, who come later, are served before A's second. */
static void test_owners_take_turns(void **state)
{
    (void)state;
    struct desk desk;
    desk_init(&desk);
    struct fair_pool *pool = new_pool(1, 1, 0);
    struct piece a = {&desk, 'a'}, b = {&desk, 'b'}, c = {&desk, 'c'};
    submit(pool, "a", &a);
    wait_begun(&desk, 1);
    for (int i = 0; i < 3; i++)
        submit(pool, "a", &a);
    for (int i = 0; i < 2; i++)
        submit(pool, "b", &b);
    submit(pool, "c", &c);
    open_gate(&desk, MOST);
    fair_pool_free(pool);
    assert_int_equal(desk.begun, 7);
    assert_memory_equal(desk.order, "abcabaa", 7);
    desk_destroy(&desk);
}

/* However much A has in line, it never has more than its share, and B begins while all of A's hang. */
static void test_nobody_has_more_than_the_share(void **state)
{
    (void)state;
    struct desk desk;
    desk_init(&desk);
    struct fair_pool *pool = new_pool(4, 3, 0);
    struct piece a = {&desk, 'a'}, b = {&desk, 'b'};
    for (int i = 0; i < 20; i++)
        submit(pool, "a", &a);
    wait_begun(&desk, 3);
    submit(pool, "b", &b);
    wait_begun(&desk, 4);
    pthread_mutex_lock(&desk.lock);
    assert_int_equal(desk.begun, 4);
    assert_int_equal(desk.order[3], 'b');
    pthread_mutex_unlock(&desk.lock);
    open_gate(&desk, MOST);
    fair_pool_free(pool);
    assert_int_equal(desk.count, 21);
    assert_int_equal(desk.most_at_once, 4);
    desk_destroy(&desk);
}

/* The one with the least under way comes first: B has one, A has two. */
static void test_the_least_busy_comes_first(void **state)
{
    (void)state;
    struct desk desk;
    desk_init(&desk);
    struct fair_pool *pool = new_pool(3, 3, 0);
    struct piece a = {&desk, 'a'}, b = {&desk, 'b'};
    struct desk other; /* of the piece that ends first */
    desk_init(&other);
    struct piece first = {&other, 'c'};
    submit(pool, NULL, &first);
    wait_begun(&other, 1);
    submit(pool, "b", &b);
    wait_begun(&desk, 1);
    submit(pool, "a", &a);
    wait_begun(&desk, 2);
    submit(pool, "a", &a);
    submit(pool, "d", &(struct piece){&desk, 'd'});
    submit(pool, "b", &b);
    open_gate(&other, 1);
    wait_begun(&desk, 3);
    open_gate(&desk, MOST);
    fair_pool_free(pool);
    assert_memory_equal(desk.order, "bad", 3);
    desk_destroy(&desk);
    desk_destroy(&other);
}

static void test_a_line_has_an_end(void **state)
{
    (void)state;
    struct desk desk;
    struct error err;
    desk_init(&desk);
    struct fair_pool *pool = new_pool(2, 1, 2);
    struct piece a = {&desk, 'a'};
    submit(pool, "a", &a);
    wait_begun(&desk, 1);
    submit(pool, "a", &a);
    submit(pool, "a", &a);
    assert_int_equal(fair_pool_submit(pool, "a", work, &a, &err), E_LIMIT);
    submit(pool, "b", &a);
    open_gate(&desk, MOST);
    fair_pool_free(pool);
    assert_int_equal(desk.count, 4);
    desk_destroy(&desk);
}

/* Work without an owner has one of its own each: two of them fill a pool in which an owner may have one. */
static void test_work_without_an_owner(void **state)
{
    (void)state;
    struct desk desk;
    desk_init(&desk);
    struct fair_pool *pool = new_pool(2, 1, 0);
    struct piece a = {&desk, 'a'};
    submit(pool, NULL, &a);
    submit(pool, NULL, &a);
    wait_begun(&desk, 2);
    open_gate(&desk, 2);
    fair_pool_free(pool);
    fair_pool_free(NULL);
    assert_int_equal(desk.most_at_once, 2);
    desk_destroy(&desk);
}

static void count_up(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

/* Many threads submit for many owners; all of it is done, once. */
struct crowd {
    struct fair_pool *pool;
    atomic_int *done;
    char owner[2];
};

static void *submit_many(void *argument)
{
    struct crowd *crowd = argument;
    for (int i = 0; i < 500; i++)
        fair_pool_submit(crowd->pool, i % 3 ? crowd->owner : NULL, count_up, crowd->done, NULL);
    return NULL;
}

static void test_a_crowd(void **state)
{
    (void)state;
    atomic_int done = 0;
    struct fair_pool *pool = new_pool(8, 2, 0);
    pthread_t threads[6];
    struct crowd crowds[6];
    for (int i = 0; i < 6; i++) {
        crowds[i] = (struct crowd){pool, &done, {(char)('a' + i / 2), '\0'}};
        assert_int_equal(pthread_create(&threads[i], NULL, submit_many, &crowds[i]), 0);
    }
    for (int i = 0; i < 6; i++)
        pthread_join(threads[i], NULL);
    fair_pool_free(pool);
    assert_int_equal(atomic_load(&done), 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_owners_take_turns),          cmocka_unit_test(test_nobody_has_more_than_the_share),
        cmocka_unit_test(test_the_least_busy_comes_first), cmocka_unit_test(test_a_line_has_an_end),
        cmocka_unit_test(test_work_without_an_owner),      cmocka_unit_test(test_a_crowd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
