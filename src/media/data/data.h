/*
 * data: what the backends of media share.
 *
 * Of files:
 *   watched.h     files that are read again when they have changed, for any number of threads
 *   file_text.h   a whole file as text
 *   facts.h       members of JSON objects, checked: the first fault names file, entry and member
 *   word_index.h  entries found by the stems of their words
 * Of services:
 *   loose.h       members of JSON, of which any may be missing or wrong
 *   at_once.h     several questions at once
 */
#ifndef COPYDESK_MEDIA_DATA_H
#define COPYDESK_MEDIA_DATA_H

#include "media/data/facts.h"
#include "media/data/file_text.h"
#include "media/data/watched.h"
#include "media/data/word_index.h"

#endif
