#include "model/check/sums.h"

#include <math.h>

double sum_value(struct str figure)
{
    double value = 0, place = 0;
    for (size_t i = 0; i < figure.len; i++) {
        if (figure.data[i] == '.' && place == 0) {
            place = 1;
            continue;
        }
        if (!ascii_is_digit(figure.data[i]))
            return -1;
        value = value * 10 + (figure.data[i] - '0');
        place *= 10;
    }
    return figure.len ? value / (place > 1 ? place : 1) : -1;
}

/* Half of the last place that the figure has. */
static double tolerance_of(struct str figure)
{
    size_t dot = str_find(figure, STR("."), 0);
    double half = 0.5;
    for (size_t i = dot + 1; i < figure.len; i++)
        half /= 10;
    return half + 1e-9;
}

static bool gives(double a, double b, double wanted, double tolerance)
{
    if (a < 0 || b < 0) /* no figure: "1,5-2" */
        return false;
    const double ratio = b > 0 ? a / b : -1, share = a + b > 0 ? a / (a + b) : -1;
    const double results[] = {a + b, a - b, a * b, ratio, 100 * ratio, 100 - 100 * ratio, 100 * share};
    for (size_t i = 0; i < COUNT_OF(results); i++)
        if (results[i] >= 0 && fabs(results[i] - wanted) <= tolerance)
            return true;
    return false;
}

bool sum_gives(const double *values, size_t own, size_t count, struct str figure)
{
    double wanted = sum_value(figure), tolerance = tolerance_of(figure);
    if (wanted < 0 || figure.len < 2)
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            if (i != k && (i < own || k < own) && gives(values[i], values[k], wanted, tolerance))
                return true;
    return false;
}
