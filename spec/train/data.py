"""What extract wrote, and how links are chosen from scored rows."""
import ctypes
import json
import os

import numpy

MAX_LINKS = 50


def corpora_in(folder):
    """Names of the corpora of which extract wrote rows there."""
    return sorted(name[:-len(".warm.json")] for name in os.listdir(folder) if name.endswith(".warm.json"))


class Rows:
    """The candidates of one corpus in one mode, ordered by page."""

    def __init__(self, folder, corpus, mode):
        path = os.path.join(folder, corpus + "." + mode)
        with open(path + ".json", encoding="utf-8") as file:
            self.names = json.load(file)["features"]
        row = numpy.dtype([("page", "u4"), ("span", "u4", 2), ("bytes", "u4", 2), ("target", "u4"),
                           ("is_target", "u1"), ("is_span", "u1"), ("is_neutral", "u1"), ("fold", "u1"),
                           ("x", "f4", len(self.names))])
        rows = numpy.fromfile(path + ".rows", row)
        self.corpus, self.mode = corpus, mode
        self.page = numpy.ascontiguousarray(rows["page"])
        self.spans = numpy.ascontiguousarray(numpy.column_stack([rows["span"], rows["target"]]))
        self.is_target, self.is_span = rows["is_target"] > 0, rows["is_span"] > 0
        self.is_neutral, self.fold = rows["is_neutral"] > 0, rows["fold"]
        self.x = numpy.ascontiguousarray(rows["x"])
        pages = numpy.fromfile(path + ".pages", numpy.dtype([("page", "u4"), ("gold", "u4"), ("words", "u4"),
                                                             ("fold", "u4")]))
        self.pages = pages
        self.gold = int(pages["gold"].sum())


    def __len__(self):
        return len(self.page)


_chooser = None


def _choose(spans, order, page_ends, max_links):
    global _chooser
    if _chooser is None:
        _chooser = ctypes.CDLL(os.environ.get("LINK_CHOOSER", "build/train/choose.so")).choose
        _chooser.argtypes = [ctypes.c_void_p] * 3 + [ctypes.c_size_t, ctypes.c_uint32, ctypes.c_void_p]
        _chooser.restype = None
    chosen = numpy.zeros(len(order), "u1")
    order = order.astype("u4")
    page_ends = page_ends.astype("u4")
    _chooser(spans.ctypes.data, order.ctypes.data, page_ends.ctypes.data, len(page_ends), max_links, chosen.ctypes.data)
    return chosen > 0


def choose(rows, score, max_links=MAX_LINKS):
    """Which rows become links when every score is good enough; those at a threshold are the ones that reach it."""
    spans = rows.spans
    order = numpy.lexsort((spans[:, 2], -spans[:, 1].astype("i8"), spans[:, 0], -score, rows.page))
    page = rows.page[order]
    ends = numpy.append(numpy.flatnonzero(page[1:] != page[:-1]) + 1, len(page))
    return _choose(spans, order, ends, max_links)


class Curve:
    """Precision, recall and F1 of one corpus at every threshold."""

    def __init__(self, rows, score):
        at = numpy.flatnonzero(choose(rows, score))
        at = at[numpy.argsort(-score[at], kind="stable")]
        self.score = score[at]
        self.predicted = numpy.cumsum(~rows.is_neutral[at])
        self.target = numpy.cumsum(rows.is_target[at])
        self.span = numpy.cumsum(rows.is_span[at])
        self.gold = rows.gold
        self.pages = len(rows.pages)

    def at(self, threshold):
        """(target P, R, F1, span P, R, F1, links a page)"""
        n = numpy.searchsorted(-self.score, -threshold, side="right")
        if n == 0:
            return (0,) * 7
        predicted, found = max(int(self.predicted[n - 1]), 1), []
        for hits in (int(self.target[n - 1]), int(self.span[n - 1])):
            p, r = hits / predicted, hits / self.gold
            found += [p, r, 2 * p * r / (p + r) if p + r else 0]
        return (*found, n / self.pages)

    def f1(self, thresholds):
        n = numpy.searchsorted(-self.score, -thresholds, side="right")
        out = []
        for hits in (self.target, self.span):
            pad = numpy.append(0, hits)
            predicted = numpy.append(0, self.predicted)
            out.append(2 * pad[n] / (predicted[n] + self.gold))
        return out
