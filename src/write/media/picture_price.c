#include "write/media/picture_price.h"

#include "base/base.h"

static const struct {
    const char *model;
    int64_t words;
} prices[] = {
    {"alpha-image-2-fast", 50},
    {"alpha-image-2-medium", 200},
    {"gamma-3.0-turbo", 0},
    {"delta-2", 0},
};

int64_t pictures_price(const char *image_model, size_t count)
{
    for (size_t i = 0; image_model && i < COUNT_OF(prices); i++)
        if (strcmp(prices[i].model, image_model) == 0)
            return prices[i].words * (int64_t)count;
    return 0;
}
