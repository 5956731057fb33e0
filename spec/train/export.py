"""The table of the trees, as the C source that src/link/match/model.c includes."""
import json

import numpy
from sklearn.isotonic import IsotonicRegression

def complete(tree, depth):
    """A tree of xgboost's dump as nodes and leaves of a complete one."""
    nodes = [(0, 0.0)] * (2 ** depth - 1)
    leaves = [0.0] * 2 ** depth

    def place(node, at, level):
        if level == depth:
            leaves[at - len(nodes)] = node["leaf"]
        elif "leaf" in node:
            for child in (2 * at + 1, 2 * at + 2):
                place(node, child, level + 1)
        else:
            nodes[at] = (int(node["split"][1:]), float(node["split_condition"]))
            children = {child["nodeid"]: child for child in node["children"]}
            place(children[node["yes"]], 2 * at + 1, level + 1)
            place(children[node["no"]], 2 * at + 2, level + 1)

    place(tree, 0, 0)
    return nodes, leaves


def calibrate(scores, right, weight, points=24):
    """A rising function from score to probability: its points. Isotonic regression, thinned out, strictly rising."""
    curve = IsotonicRegression(y_min=0, y_max=1).fit(scores, right, sample_weight=weight)
    order = numpy.argsort(scores)
    share = numpy.cumsum(weight[order] * (right[order] + .02))
    cuts = numpy.searchsorted(share, numpy.linspace(0, share[-1], points + 1))
    found = []
    for low, high in zip(cuts[:-1], cuts[1:]):
        part = order[low:high]
        if len(part):
            score = float(numpy.average(scores[part], weights=weight[part]))
            found.append((score, float(numpy.average(curve.predict(scores[part]), weights=weight[part]))))
    rising = found[:1]
    for score, probability in found[1:]:
        if score > rising[-1][0] + 1e-3 and probability > rising[-1][1] + 1e-4:
            rising.append((score, probability))
    return rising


def probability(points, score):
    return numpy.interp(score, *zip(*points))


def _lines(values, form, width=112):
    line, out = "   ", []
    for value in values:
        text = " " + form(value) + ","
        if len(line) + len(text) > width:
            out.append(line)
            line = "   "
        line += text
    return "\n".join(out + [line])


def _number(value):
    text = "%.9g" % numpy.float32(value)
    for digits in range(4, 10):
        if numpy.float32("%.*g" % (digits, value)) == numpy.float32(value):
            text = "%.*g" % (digits, value)
            break
    return text + ("f" if "." in text or "e" in text else ".0f")


def write(path, forests, depth, points, threshold, settings, corpora, lessons):
    """forests: (name, models of which it is the mean, names of their features, scale and shift of its scores)"""
    listed = ",\n * ".join(corpora)
    with open(path, "w", encoding="utf-8") as file:
        file.write("/*\n * Written by spec/train/train.py; do not edit. Boosted trees, %s.\n"
                   " * Trained on the links of these sites:\n * %s.\n */\n" % (settings, listed))
        file.write("enum { TREE_DEPTH = %d };\n\n" % depth)
        for name, models, names, scale, shift in forests:
            write_forest(file, name, models, names, depth, scale, shift)
        file.write("static const uint8_t lesson_inputs[] = {\n%s\n};\n\n"
                   % _lines(lessons, lambda feature: "FEATURE_" + feature))
        file.write("static const struct point calibration[] = {\n%s\n};\n\n"
                   % _lines(points, lambda p: "{%.4ff, %.4ff}" % p))
        file.write("const float model_threshold = %.4ff;\n" % threshold)


def write_forest(file, name, models, names, depth, scale, shift):
    trees = [complete(json.loads(tree), depth) for model in models for tree in model.get_dump(dump_format="json")]
    scale /= len(models)
    used = sorted({feature for tree in trees for feature, _ in tree[0]})
    place = {feature: i for i, feature in enumerate(used)}
    nodes = [node for tree in trees for node in tree[0]]
    leaves = [leaf * scale + (shift if i == 0 else 0) for i, tree in enumerate(trees) for leaf in tree[1]]
    for kind, part, values, form in (
            ("uint8_t", "inputs", used, lambda i: "FEATURE_" + names[i]),
            ("uint8_t", "nodes", nodes, lambda node: str(place[node[0]])),
            ("float", "thresholds", nodes, lambda node: _number(node[1])),
            ("float", "leaves", leaves, _leaf)):
        file.write("static const %s %s_%s[] = {\n%s\n};\n\n" % (kind, name, part, _lines(values, form)))


def write_rows(path, rows):
    """Rows of features, as (name, value) pairs, and their scores, for spec/c/test_link_model.c."""
    with open(path, "w", encoding="utf-8") as file:
        file.write("/* Written by spec/train/train.py; do not edit. Rows of model_trees.inc, as xgboost scores them. */\n"
                   "static const struct scored_row rows[] = {\n")
        for features, score in rows:
            values = _lines(features, lambda pair: "[FEATURE_%s] = %s" % (pair[0], _number(pair[1])))
            file.write("    {.score = %s, .features = {\n%s\n    }},\n" % (_leaf(score), values))
        file.write("};\n")


def _leaf(value):
    text = "%.5g" % value
    return text + ("f" if "." in text or "e" in text else ".0f")


def reliability(scores, right, weight, points):
    """Prints how often links of a probability are right."""
    p = probability(points, scores)
    print("probability  links  said  right")
    for low in numpy.arange(0, 1, .1):
        part = (p >= low) & (p < low + .1)
        if part.any():
            print("%.1f-%.1f %10d  %.3f  %.3f" % (low, low + .1, part.sum(), numpy.average(p[part], weights=weight[part]),
                                                 numpy.average(right[part], weights=weight[part])))
