#include "model/reply.h"

enum {
    MAX_REFUSAL = 400,
    LONGEST_TAG = 16,
    LONGEST_OVERLAP = 400, /* bytes at the end of a cut answer that its continuation may repeat */
    SPACED_OVERLAP = 12,   /* shortest one before which the continuation may have put white space */
};

static const struct {
    const char *open, *close;
} tags[] = {{"<think>", "</think>"}, {"<thinking>", "</thinking>"}};

void reply_tokens(long *tokens, const json_t *count)
{
    double value = json_is_number(count) ? json_number_value(count) : -1;
    if (value >= 0)
        *tokens = value < REPLY_TOKENS_MAX ? (long)value : REPLY_TOKENS_MAX;
}

static void drop_front(struct buf *text, size_t count)
{
    if (!count || text->failed)
        return;
    memmove(text->data, text->data + count, text->len - count + 1);
    text->len -= count;
}

static struct str reply_text_of(const struct reply *reply)
{
    return (struct str){buf_text(&reply->text), reply->text.len};
}

static size_t leading_space(struct str text)
{
    size_t count = 0;
    while (count < text.len && ascii_is_space(text.data[count]))
        count++;
    return count;
}

void reply_begin(struct reply *reply, size_t limit)
{
    buf_clear(&reply->text);
    buf_clear(&reply->refusal);
    *reply = (struct reply){
        .text = reply->text,
        .refusal = reply->refusal,
        .input = -1,
        .output = -1,
        .before = reply->before,
        .on_text = reply->on_text,
        .context = reply->context,
    };
    reply->text.limit = limit;
}

/* --- reasoning --- */

/* Does a tag that opens reasoning stand at the beginning, or could the text still become one? */
static bool begins_reasoning(struct str text, size_t *tag, bool *could)
{
    *could = false;
    for (*tag = 0; *tag < COUNT_OF(tags); ++*tag) {
        struct str open = str_from(tags[*tag].open);
        if (str_starts(text, open))
            return true;
        *could = *could || str_starts(open, text);
    }
    return false;
}

/* True: something was decided, and what follows is to be looked at. */
static bool look_at_beginning(struct reply *reply, bool is_whole)
{
    size_t tag;
    bool could, stands_alone = reply->before.len == 0 || reply->thought > 0;
    size_t space = leading_space(reply_text_of(reply));
    struct str text = {buf_text(&reply->text) + space, reply->text.len - space};
    if (begins_reasoning(text, &tag, &could)) {
        drop_front(&reply->text, space + strlen(tags[tag].open));
        reply->thought = tag + 1;
        reply->state = REPLY_THINKS;
        return true;
    }
    if (could && !is_whole)
        return false;
    drop_front(&reply->text, stands_alone ? space : 0);
    reply->state = REPLY_SPEAKS;
    return true;
}

static bool look_for_end_of_thought(struct reply *reply)
{
    struct str close = str_from(tags[reply->thought - 1].close);
    size_t at = str_find(reply_text_of(reply), close, 0);
    bool found = at < reply->text.len;
    if (found)
        drop_front(&reply->text, at + close.len);
    else if (reply->text.len > LONGEST_TAG)
        drop_front(&reply->text, reply->text.len - LONGEST_TAG);
    if (found)
        reply->state = REPLY_BEGINS;
    return found;
}

/* Where the opening tag was left out, the closing one stands on a line of its own. */
static void drop_unopened_thought(struct reply *reply)
{
    struct str text = reply_text_of(reply);
    for (size_t i = 0; i < COUNT_OF(tags); i++) {
        size_t at = str_find(text, str_from(tags[i].close), 0), behind = at + strlen(tags[i].close);
        bool starts_line = at < text.len && (at == 0 || text.data[at - 1] == '\n');
        if (!starts_line || (behind < text.len && text.data[behind] != '\n'))
            continue;
        struct str rest = {text.data + behind, text.len - behind};
        drop_front(&reply->text, behind + leading_space(rest));
        return;
    }
}

/* --- joining --- */

static bool starts_word(struct str text, size_t at)
{
    return at == 0 || !ascii_is_alnum(text.data[at - 1]) || !ascii_is_alnum(text.data[at]);
}

/* Bytes at the end of `before`, from the beginning of a word on, with which the text begins. */
static size_t overlap(struct str before, struct str text)
{
    size_t most = before.len < text.len ? before.len : text.len;
    if (most > LONGEST_OVERLAP)
        most = LONGEST_OVERLAP;
    for (size_t length = most; length > 1; length--)
        if (memcmp(before.data + before.len - length, text.data, length) == 0 &&
            starts_word(before, before.len - length))
            return length;
    return 0;
}

static void reply_join(struct reply *reply)
{
    struct str text = reply_text_of(reply);
    size_t space = leading_space(text);
    struct str words = {text.data + space, text.len - space};
    size_t repeated = overlap(reply->before, text), repeated_words = overlap(reply->before, words);
    if (repeated > 0)
        drop_front(&reply->text, repeated);
    else if (repeated_words >= SPACED_OVERLAP)
        drop_front(&reply->text, space + repeated_words);
    reply->is_joined = true;
}

/* --- the text --- */

static void reply_show(struct reply *reply, bool is_whole)
{
    if (reply->text.failed)
        return;
    if (!reply->is_joined && reply->before.len > 0) {
        if (reply->text.len < LONGEST_OVERLAP && !is_whole)
            return;
        reply_join(reply);
    }
    struct str piece = {buf_text(&reply->text) + reply->shown, reply->text.len - reply->shown};
    reply->shown = reply->text.len;
    if (reply->on_text && piece.len > 0)
        reply->on_text(reply->context, piece);
}

static void reply_look(struct reply *reply, bool is_whole)
{
    bool goes_on = !reply->text.failed;
    while (goes_on && reply->state != REPLY_SPEAKS)
        goes_on = reply->state == REPLY_BEGINS ? look_at_beginning(reply, is_whole) : look_for_end_of_thought(reply);
    if (reply->state == REPLY_SPEAKS)
        reply_show(reply, is_whole);
}

void reply_text(struct reply *reply, struct str piece)
{
    if (piece.len == 0)
        return;
    reply->is_too_long = reply->is_too_long || reply->text.len + piece.len > reply->text.limit;
    buf_add(&reply->text, piece.data, piece.len);
    reply_look(reply, false);
}

void reply_tool(struct reply *reply)
{
    buf_clear(&reply->text);
    reply->shown = 0;
    reply->state = REPLY_SPEAKS;
    reply->is_tool = true;
}

void reply_finish(struct reply *reply)
{
    if (reply->state == REPLY_SPEAKS && !reply->is_tool)
        drop_unopened_thought(reply);
    if (reply->shown > reply->text.len)
        reply->shown = reply->text.len;
    reply_look(reply, true);
    if (reply->state == REPLY_THINKS)
        buf_clear(&reply->text);
}

void reply_refuse(struct reply *reply, struct str piece)
{
    reply->end = REPLY_REFUSED;
    size_t room = MAX_REFUSAL - reply->refusal.len;
    buf_add(&reply->refusal, piece.data, piece.len < room ? piece.len : room);
}

void reply_free(struct reply *reply)
{
    buf_free(&reply->text);
    buf_free(&reply->refusal);
}
