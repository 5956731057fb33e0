#!/usr/bin/python3
"""Trains the model that judges links, and tells how well it would do on a site nobody has seen.

  train.py --data FOLDER [--cold] [--export FOLDER] [--trees N] [--depth N] [--eta X] [--gain] ...

FOLDER holds what spec/train/extract wrote for each corpus and mode: CORPUS.MODE.json, .rows, .pages. Each corpus is
scored by a model of the others (leave one corpus out), or with --parts each of so many parts of them. Needs Debian's python3-xgboost and python3-numpy.
"""
import argparse
import os
import sys

import numpy
import xgboost

import export
from data import Curve, Rows, choose, corpora_in

MOST_WRONG = 60000
# Only more of these may make a link more likely, or less likely: it keeps what is learned from fitting few sites.
RISING = """PRIOR LINK_RATE LINK_RATE_CASE LINK_RATE_FREE TARGET_SHARE COLINK_RATE COLINK_CASE CONTEXT_PRIOR CONTEXT_SUM
CONTEXT_FORM CONTEXT_PREVIOUS CONTEXT_NEXT CONTEXT_BLOCK CONTEXT_MARKS CONTEXT_SECTION CONTEXT_POSITION CONTEXT_FOLDER
CONTEXT_TO CONTEXT_PAIR CONTEXT_BETWEEN CONTEXT_LENGTH CONTEXT_PHRASE_PREVIOUS CONTEXT_PHRASE_NEXT SIMILAR_LINKERS
SIMILARITY NEARBY NEIGHBOURS FORM_EQUAL TITLE_FORM_EQUAL SAME_MARGIN NAMED_RATE ANCHORED ANCHORED_MEAN LINKS_BACK
COCITED IDF_SUM IDF_MIN STRENGTH EXACT_FIRST EXACT_LAST EXACT_PREVIOUS EXACT_NEXT EXACT_FORM EXACT_SHAPE EXACT_BEFORE
EXACT_BEHIND EXACT EXACT_MARGIN CLASS_NAME CLASS_COUNTS CLASS_LETTERS""".split()
FALLING = "RIVAL RIVAL_LONGER JOINED COVERED TARGETS_PER_LINK COMMONNESS".split()
# What tells sites apart rather than links.
WITHOUT = "SITE_*,PAGE_WORDS,PAGE_PRIOR,CONTEXT_ALL"
# What a site teaches about (link/match/match.h), at most 40: what mends most when a site's own pages are learned from.
LESSONS = """CONTEXT_PAIR ORDER OTHER_NAME MARKS SAME_MARGIN OTHER_NAMES COLINK_CASE SIMILARITY SIMILAR_BEST NEAREST_LINKER
SIMILAR_LINKERS FORM_EQUAL COLINK_RATE RIVAL_LONGER LINK_RATE EXACT_BEFORE CONTEXT_BLOCK CONTEXT_TO EXACT_NEXT
TARGET_SHARE LINKS_BACK TITLE_OVERLAP NEAR_OUT TITLE_FORM_EQUAL CONTEXT_FOLDER NAMED_RATE ORDINAL IN_LINKS EXACT_SHAPE
NEAR_LINKERS EXACT NEIGHBOURS IDF_MIN CLASS_NAME BLOCK_LENGTH TITLE_CASE_EQUAL PAGE_WORDS PAGE_PRIOR EXACT_MARGIN
TITLE_KIND""".split()
ROWS = 2  # of each corpus and kind, for the test that compares with C
THRESHOLDS = numpy.linspace(-6, 5, 441)  # of the sum of the leaves


def labels(rows, kind):
    if kind == "target":
        return rows.is_target.astype("f4")
    if kind == "span":
        return rows.is_span.astype("f4")
    return (rows.is_target.astype("f4") + rows.is_span) / 2


def sample(part, seed=7):
    """Which rows to train on, and what each counts for: all that are right, and at most MOST_WRONG of the others."""
    wrong = numpy.flatnonzero(~part.is_target & ~part.is_neutral)
    counts = numpy.where(part.is_neutral, 0, 1).astype("f4")
    if len(wrong) > MOST_WRONG:
        kept = numpy.random.RandomState(seed).permutation(len(wrong))[:MOST_WRONG]
        counts[wrong] = 0
        counts[wrong[kept]] = len(wrong) / MOST_WRONG
    return counts


def share_of_right(part, label, count):
    """For each row that counts the log odds of being right on its site. A site without links gets a number of links,
    not all from a score on (src/link/site/lessons.c): trees that start from there learn what tells its candidates
    apart, and nothing of what tells sites apart. Mean F1 of sites kept apart .369 without it, .376 with it."""
    rate = numpy.average(labels(part, label), weights=count)
    return numpy.full(numpy.count_nonzero(count), numpy.log(rate / (1 - rate)))


def fit(parts, args, keep, names, label, trees):
    parts = [part for part in parts if len(part)]
    counts = [sample(part) for part in parts]
    x = numpy.concatenate([part.x[count > 0][:, keep] for part, count in zip(parts, counts)])
    y = numpy.concatenate([labels(part, label)[count > 0] for part, count in zip(parts, counts)])
    # Every corpus weighs the same, however many candidates it has.
    w = numpy.concatenate([count[count > 0] / count.sum() for count in counts])
    w *= len(w) / w.sum()
    data = xgboost.DMatrix(x, y, weight=w)
    if parts[0].mode == "cold":
        data.set_base_margin(numpy.concatenate([share_of_right(part, label, count) for part, count in zip(parts, counts)]))
    params = {"objective": "binary:logistic", "max_depth": args.depth, "eta": args.eta, "tree_method": "hist",
              "max_bin": 64, "min_child_weight": args.min_child, "lambda": args.reg, "subsample": args.subsample,
              "colsample_bytree": args.colsample, "base_score": .5, "seed": 7, "nthread": args.threads,
              "monotone_constraints": tuple((names[i] in RISING) - (names[i] in FALLING) for i in keep)}
    return xgboost.train(params, data, trees)


def predict(models, rows, keep):
    """The mean of what the models say."""
    data = xgboost.DMatrix(rows.x[:, keep])
    return sum(model.predict(data, output_margin=True) for model in models) / len(models)


def best_threshold(curves):
    """Where the mean of target and span F1 over the corpora is best."""
    total = sum(sum(curve.f1(THRESHOLDS)) for curve in curves)
    return float(THRESHOLDS[int(numpy.argmax(total))])


def report(curves, out=sys.stdout):
    """curves: corpus -> Curve of scores by a model of the others."""
    names = list(curves)
    one = best_threshold(curves.values())
    print("%-14s %6s | one threshold %.3f                     | threshold of the others          | best" %
          ("corpus", "gold", one), file=out)
    sums = numpy.zeros((3, 7))
    for name in names:
        others = [curves[other] for other in names if other != name]
        held = best_threshold(others) if others else one
        best = best_threshold([curves[name]])
        rows = [curves[name].at(t) for t in (one, held, best)]
        sums += numpy.array(rows)
        print("%-14s %6d | %.3f %.3f %.3f  %.3f %.3f %.3f %5.1f | %.3f: %.3f %.3f %.3f  %.3f | %.3f: %.3f %.3f" % (
            name, curves[name].gold, *rows[0], held, *rows[1][:3], rows[1][5], best, rows[2][2], rows[2][5]), file=out)
    sums /= len(names)
    print("%-14s %6s | %.3f %.3f %.3f  %.3f %.3f %.3f %5.1f |        %.3f %.3f %.3f  %.3f |        %.3f %.3f" % (
        "mean", "", *sums[0], *sums[1][:3], sums[1][5], sums[2][2], sums[2][5]), file=out)
    strict = [numpy.mean([curve.at(t)[:2] for curve in curves.values()], axis=0) for t in THRESHOLDS]
    exact = next((pair for pair in strict if pair[0] >= .85), (0, 0))
    print("mean precision %.3f at recall %.3f" % tuple(exact), file=out)
    return one


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="build/train/data")
    parser.add_argument("--cold", action="store_true", help="also train for sites without links")
    parser.add_argument("--trees", type=int, default=60, help="of each label")
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--eta", type=float, default=.12)
    parser.add_argument("--reg", type=float, default=1)
    parser.add_argument("--min-child", type=float, default=30)
    parser.add_argument("--subsample", type=float, default=.8)
    parser.add_argument("--colsample", type=float, default=.4)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--labels", default="target,span", help="of target, span, both: a model of each, their mean")
    parser.add_argument("--without", default=WITHOUT, help="features not to use; a name may end in *")
    parser.add_argument("--without-cold", default=WITHOUT, help="the same for sites without links")
    parser.add_argument("--export", metavar="FOLDER", help="write the tables of the models there")
    parser.add_argument("--parts", type=int, default=0, help="score so many parts of the corpora by a model of the "
                        "others, in place of each corpus")
    parser.add_argument("--gain", action="store_true", help="print what each feature brings")
    args = parser.parse_args()

    linked = Forest(args, "warm", args.without)
    linked.report(args.gain)
    if args.export or args.cold:
        unlinked = Forest(args, "cold", args.without_cold)
        unlinked.report(args.gain)
    if args.export:
        write_models(linked, unlinked, args)


def kept(names, without):
    """The features to use: all but those that are named; a name may end in *."""
    dropped = [name for name in without.split(",") if name]
    return [i for i, name in enumerate(names)
            if not any(name == d or (d.endswith("*") and name.startswith(d[:-1])) for d in dropped)]


def platt(score, right, weight):
    """Slope and bias of the logistic function from score to probability."""
    weight = weight / weight.sum()
    slope, bias = 1.0, 0.0
    for _ in range(50):
        p = 1 / (1 + numpy.exp(-(slope * score + bias)))
        gradient = numpy.array([(weight * (right - p) * score).sum(), (weight * (right - p)).sum()])
        curve = weight * p * (1 - p)
        hessian = numpy.array([[(curve * score * score).sum(), (curve * score).sum()],
                               [(curve * score).sum(), curve.sum()]])
        step = numpy.linalg.solve(hessian + 1e-9 * numpy.eye(2), gradient)
        slope, bias = slope + step[0], bias + step[1]
    return slope, bias


class Forest:
    """The models for one kind of sites: those that have links (warm rows), and those that have none (cold)."""

    def __init__(self, args, mode, without):
        self.args, self.mode = args, mode
        self.corpora = corpora_in(args.data)
        self.data = {name: Rows(args.data, name, mode) for name in self.corpora}
        self.names = self.data[self.corpora[0]].names
        self.keep = [i for i in kept(self.names, without)
                     if any(len(rows) and rows.x[:, i].min() < rows.x[:, i].max() for rows in self.data.values())]
        self.models, self.scores = {}, {}
        parts = args.parts or len(self.corpora)
        for part in (self.corpora[i::parts] for i in range(parts)):
            models = self.fit([name for name in self.corpora if name not in part])
            for name in part:
                self.models[name] = models
                self.scores[name] = predict(models, self.data[name], self.keep)

    def fit(self, corpora):
        """A model of each label."""
        return [fit([self.data[name] for name in corpora], self.args, self.keep, self.names, label, self.args.trees)
                for label in self.args.labels.split(",")]

    def curves(self, corpora=None):
        return {name: Curve(self.data[name], self.scores[name]) for name in corpora or self.corpora}

    def chosen(self, corpora):
        """Score, rightness and weight of all links that would be chosen, every corpus weighing the same."""
        parts = []
        for name in corpora:
            rows, score = self.data[name], self.scores[name]
            at = choose(rows, score) & ~rows.is_neutral
            parts.append((score[at], rows.is_target[at].astype("f8"), numpy.full(at.sum(), 1 / at.sum())))
        return [numpy.concatenate(part) for part in zip(*parts)]

    def report(self, gain):
        print(self.mode)
        report(self.curves())
        total = {}
        for model in [model for models in self.models.values() for model in models]:
            for feature, value in model.get_score(importance_type="total_gain").items():
                total[feature] = total.get(feature, 0) + value
        for feature, value in sorted(total.items(), key=lambda item: -item[1]) if gain else []:
            print("%.4f %s" % (value / sum(total.values()), self.names[self.keep[int(feature[1:])]]))


PROBABILITIES = numpy.arange(.1, .95, .1)


def at_probabilities(name, points, *forests):
    """Precision and recall of the links of a corpus from each probability on, by what the other corpora say."""
    found = []
    for forest, scale, shift in forests:
        curve = Curve(forest.data[name], forest.scores[name] * scale + shift)
        found.append([curve.at(numpy.interp(p, *zip(*[(y, x) for x, y in points])))[:2] for p in PROBABILITIES])
    return found


def scored_rows(forest, models, names, scale, shift):
    """A few rows of every corpus, from the worst to the best: their features that count, and scores."""
    for rows in forest.data.values():
        scores = predict(models, rows, forest.keep) * scale + shift
        for at in numpy.argsort(scores)[numpy.linspace(0, len(scores) - 1, ROWS).astype(int)]:
            features = list(zip(names, rows.x[at, forest.keep]))
            features.append(("SITE_LINKING", float(forest.mode != "cold")))
            yield [pair for pair in features if pair[1] != 0], float(scores[at])


def write_models(linked, unlinked, args):
    """FOLDER/all.inc, trained on all corpora, and for each corpus FOLDER/CORPUS.inc, trained on the others."""
    os.makedirs(args.export, exist_ok=True)
    measured = []
    for left_out in [None] + linked.corpora:
        corpora = [name for name in linked.corpora if name != left_out]
        score, right, weight = linked.chosen(corpora)
        points = export.calibrate(score, right, weight)
        best = best_threshold(linked.curves(corpora).values())
        slope, bias = platt(score, right, weight)
        cold_slope, cold_bias = platt(*unlinked.chosen(corpora))
        forests = []
        for forest, name, scale, shift in ((linked, "linked", 1, 0), (
                unlinked, "unlinked", cold_slope / slope, (cold_bias - bias) / slope)):
            models = forest.models[left_out] if left_out else forest.fit(corpora)
            forests.append((name, models, [forest.names[i] for i in forest.keep], scale, shift))
        settings = "%d of depth %d for each label (%s), eta %g" % (
            args.trees, args.depth, args.labels, args.eta)
        export.write(os.path.join(args.export, (left_out or "all") + ".inc"), forests, args.depth, points,
                     float(export.probability(points, best)), settings, corpora, LESSONS)
        if left_out:
            measured.append(at_probabilities(left_out, points, (linked, 1, 0), (unlinked, *forests[1][3:])))
        else:
            export.reliability(score, right, weight, points)
            export.write_rows(os.path.join(args.export, "rows.inc"), [
                row for forest, parts in zip((linked, unlinked), forests) for row in scored_rows(forest, *parts[1:])])
    print("min_score   warm P  R      cold P  R")
    for probability, pairs in zip(PROBABILITIES, numpy.mean(measured, axis=0).transpose(1, 0, 2)):
        print("%.1f         %.3f %.3f   %.3f %.3f" % (probability, *pairs[0], *pairs[1]))


if __name__ == "__main__":
    main()
