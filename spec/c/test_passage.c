/* Sentences sifted, pages cut into passages, passages ranked. */
#include "research/research.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "arena_fixture.h"

static struct error err;

static const struct language *english(void)
{
    return language_find(STR("English"));
}

static struct sentence_judgment judge(const char *text, const char *language_name)
{
    const struct language *language = language_find(str_from(language_name));
    struct sentence_view view = {
        .text = str_from(text), .length = words_count(str_from(text)), .is_inflected = language->is_inflected};
    assert_int_equal(worded_split(arena, view.text, language, &view.worded, &err), OK);
    return classify_sentence(&view, cues_found(cues_of(language), &view.worded), SENTENCE_MAX_WORDS);
}

static enum sentence_use use_of(const char *text, const char *language)
{
    return judge(text, language).use;
}

static void tells_sentences_that_stand_alone(void **state)
{
    (void)state;
    static const struct {
        const char *text, *language;
        enum sentence_use use;
    } cases[] = {
        {"Basil needs six hours of direct sun a day.", "English", USE_OPENS},
        {"The leaves (and the stems) are edible in spring.", "English", USE_OPENS},
        {"“Range” partitions never overlap with each other.", "English", USE_OPENS},
        {"It needs six hours of direct sun a day.", "English", USE_FOLLOWS},
        {"However, basil needs six hours of sun a day.", "English", USE_FOLLOWS},
        {"At this point the plant is cut above a leaf.", "English", USE_FOLLOWS},
        {"For example, the plant may be cut above a leaf.", "English", USE_FOLLOWS},
        {"Specifies the number of workers that are started.", "English", USE_FOLLOWS},
        {"The plant can in this case be cut above a leaf.", "English", USE_FOLLOWS},
        {"We say that in this situation the plant is the host.", "English", USE_FOLLOWS},
        {"Most wild herbs fall into the last category.", "English", USE_FOLLOWS},
        {"Wild herbs in the last row need more light.", "English", USE_OPENS},
        {"Partitioning can provide the users several benefits:", "English", USE_OPENS},
        {"These are the several benefits of partitioning:", "English", USE_FOLLOWS},
        {"How often should basil be watered in winter?", "English", USE_QUESTION},
        {"Is it enough?", "English", USE_NONE},
        {"Six hours of sun", "English", USE_PHRASE},
        {"Yes.", "English", USE_PHRASE},
        {"The plant is cut as shown above in the morning.", "English", USE_NONE},
        {"The limits are documented in Section 5.11 of the manual.", "English", USE_NONE},
        {"The values are compared with those in table 4 there.", "English", USE_NONE},
        {"We water the basil every day in the summer.", "English", USE_OPENS},
        {"In this article the care of basil is described.", "English", USE_NONE},
        {"and the roots need air as well as moisture.", "English", USE_NONE},
        {"The value of the pointer is p->next in the list.", "English", USE_NONE},
        {"The plan is at https://example.org/plan for the reader.", "English", USE_NONE},
        {"The bracket (is never closed in the whole of it.", "English", USE_NONE},
        {"Best Herbs Garden Indoor Basil Mint Parsley Chives.", "English", USE_NONE},
        {"The equivalent toast. parameter is not set for the table.", "English", USE_NONE},
        {"Basilikum braucht am Tag sechs Stunden Sonne und Wärme.", "German", USE_OPENS},
        {"Dieses Kraut braucht am Tag sechs Stunden Sonne.", "German", USE_FOLLOWS},
        {"Jedoch braucht das Kraut am Tag viel Sonne.", "German", USE_FOLLOWS},
        {"In anderen Fällen braucht das Kraut am Tag viel Sonne.", "German", USE_FOLLOWS},
        {"Es ist wichtig, das Kraut am Tag in die Sonne zu stellen.", "German", USE_OPENS},
        {"Es ist daher wichtig, das Kraut in die Sonne zu stellen.", "German", USE_FOLLOWS},
        {"Das Kraut wird wie oben geschnitten und dann geerntet.", "German", USE_NONE},
        {"Nun wollen wir sehen, was das Kraut in der Sonne tut.", "German", USE_NONE},
        {"Le basilic a besoin de soleil et de chaleur.", "French", USE_OPENS},
        {"Cependant, le basilic a besoin de soleil en été.", "French", USE_FOLLOWS},
        {"C’est une plante qui a besoin de soleil.", "French", USE_FOLLOWS},
        {"Sin embargo, la albahaca necesita el sol de la tarde.", "Spanish", USE_FOLLOWS},
        {"Basilikan behöver sex timmar sol och värme om dagen.", "Swedish", USE_OPENS},
        {"Базилик — это растение, которому нужно солнце.", "Russian", USE_OPENS},
        {"Он нуждается в солнце и в тепле весь день.", "Russian", USE_FOLLOWS},
        {"В этой главе описан уход за базиликом.", "Russian", USE_NONE},
        {"Ο βασιλικός χρειάζεται ήλιο και ζέστη όλη την ημέρα.", "Greek", USE_OPENS},
        {"Ωστόσο ο βασιλικός χρειάζεται ήλιο και ζέστη.", "Greek", USE_FOLLOWS},
        {"Fesleğen günde altı saat güneş ve sıcak bir yer ister.", "Turkish", USE_OPENS},
        {"Bu nedenle fesleğen günde altı saat güneş ister.", "Turkish", USE_FOLLOWS},
        {"Kemangi memerlukan enam jam sinar matahari dalam sehari.", "Indonesian", USE_OPENS},
        {"Namun kemangi memerlukan sinar matahari dalam sehari.", "Indonesian", USE_FOLLOWS},
        {"バジルは一日に六時間の日光を必要とします。", "Japanese", USE_OPENS},
        {"しかし、バジルは六時間の日光を必要とします。", "Japanese", USE_FOLLOWS},
        {"apt はパッケージを管理するための道具です。", "Japanese", USE_OPENS},
        {"この章ではバジルの育て方を詳しく説明します。", "Japanese", USE_NONE},
        {"バジル（シソの仲間は日光を必要とします。", "Japanese", USE_NONE},
        {"バジルの葉は次の三つの方法で摘み取ります：", "Japanese", USE_OPENS},
        {"يحتاج الريحان إلى ست ساعات من الشمس في اليوم.", "Arabic", USE_OPENS},
        {"crypt هو تابع يحول سلسلة نصية إلى سلسلة أخرى.", "Arabic", USE_OPENS},
        {"لذلك يحتاج الريحان إلى الشمس والدفء طوال اليوم.", "Arabic", USE_FOLLOWS},
        {"هل يحتاج الريحان إلى الشمس في اليوم؟", "Arabic", USE_QUESTION},
        {"يشرح هذا الفصل العناية بالريحان في البيت.", "Arabic", USE_NONE},
        {"तुलसी को दिन में छह घंटे की धूप चाहिए।", "Hindi", USE_OPENS},
        {"इसलिए तुलसी को दिन में छह घंटे की धूप चाहिए।", "Hindi", USE_FOLLOWS},
        {"इस अध्याय में तुलसी की देखभाल बताई गई है।", "Hindi", USE_NONE},
        {"Bazilikui per dieną reikia šešių valandų saulės.", "Lithuanian", USE_OPENS},
        {"Todėl bazilikui per dieną reikia šešių valandų saulės.", "Lithuanian", USE_FOLLOWS},
        {"Albahakak egunean sei ordu eguzki behar ditu.", "Basque", USE_OPENS},
        {"Horregatik albahakak egunean sei ordu eguzki behar ditu.", "Basque", USE_FOLLOWS},
        {"罗勒每天需要六个小时的阳光和温暖的地方。", "Chinese", USE_OPENS},
        {"然而，罗勒每天需要六个小时的阳光。", "Chinese", USE_FOLLOWS},
        {"本章介绍罗勒的种植方法和注意事项。", "Chinese", USE_NONE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        enum sentence_use use = use_of(cases[i].text, cases[i].language);
        if (use != cases[i].use)
            print_error("%s: %d, not %d\n", cases[i].text, use, cases[i].use);
        assert_int_equal(use, cases[i].use);
    }
}

static void headings_lose_their_numbers(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"5.11.2. Limitations", "Limitations"},
        {"2) Light", "Light"},
        {"Chapter 3: Soil", "Soil"},
        {"Kapitel 3. Erde", "Erde"},
        {"  7.  Seven herbs ", "Seven herbs"},
        {"10 herbs for beginners", "10 herbs for beginners"},
        {"15.2 and later", "15.2 and later"},
        {"13.30 h Lunch", "13.30 h Lunch"},
        {"15.2 Lunch", "Lunch"},
        {"Watering:", "Watering"},
        {"2024", "2024"},
        {"Miljö", "Miljö"},
        {"Environment ¶", "Environment"},
        {"1. 2. 3. Ground #", "Ground"},
        {"第 8 章 基础配置", "基础配置"},
        {"第三節：設定", "設定"},
        {"第1步、安装：", "安装"},
        {"第2ボタン", "第2ボタン"},
        {"第 8 章", "第 8 章"},
        {"", ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct str clean = heading_clean(str_from(cases[i][0]));
        assert_string_equal(arena_copy_n(arena, clean.data, clean.len), cases[i][1]);
    }
}

static struct corpus read_corpus(const char *const *documents, size_t count, const char *language, size_t max_words)
{
    struct page *pages = ARENA_ARRAY(arena, count, struct page);
    struct corpus corpus;
    for (size_t i = 0; i < count; i++)
        assert_int_equal(page_read(arena, str_from(documents[i]), PAGE_MARKDOWN, "utf-8",
                                   arena_printf(arena, "document-%zu.md", i), &pages[i], &err),
                         OK);
    const struct corpus_options options = {language_find(str_from(language)), max_words};
    assert_int_equal(corpus_build(arena, pages, count, &options, &corpus, &err), OK);
    return corpus;
}

static const char *passage_text(const struct corpus *corpus, const struct passage *passage)
{
    struct buf text = {0};
    for (size_t i = passage->first; i < passage->first + passage->count; i++) {
        buf_str(&text, i > passage->first ? " | " : "");
        buf_add(&text, corpus->sentences[i].text.data, corpus->sentences[i].text.len);
    }
    const char *copy = arena_copy(arena, buf_text(&text));
    buf_free(&text);
    return copy;
}

static void paragraphs_become_runs_of_neighbours(void **state)
{
    (void)state;
    static const char *const documents[] = {
        "# Care of basil\n\nBasil loves the warmth of the sun. It needs six hours of light. See Section 3 for the "
        "light of the "
        "lamps. This is not the beginning of a passage. The soil of the pot is kept moist.\n"};
    struct corpus corpus = read_corpus(documents, 1, "English", 0);
    assert_int_equal(corpus.passage_count, 2);
    assert_string_equal(passage_text(&corpus, &corpus.passages[0]),
                        "Basil loves the warmth of the sun. | It needs six hours of light.");
    assert_string_equal(passage_text(&corpus, &corpus.passages[1]), "The soil of the pot is kept moist.");
    assert_int_equal(corpus.sections[0].total_words, 21);

    corpus = read_corpus(documents, 1, "English", 6);
    assert_int_equal(corpus.passage_count, 0); /* what is left needs the long sentence before it */
}

static void lists_keep_what_announces_them(void **state)
{
    (void)state;
    static const char *const documents[] = {"# Herbs\n\nThree herbs suit the kitchen of a beginner:\n\n- **Mint:** The "
                                            "plant grows in the shade.\n- Chives.\n"
                                            "- Six hours of sun\n"};
    struct corpus corpus = read_corpus(documents, 1, "English", 0);
    assert_int_equal(corpus.passage_count, 1);
    assert_true(corpus.passages[0].is_list);
    assert_string_equal(passage_text(&corpus, &corpus.passages[0]),
                        "Three herbs suit the kitchen of a beginner: | The plant grows in the shade. | Chives. | "
                        "Six hours of sun");
    const struct source_sentence *mint = &corpus.sentences[corpus.passages[0].first + 1];
    assert_int_equal(mint->item, 1);
    assert_string_equal(arena_copy_n(arena, mint->term.data, mint->term.len), "Mint");
}

/* Steps behind a paragraph that is there go with it, though nothing announces them; phrases do not. */
static void steps_follow_a_paragraph(void **state)
{
    (void)state;
    static const char *const documents[] = {
        "# Herbs\n\nA pot of herbs from the market is too full for the plants in it.\n\n1. Take the plants out of the "
        "pot in the shade.\n2. Give each of them a pot of its own.\n",
        "# Herbs\n\nA box of herbs from the market is too full for the plants in it.\n\n1. shade\n2. Water\n"};
    struct corpus corpus = read_corpus(documents, 2, "English", 0);
    assert_int_equal(corpus.passage_count, 3);
    assert_true(corpus.passages[1].is_list && corpus.passages[1].is_ordered && !corpus.passages[1].stands_alone);
    assert_string_equal(passage_text(&corpus, &corpus.passages[1]),
                        "Take the plants out of the pot in the shade. | Give each of them a pot of its own.");
    assert_int_equal(corpus.passages[2].page, 1);
}

/* The first heading names the page where it says nearly what the title says. */
static void pages_are_named_by_their_heading(void **state)
{
    (void)state;
    static const char *const documents[] = {
        "---\ntitle: Herbs of the kitchen\n---\n# Herbs for cooks\n\nHerbs need the light of the sun.\n",
        "---\ntitle: Herbs of the kitchen\n---\n# The gardener\n\nHerbs need the light of the lamp.\n",
        "---\ntitle: Herbs of the kitchen\n---\n# Herbs\n\nHerbs need the light of the moon.\n",
        "---\ntitle: Herbs of the kitchen\n---\nHerbs need the rain.\n\n# Herbs for cooks\n\nThey grow.\n"};
    struct corpus corpus = read_corpus(documents, COUNT_OF(documents), "English", 0);
    static const char *const titles[] = {"Herbs for cooks", "Herbs of the kitchen", "Herbs of the kitchen",
                                         "Herbs for cooks"};
    for (size_t i = 0; i < corpus.section_count; i++)
        assert_string_equal(arena_copy_n(arena, corpus.sections[i].title.data, corpus.sections[i].title.len),
                            titles[i]);
    assert_int_equal(corpus.section_count, 4);
}

static void other_languages_and_code_are_left_out(void **state)
{
    (void)state;
    static const char *const documents[] = {"# Basil\n\nBasil needs the sun and the warmth of a window. The pot of the "
                                            "plant is turned to the light, and the leaves are "
                                            "cut in the morning when they have the most of their taste.\n\nDas Kraut "
                                            "braucht am Tag sechs Stunden Sonne und auch "
                                            "viel Wärme, weil es aus dem Süden zu uns kam.\n\nThe plant is then "
                                            "watered with the command.\n\n```\nwater(basil);\n"
                                            "```\n",
                                            "# Basilikum\n\nDas Kraut braucht am Tag sechs Stunden Sonne und auch viel "
                                            "Wärme, weil es aus dem Süden kommt.\n"};
    struct corpus corpus = read_corpus(documents, 2, "English", 0);
    assert_int_equal(corpus.passage_count, 1);
    assert_int_equal(corpus.passages[0].page, 0);
    corpus = read_corpus(documents, 2, "German", 0);
    assert_int_equal(corpus.passage_count, 1);
    assert_int_equal(corpus.passages[0].page, 1);
}

static const char *const herbs[] = {"# Light for herbs\n\nHerbs need the light of the sun for six hours.\n\n## "
                                    "Lamps\n\nA lamp hangs above the tips of the "
                                    "herbs. White lamps work well for the leaves of herbs.\n",
                                    "# Water for herbs\n\nHerbs need the water of the rain in the morning.\n\n## "
                                    "Lamps\n\nHerbs need the light of the sun for "
                                    "six hours.\n\nThe lamp of the greenhouse burns for the whole night.\n"};

static void sections_belong_to_headings(void **state)
{
    (void)state;
    struct corpus corpus = read_corpus(herbs, COUNT_OF(herbs), "English", 0);
    const struct str headings[] = {STR("Lamps"), STR("Water")};
    int *owner = ARENA_ARRAY(arena, corpus.section_count, int);
    assert_int_equal(passages_assign(&corpus, STR("herbs"), headings, 2, owner, &err), OK);
    static const int wanted[] = {-1, 0, 1, 0}; /* Light, its Lamps, Water, its Lamps */
    assert_int_equal(corpus.section_count, COUNT_OF(wanted));
    for (size_t i = 0; i < COUNT_OF(wanted); i++)
        assert_int_equal(owner[i], wanted[i]);
}

static void relevance_follows_the_subject(void **state)
{
    (void)state;
    static const char *const documents[] = {"# Light for herbs\n\nHerbs need the light of the sun for six hours.\n\n## "
                                            "Lamps\n\nA lamp hangs above the tips of the herbs.\n",
                                            "# Steam engines\n\nThe boiler of the engine makes the steam.\n\n## "
                                            "Pistons\n\nThe piston is moved by the steam.\n"};
    struct corpus corpus = read_corpus(documents, 2, "English", 0);
    double *relevance = ARENA_ARRAY(arena, corpus.section_count, double);
    assert_int_equal(corpus_relevance(&corpus, STR("herbs"), relevance, &err), OK);
    assert_true(relevance[0] > 0.9);
    assert_true(relevance[1] > 0.9);
    assert_true(relevance[2] < 0.2);
    assert_true(relevance[3] < 0.2);
}

static void vectors_add_up(void **state)
{
    (void)state;
    struct vocabulary vocabulary;
    struct worded worded;
    vocabulary_init(&vocabulary, arena);
    assert_int_equal(worded_split(arena, STR("Herbs and more herbs"), english(), &worded, &err), OK);
    struct vector a = vector_from_words(&vocabulary, &worded);
    vector_flatten(&a);
    assert_int_equal(worded_split(arena, STR("herb"), english(), &worded, &err), OK);
    struct vector b = vector_from_words(&vocabulary, &worded);
    vector_flatten(&b);
    assert_int_equal(b.count, 1);
    assert_true(vector_coverage(&b, &a) == 1);
    assert_true(vector_cosine(&b, &b) == 1);
    vector_without(&b, &a);
    assert_int_equal(b.count, 1); /* nothing else would be left */
}

/* A "word" may be as long as its page: a sentence is bounded by its characters too. */
static void inflected_languages_need_no_function_words(void **state)
{
    (void)state;
    assert_int_equal(use_of("Belge, Microsoft Basic kodu olmadan kaydedilecektir.", "Turkish"), USE_OPENS);
    assert_int_equal(use_of("Merkitsemällä ruutu määrätään pystyvierityspalkki asiakirjaikkunan oikealla reunalla "
                            "esille.",
                            "Finnish"),
                     USE_OPENS);
    assert_int_equal(use_of("Standart Çubuğu Görünüm Menüsü Biçimlendirme İşaretleri.", "Turkish"), USE_NONE);
    assert_int_equal(use_of("Belge, Microsoft Basic kodu olmadan kaydedilecektir.", "English"), USE_NONE);
}

static void leaves_endless_words_out(void **state)
{
    (void)state;
    static char text[3000];
    snprintf(text, sizeof text, "Basil needs six hours of %01000d direct sun a day.", 1);
    assert_int_equal(use_of(text, "English"), USE_NONE);
    snprintf(text, sizeof text, "Basil needs six hours of %0100d direct sun a day.", 1);
    assert_int_equal(use_of(text, "English"), USE_OPENS);
}

static void building_a_corpus_can_be_called_off(void **state)
{
    (void)state;
    struct page page;
    struct corpus corpus;
    atomic_bool cancel = false;
    const struct corpus_options options = {.language = english(), .cancel = &cancel};
    assert_int_equal(
        page_read(arena, STR("Basil needs six hours of direct sun a day."), PAGE_TEXT, "", "a", &page, &err), OK);
    assert_int_equal(corpus_build(arena, &page, 1, &options, &corpus, &err), OK);
    cancel = true;
    assert_int_equal(corpus_build(arena, &page, 1, &options, &corpus, &err), E_CANCELLED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_sentences_that_stand_alone),
        cmocka_unit_test(inflected_languages_need_no_function_words),
        cmocka_unit_test(leaves_endless_words_out),
        cmocka_unit_test(building_a_corpus_can_be_called_off),
        cmocka_unit_test(headings_lose_their_numbers),
        cmocka_unit_test(paragraphs_become_runs_of_neighbours),
        cmocka_unit_test(lists_keep_what_announces_them),
        cmocka_unit_test(steps_follow_a_paragraph),
        cmocka_unit_test(pages_are_named_by_their_heading),
        cmocka_unit_test(other_languages_and_code_are_left_out),
        cmocka_unit_test(sections_belong_to_headings),
        cmocka_unit_test(relevance_follows_the_subject),
        cmocka_unit_test(vectors_add_up),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
