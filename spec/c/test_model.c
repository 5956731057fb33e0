/* The seam of models: an article by a backend that streams, counts tokens, and fails in every way that it may. */
#include "test_write.h"

enum { PIECE = 7 }; /* bytes that come at once */

enum question { ASKS_OUTLINE, ASKS_TITLE, ASKS_TEXT, ASKS_QUESTIONS, QUESTIONS };

static const char own[] =
    "{\"includeFaq\":true,\"articleLength\":\"short\",\"toneOfVoiceProfile\":\"custom\",\"toneOfVoice\":\"dry\","
    "\"articleInstructions\":\"no jokes\",\"extraTitlePrompt\":\"short\",\"extraSectionPrompt\":\"long\","
    "\"extraIntroductionPrompt\":\"quick\",\"readabilityMode\":\"8th_grade\"}";
static const struct write_services from_library = {.library = LIBRARY};

/* The state of a model that is made for a test. */
struct fake {
    enum status failure; /* what it returns instead of an answer to this question; OK: it answers */
    enum question fails_at;
    int calls[QUESTIONS];
    size_t text_bytes; /* of all texts that it wrote */
    int cancel_at;     /* this piece is followed by the user's cancelling; 0: none */
    int pieces;
    atomic_bool *cancel;
    bool misses_wishes; /* a call did not have them all */
    bool saw_instructions, had_no_deadline;
};

static bool has_wishes(const struct model_wishes *wishes)
{
    return str_eq(wishes->tone_profile, STR("custom")) && str_eq(wishes->tone, STR("dry")) &&
           str_eq(wishes->instructions, STR("no jokes")) && str_eq(wishes->title, STR("short")) &&
           str_eq(wishes->section, STR("long")) && str_eq(wishes->introduction, STR("quick")) && wishes->is_easy;
}

/* What every call has in common: it costs something, is steered by wishes, and may fail. */
static enum status begin(struct fake *fake, enum question question, const struct model_brief *brief,
                         struct model_call *call)
{
    fake->calls[question]++;
    fake->misses_wishes |= !has_wishes(&brief->wishes);
    fake->had_no_deadline |= call->deadline == 0;
    call->usage.input += 100;
    if (call->cancel && atomic_load(call->cancel))
        return error_set(call->err, E_CANCELLED, NULL, "called off");
    if (call->deadline && clock_mono_ms() >= call->deadline)
        return error_set(call->err, E_TIMEOUT, NULL, "the model took too long");
    if (fake->failure && question == fake->fails_at)
        return error_set(call->err, fake->failure, "http_503", "the model is away; try again later");
    return OK;
}

static enum status fake_outline(void *state, const struct model_brief *brief,
                                const struct model_outline_request *request, struct model_call *call,
                                struct model_outline *outline)
{
    enum status status = begin(state, ASKS_OUTLINE, brief, call);
    *outline = (struct model_outline){ARENA_ARRAY(call->arena, 3, struct model_section), 0};
    assert_true(request->count > 0 && outline->sections);
    outline->sections[outline->count++].title = STR("Light and water");
    outline->sections[outline->count++].title = STR("Soil for an indoor herb garden");
    outline->sections[outline->count++].title = STR("Pests");
    return status;
}

static enum status fake_title(void *state, const struct model_brief *brief, const struct model_title_request *request,
                              struct model_call *call, struct str *title)
{
    assert_int_equal(request->outline->count, 3);
    *title = STR("A Title by a Model");
    return begin(state, ASKS_TITLE, brief, call);
}

static enum status stream(struct fake *fake, struct str text, struct model_call *call)
{
    for (size_t at = 0; at < text.len; at += PIECE) {
        size_t length = text.len - at < PIECE ? text.len - at : PIECE;
        call->usage.output++;
        if (call->on_text)
            call->on_text(call->context, (struct str){text.data + at, length});
        if (++fake->pieces == fake->cancel_at)
            atomic_store(fake->cancel, true);
        if (call->cancel && atomic_load(call->cancel))
            return error_set(call->err, E_CANCELLED, NULL, "called off");
    }
    fake->text_bytes += text.len;
    return OK;
}

/* One sentence a passage, in the model's own words. */
static enum status fake_text(void *state, const struct model_brief *brief, const struct model_text_request *request,
                             struct model_call *call, struct model_text *text)
{
    struct fake *fake = state;
    enum status status = begin(fake, ASKS_TEXT, brief, call);
    struct model_block *block = ARENA_NEW(call->arena, struct model_block);
    *text = (struct model_text){block, request->count > 0};
    block->sentences = ARENA_ARRAY(call->arena, request->count + 1, struct model_sentence);
    fake->saw_instructions |= str_eq(request->instructions, STR("say it in verse"));
    for (size_t i = 0; i < request->count && !status; i++) {
        const struct model_sentence *said = &request->passages[i].sentences[0];
        struct str words = str_from(arena_printf(call->arena, "As they say: %.*s", STR_ARG(said->text)));
        block->sentences[block->count++] = (struct model_sentence){.text = words, .source = said->source, .id = -1};
        status = stream(fake, words, call);
    }
    return status;
}

static enum status fake_questions(void *state, const struct model_brief *brief,
                                  const struct model_questions_request *request, struct model_call *call,
                                  struct model_question **questions, size_t *count)
{
    *questions = ARENA_ARRAY(call->arena, 1, struct model_question);
    (*questions)[0] = (struct model_question){STR("Is it a fake?"), request->passages[0]};
    *count = 1;
    return begin(state, ASKS_QUESTIONS, brief, call);
}

static const struct model_backend backend = {
    .api = "fake", .outline = fake_outline, .title = fake_title, .text = fake_text, .questions = fake_questions};

/* --- articles --- */

static struct written write_fake(struct fake *fake, struct desk *desk, const char *parameters)
{
    const struct model model = {&backend, fake};
    fake->cancel = &desk->cancel;
    return write_by(&model, desk, &from_library, "indoor herb garden", parameters);
}

static void an_article_is_streamed_and_its_tokens_are_counted(void **state)
{
    (void)state;
    struct fake fake = {0};
    struct desk desk = {0};
    struct written w = write_fake(&fake, &desk, own);
    assert_int_equal(w.status, OK);
    assert_string_equal(w.result.title, "A Title by a Model");
    assert_int_equal(count_of(&w, BODY_SECTIONS), 3);
    assert_int_equal(count_of(&w, "//h3[. = 'Is it a fake?']"), 1);
    assert_true(count_of(&w, "//p[starts-with(., 'As they say: ')]") >= 5);
    assert_true(count_of(&w, "//sup/text() | //sup/a") >= 5);
    /* Introduction, three sections, conclusion, one answer. */
    assert_int_equal(fake.calls[ASKS_TEXT], 6);
    assert_int_equal(fake.calls[ASKS_OUTLINE] + fake.calls[ASKS_TITLE] + fake.calls[ASKS_QUESTIONS], 3);
    assert_int_equal(desk.text_bytes, fake.text_bytes);
    assert_int_equal(desk.pieces, fake.pieces);
    assert_int_equal(w.result.usage.input, 900);
    assert_int_equal(w.result.usage.output, fake.pieces);
    assert_false(fake.had_no_deadline);
    written_free(&w);
}

static void wishes_reach_the_model(void **state)
{
    (void)state;
    struct fake fake = {0};
    struct desk desk = {0};
    struct written w = write_fake(&fake, &desk, own);
    assert_int_equal(w.status, OK);
    assert_false(fake.misses_wishes);
    written_free(&w);
    w = write_fake(&fake, &desk,
                   "{\"title\":\"T\",\"outline\":[{\"title\":\"Light\",\"instructions\":\"say it in verse\"}]}");
    assert_int_equal(w.status, OK);
    assert_true(fake.saw_instructions);
    written_free(&w);
}

static void what_is_stored_is_not_asked_again(void **state)
{
    (void)state;
    struct desk desk = {0};
    struct fake first = {.failure = E_NETWORK, .fails_at = ASKS_QUESTIONS}, second = {0};
    struct written w = write_fake(&first, &desk, own);
    assert_int_equal(w.status, E_NETWORK);
    json_decref(w.result.sources);
    json_decref(w.result.notes);
    arena_free(w.arena);
    w = write_fake(&second, &desk, own);
    assert_int_equal(w.status, OK);
    assert_int_equal(second.calls[ASKS_OUTLINE] + second.calls[ASKS_TITLE], 0);
    assert_int_equal(second.calls[ASKS_TEXT], 1);
    assert_int_equal(w.result.usage.input, 200);
    written_free(&w);
}

static void a_model_that_fails_fails_the_article(void **state)
{
    (void)state;
    static const struct {
        enum status status;
        const char *code;
    } failures[] = {{E_TIMEOUT, "model_unavailable"}, {E_NETWORK, "model_unavailable"},
                    {E_DENIED, "model_unavailable"},  {E_LIMIT, "model_unavailable"},
                    {E_CANCELLED, "cancelled"},       {E_UPSTREAM, "model_unavailable"},
                    {E_CORRUPT, "internal"}};
    for (size_t i = 0; i < COUNT_OF(failures); i++)
        for (int question = 0; question < QUESTIONS; question++) {
            struct fake fake = {.failure = failures[i].status, .fails_at = (enum question)question};
            struct desk desk = {0};
            struct written w = write_fake(&fake, &desk, own);
            assert_int_equal(w.status, failures[i].status);
            assert_string_equal(w.err.code, failures[i].code);
            assert_string_equal(w.err.message, "the model is away; try again later");
            assert_int_equal(fake.calls[question], 1);
            assert_true(w.result.usage.input >= 100);
            written_free(&w);
        }
}

static void a_model_out_of_memory_is_no_fault_of_the_model(void **state)
{
    (void)state;
    struct fake fake = {.failure = E_MEMORY, .fails_at = ASKS_TEXT};
    struct desk desk = {0};
    struct written w = write_fake(&fake, &desk, own);
    assert_int_equal(w.status, E_MEMORY);
    written_free(&w);
}

static void a_stream_ends_when_the_user_cancels(void **state)
{
    (void)state;
    struct fake fake = {.cancel_at = 5};
    struct desk desk = {0};
    struct written w = write_fake(&fake, &desk, own);
    assert_int_equal(w.status, E_CANCELLED);
    assert_string_equal(w.err.code, "cancelled");
    assert_int_equal(fake.pieces, 5);
    assert_int_equal(desk.pieces, 5);
    assert_int_equal(w.result.usage.output, 5); /* what came is paid for */
    written_free(&w);
}

static void a_deadline_ends_a_call(void **state)
{
    (void)state;
    struct fake fake = {0};
    struct arena *arena = arena_new();
    struct error err = {0};
    struct str title;
    const struct model_brief brief = {.keyword = STR("herbs")};
    struct model_section sections[3] = {{STR("A")}, {STR("B")}, {STR("C")}};
    const struct model_outline outline = {sections, COUNT_OF(sections)};
    const struct model_title_request request = {&outline};
    struct model_call call = {.arena = arena, .err = &err, .deadline = clock_mono_ms()};
    assert_int_equal(backend.title(&fake, &brief, &request, &call, &title), E_TIMEOUT);
    assert_int_equal(call.usage.input, 100);
    arena_free(arena);
}

/* --- the registry --- */

static void only_backends_that_are_there_can_be_opened(void **state)
{
    (void)state;
    struct model model;
    struct error err;
    assert_int_equal(model_open("builtin", NULL, &model, &err), OK);
    assert_string_equal(model.backend->api, "builtin");
    model_close(&model);
    assert_null(model.backend);
    assert_int_equal(model_open("openay", NULL, &model, &err), E_INVALID);
    assert_non_null(strstr(err.message, "\"openay\" is unknown; allowed: \"builtin\""));
    model_close(&model);
    assert_int_equal(model_open(NULL, NULL, &model, &err), E_INVALID);
    assert_non_null(strstr(err.message, "allowed: \"builtin\""));
    json_t *entry = json_pack("{s:s,s:s}", "api", "builtin", "model", "x");
    assert_int_equal(model_open("builtin", entry, &model, &err), E_INVALID);
    assert_non_null(strstr(err.message, "no other members"));
    json_object_del(entry, "model");
    assert_int_equal(model_open("builtin", entry, &model, &err), OK);
    model_close(&model);
    json_decref(entry);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_article_is_streamed_and_its_tokens_are_counted),
        cmocka_unit_test(wishes_reach_the_model),
        cmocka_unit_test(what_is_stored_is_not_asked_again),
        cmocka_unit_test(a_model_that_fails_fails_the_article),
        cmocka_unit_test(a_model_out_of_memory_is_no_fault_of_the_model),
        cmocka_unit_test(a_stream_ends_when_the_user_cancels),
        cmocka_unit_test(a_deadline_ends_a_call),
        cmocka_unit_test(only_backends_that_are_there_can_be_opened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
