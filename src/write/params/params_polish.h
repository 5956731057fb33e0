/* Reads the switches of polishing; the JSON type was checked before. */
#ifndef COPYDESK_WRITE_PARAMS_PARAMS_POLISH_H
#define COPYDESK_WRITE_PARAMS_PARAMS_POLISH_H

#include "write/params/params_reader.h"

enum outcome read_polish(struct params_reader_reader *reader, const struct param *param, const json_t *value,
                         json_t **accepted);

#endif
