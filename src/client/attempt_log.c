#include "client/internal.h"

#include <stdlib.h>

/* Copies text (may be NULL) to *end, NUL-terminated. */
static const char *put(char **end, struct str text)
{
    char *start = *end;
    if (!text.data)
        return NULL;
    memcpy(start, text.data, text.len);
    start[text.len] = '\0';
    *end = start + text.len + 1;
    return start;
}

void note_add(struct client_call *call, const char *message, int64_t retry_in_ms)
{
    struct client *client = call->client;
    if (!client->keeps_notes)
        return;
    struct str method = str_from(client_call_method(call)), url = str_from(client_call_url(call));
    struct str said = str_from(message), id = client_call_header(call, "x-request-id");
    struct note *note = malloc(sizeof *note + method.len + url.len + said.len + id.len + 4);
    if (!note)
        return;
    char *end = note->text;
    note->next = NULL;
    note->note = (struct client_note){
        .method = put(&end, method),
        .url = put(&end, url),
        .attempt = call->attempts,
        .http_status = call->http_status,
        .message = put(&end, said),
        .request_id = put(&end, id),
        .ms = clock_mono_ms() - call->began,
        .sent = call->body.len,
        .received = call->answer.len,
        .retry_in_ms = retry_in_ms,
    };
    *client->notes_end = note;
    client->notes_end = &note->next;
}

bool client_next_note(struct client *client, struct client_note *out)
{
    struct note *note = client->notes;
    free(client->note_given);
    client->note_given = note;
    if (!note)
        return false;
    client->notes = note->next;
    if (!client->notes)
        client->notes_end = &client->notes;
    *out = note->note;
    return true;
}

void notes_free(struct client *client)
{
    free(client->note_given);
    for (struct note *note = client->notes, *next; note; note = next) {
        next = note->next;
        free(note);
    }
}
