#!/usr/bin/python3
"""Trains the model that judges links, and tells how well it would do on a site nobody has seen.

  train.py --data FOLDER [--modes MODE,...] [--eval MODE,...] [--export FOLDER] [--trees N] [--depth N] ...

FOLDER holds what spec/train/extract wrote for each corpus and mode: CORPUS.MODE.json, .rows, .pages. Each corpus is
scored by a model of the others (leave one corpus out). Needs Debian's python3-xgboost and python3-numpy.
"""
import argparse
import os
import sys

import numpy
import xgboost

import export
from data import CORPORA, Curve, Rows, choose

THRESHOLDS = numpy.linspace(-6, 5, 441)  # of the sum of the leaves


def labels(rows, kind):
    if kind == "target":
        return rows.is_target.astype("f4")
    if kind == "span":
        return rows.is_span.astype("f4")
    return (rows.is_target.astype("f4") + rows.is_span) / 2


def weights(parts):
    """Every corpus weighs the same, however many candidates it has."""
    return numpy.concatenate([numpy.full(len(part), 1e6 / len(part) / len(parts), "f4") for part in parts])


def fit(parts, args, keep=None):
    parts = [part for part in parts if len(part)]
    used = [~part.is_neutral for part in parts]
    x = numpy.concatenate([part.x[use] for part, use in zip(parts, used)])
    y = numpy.concatenate([labels(part, args.label)[use] for part, use in zip(parts, used)])
    w = weights(parts)[numpy.concatenate(used)]
    w *= len(w) / w.sum()
    if keep is not None:
        x = x[:, keep]
    data = xgboost.DMatrix(x, y, weight=w)
    params = {"objective": "binary:logistic", "max_depth": args.depth, "eta": args.eta, "tree_method": "hist",
              "max_bin": 256, "min_child_weight": args.min_child, "lambda": args.reg, "subsample": args.subsample,
              "colsample_bytree": args.colsample, "base_score": .5, "seed": 7, "nthread": args.threads}
    return xgboost.train(params, data, args.trees)


def predict(model, rows, keep=None):
    return model.predict(xgboost.DMatrix(rows.x if keep is None else rows.x[:, keep]), output_margin=True)


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
    parser.add_argument("--eval", default="warm")
    parser.add_argument("--modes", default="warm")
    parser.add_argument("--trees", type=int, default=120)
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--eta", type=float, default=.1)
    parser.add_argument("--reg", type=float, default=1)
    parser.add_argument("--min-child", type=float, default=20)
    parser.add_argument("--subsample", type=float, default=.8)
    parser.add_argument("--colsample", type=float, default=.5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--label", default="both", choices=["target", "span", "both"])
    parser.add_argument("--without", default="", help="features not to use; a name may end in *")
    parser.add_argument("--export", metavar="FOLDER", help="write the tables of the models there")
    parser.add_argument("--gain", action="store_true", help="print what each feature brings")
    args = parser.parse_args()

    modes = args.modes.split(",")
    data = {name: {mode: Rows(args.data, name, mode) for mode in {*modes, *args.eval.split(",")}} for name in CORPORA}
    names = next(iter(data[CORPORA[0]].values())).names
    keep = kept(names, args.without)
    scores, gain = {}, {}
    for name in CORPORA:
        model = fit([data[other][mode] for other in CORPORA if other != name for mode in modes], args, keep)
        scores[name] = {mode: predict(model, rows, keep) for mode, rows in data[name].items()}
        for feature, value in model.get_score(importance_type="total_gain").items():
            gain[feature] = gain.get(feature, 0) + value
    for mode in args.eval.split(","):
        print(mode)
        threshold = report({name: Curve(data[name][mode], scores[name][mode]) for name in CORPORA})
    if args.gain:
        total = sum(gain.values())
        for feature, value in sorted(gain.items(), key=lambda item: -item[1]):
            print("%.4f %s" % (value / total, names[keep[int(feature[1:])]]))
    if args.export:
        write_models(data, scores, threshold, names, keep, args)


def kept(names, without):
    """The features to use: all but those that are named; a name may end in *."""
    dropped = [name for name in without.split(",") if name]
    return [i for i, name in enumerate(names)
            if not any(name == d or (d.endswith("*") and name.startswith(d[:-1])) for d in dropped)]


def chosen_of(data, scores, corpora, mode):
    """Score, rightness and weight of all links that would be chosen, every corpus weighing the same."""
    parts = []
    for name in corpora:
        rows, score = data[name][mode], scores[name][mode]
        at = choose(rows, score) & ~rows.is_neutral
        parts.append((score[at], rows.is_target[at].astype("f8"), numpy.full(at.sum(), 1 / at.sum())))
    return [numpy.concatenate(part) for part in zip(*parts)]


def write_models(data, scores, threshold, names, keep, args):
    """FOLDER/all.inc, trained on all corpora, and for each corpus FOLDER/CORPUS.inc, trained on the others."""
    mode, modes = args.eval.split(",")[0], args.modes.split(",")
    os.makedirs(args.export, exist_ok=True)
    for left_out in [None] + CORPORA:
        corpora = [name for name in CORPORA if name != left_out]
        model = fit([data[name][mode] for name in corpora for mode in modes], args, keep)
        score, right, weight = chosen_of(data, scores, corpora, mode)
        points = export.calibrate(score, right, weight)
        best = best_threshold([Curve(data[name][mode], scores[name][mode]) for name in corpora])
        settings = "%d trees of depth %d, eta %g, label %s, modes %s" % (args.trees, args.depth, args.eta, args.label,
                                                                       args.modes)
        export.write(os.path.join(args.export, (left_out or "all") + ".inc"), model, [names[i] for i in keep],
                     args.depth, points, float(export.probability(points, best)), settings, corpora)
        if not left_out:
            export.reliability(score, right, weight, points)


if __name__ == "__main__":
    main()
