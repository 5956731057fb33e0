/* The record's notes on what was asked for but is not done. */
#ifndef COPYDESK_WRITE_PARAMS_PARAMS_NOTES_H
#define COPYDESK_WRITE_PARAMS_PARAMS_NOTES_H

#include "write/params/params_reader.h"

/* An array of strings, new reference; NULL when memory ran out. */
json_t *notes_about(struct params_reader_reader *reader);

#endif
