/* Reads the parameter that is an outline; its JSON type was checked before. */
#ifndef COPYDESK_WRITE_PARAMS_PARAMS_OUTLINE_H
#define COPYDESK_WRITE_PARAMS_PARAMS_OUTLINE_H

#include "write/params/params_reader.h"

enum outcome read_outline(struct params_reader_reader *reader, const struct param *param, const json_t *value,
                          json_t **accepted);

#endif
