"""The table of linkscore.sh: what linkeval printed for each corpus and mode, the best baseline beside it.

  table.py FOLDER MODE ...       FOLDER has a file CORPUS.MODE for each
"""
import os
import sys

# The best of the baselines that linkeval's README measures: target and span F1 warm, target F1 cold.
WARM = {"digitalgov": (.446, .338), "bitcoinops-en": (.786, .659), "postgresql": (.695, .675), "foldoc": (.747, .739),
        "lohelp-fr": (.440, .364), "bitcoinops-ja": (.807, .673)}
COLD = {"digitalgov": .188, "bitcoinops-en": .449, "postgresql": .275, "foldoc": .533, "lohelp-fr": .154,
        "bitcoinops-ja": .256}
MODES = {"plain": "warm, the model alone", "taught": "warm, with what the site teaches",
         "strict": "warm, with that and a strict min_score", "cold": "cold"}


def line(folder, corpus, mode):
    """P, R and F1 of targets, the same of spans, links a page, build seconds, milliseconds a call, rules broken."""
    with open(os.path.join(folder, corpus + "." + mode), encoding="utf-8") as file:
        found = [text.split() for text in file if text.startswith(corpus + " ")]
    if not found:
        sys.exit("linkscore: linkeval printed nothing for %s, %s" % (corpus, mode))
    fields = [float(field) for field in found[0][1:]]
    return fields[5:11] + [fields[3], fields[11], fields[12], fields[14]]


def show(name, fields, baselines):
    base = ["%.3f" % number if number else "    -" for number in baselines]
    print("%-14s %.3f %.3f %.3f  %s   %.3f %.3f %.3f  %s" % (name, *fields[:3], base[0], *fields[3:6], base[1]), end="")
    print("   %5.2f %6.2f %6.3f %4d" % tuple(fields[6:]) if fields[6:] else "")


def main(folder, modes):
    for mode in modes:
        print("%s\n%14s target P   R    F1   base    span P    R    F1   base   links  build     ms  bad"
              % (MODES[mode], ""))
        corpora = sorted(name[:-len(mode) - 1] for name in os.listdir(folder) if name.endswith("." + mode))
        lines = [line(folder, corpus, mode) for corpus in corpora]
        bases = [(COLD.get(corpus, 0), 0) if mode == "cold" else WARM.get(corpus, (0, 0)) for corpus in corpora]
        for corpus, fields, base in zip(corpora, lines, bases):
            show(corpus, fields, base)
        show("mean", [sum(column) / len(lines) for column in zip(*lines)][:6],
             [sum(column) / len(bases) for column in zip(*bases)])
        print()


main(sys.argv[1], sys.argv[2:])
