/* Captions without punctuation, as speech recognition writes them: where their sentences end. */
#ifndef COPYDESK_MEDIA_CAPTIONS_STOPS_H
#define COPYDESK_MEDIA_CAPTIONS_STOPS_H

#include "media/captions/captions_unroll.h"
#include "text/text.h"

/* Words for each mark that ends a sentence from which on a text has none: people speak in sentences of 10 to 20 words,
 * and the machine writes hardly any. */
enum { CAPTIONS_UNSTOPPED_WORDS = 40 };

/*
 * Where there are no full stops, sets them at pauses and, in what is long between two pauses, before words that begin
 * sentences; and capitals behind them. The texts of the pieces are replaced, in the arena. Captions that have
 * punctuation, and those that show neither pauses nor such words, stay as they are. E_MEMORY.
 */
enum status captions_stops(struct arena *arena, struct caption_piece *pieces, size_t count,
                           const struct language *language, struct error *err);

#endif
