/*
 * frame: what every page is made with.
 *
 *   page.h         the frame around every page: head, navigation, messages; how a page begins and ends
 *   visitor.h      who is signed in: the cookie, and the checks of what a browser sends
 *   form.h         what a form sent
 *   fields_form.h  forms made of tables of fields
 *   labels.h       what the fields of forms are called
 *   ask.h          what the pages ask of the interface
 *   markup.h       HTML as formats, whose values are escaped
 */
#ifndef COPYDESK_SERVICE_WEB_FRAME_H
#define COPYDESK_SERVICE_WEB_FRAME_H

#include "service/web/frame/ask.h"
#include "service/web/frame/fields_form.h"
#include "service/web/frame/form.h"
#include "service/web/frame/labels.h"
#include "service/web/frame/markup.h"
#include "service/web/frame/page.h"
#include "service/web/frame/visitor.h"

#endif
