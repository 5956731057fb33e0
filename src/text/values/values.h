/*
 * values: what texts write in many ways and mean one thing.
 *
 *   date.h      dates as pages, feeds and services write them
 *   country.h   countries by their names and codes
 */
#ifndef COPYDESK_TEXT_VALUES_H
#define COPYDESK_TEXT_VALUES_H

#include "text/values/country.h"
#include "text/values/date.h"

#endif
