#include "link/page/page_style.h"

#include <stddef.h>

const char *const page_style[] = {
    ":root{color-scheme:light dark;--paper:#fbfaf7;--card:#fff;--ink:#20242a;--soft:#646b76;--line:#e3e0d8;"
    "--edge:#8b97a8;--fine:#3a6ea5;--weak:#d18a00;--orphan:#c2365b;--accent:#0f766e}\n",
    "@media(prefers-color-scheme:dark){:root{--paper:#14171b;--card:#1c2026;--ink:#e7e9ec;--soft:#9aa3af;"
    "--line:#2f353d;--edge:#6b7687;--fine:#7fb0e6;--weak:#e9b44c;--orphan:#f2738f;--accent:#5ec4b6}}\n",
    "*{box-sizing:border-box}\n",
    "body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,\"Segoe UI\","
    "Roboto,\"Helvetica Neue\",\"Noto Sans\",sans-serif}\n",
    "main,header,footer{max-width:68rem;margin:0 auto;padding:0 1.25rem}\n",
    "header{padding-top:2.5rem}\n",
    "h1{font-size:1.9rem;line-height:1.2;margin:0 0 .3rem;letter-spacing:-.01em;overflow-wrap:anywhere}\n",
    "h2{font-size:1.25rem;margin:0 0 .25rem}\n",
    "p{margin:.25rem 0 .75rem;max-width:46rem}\n",
    ".soft,small,caption{color:var(--soft)}\n",
    "a{color:inherit;text-decoration-color:var(--line);text-underline-offset:.18em}\n",
    "a:hover{text-decoration-color:currentColor}\n",
    "a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}\n",
    ".tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.9rem,1fr));gap:.6rem;margin:1.5rem 0;padding:0;"
    "list-style:none}\n",
    ".tiles a{display:block;height:100%;padding:.7rem .85rem;background:var(--card);border:1px solid var(--line);"
    "border-radius:.6rem;text-decoration:none;font-size:.9rem}\n",
    ".tiles a:hover{border-color:var(--edge)}\n",
    ".tiles b{display:block;font-size:1.5rem;line-height:1.25;font-variant-numeric:tabular-nums}\n",
    ".tiles .bad b{color:var(--orphan)}.tiles .warn b{color:var(--weak)}\n",
    "section{background:var(--card);border:1px solid var(--line);border-radius:.8rem;padding:1.1rem 1.25rem;"
    "margin:0 0 1.1rem;scroll-margin-top:1rem}\n",
    "figure{margin:.5rem 0 0}\n",
    ".scroll{overflow-x:auto}\n",
    "svg{display:block;width:100%;height:auto;min-width:44rem}\n",
    ".edge{fill:none;stroke:var(--edge);stroke-width:.7;stroke-opacity:.34}\n",
    ".edge.wide{stroke-linecap:round;stroke-opacity:.3}\n",
    ".out{fill:none;stroke:none;pointer-events:none}\n",
    "a:hover .out,g:hover>.out{stroke:var(--accent);stroke-width:1.6}\n",
    ".edge.few{stroke-width:1.3;stroke-opacity:.6}\n",
    "circle{stroke:var(--card);stroke-width:1.2}\n",
    "circle.fine{fill:var(--fine)}circle.weak{fill:var(--weak)}\n",
    "circle.orphan{fill:var(--card);stroke:var(--orphan);stroke-width:2}\n",
    "circle.entry{fill:var(--accent);stroke:var(--ink);stroke-width:2.2}\n",
    "circle.folder{fill:var(--card);stroke:none}\n",
    "circle.ring{fill:none;stroke-width:4;pointer-events:none}\n",
    "circle.ring.fine{stroke:var(--fine)}circle.ring.weak{stroke:var(--weak)}\n",
    "circle.ring.orphan{stroke:var(--orphan)}\n",
    "svg text{font:600 12px system-ui,sans-serif;fill:var(--ink);text-anchor:middle;paint-order:stroke;"
    "stroke:var(--card);stroke-width:3.5px;stroke-linejoin:round;pointer-events:none}\n",
    ".legend{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin:.6rem 0 0;padding:0;list-style:none;"
    "font-size:.875rem;color:var(--soft)}\n",
    ".dot{display:inline-block;width:.75rem;height:.75rem;border-radius:50%;margin-right:.4rem;vertical-align:-.05rem;"
    "border:2px solid transparent}\n",
    ".dot.fine{background:var(--fine)}.dot.weak{background:var(--weak)}.dot.orphan{border-color:var(--orphan)}\n",
    ".dot.entry{background:var(--accent);border-color:var(--ink)}\n",
    "table{border-collapse:collapse;width:100%;font-size:.92rem;margin:.4rem 0 0}\n",
    "caption{text-align:left;caption-side:bottom;padding:.6rem 0 0;font-size:.85rem}\n",
    "th{font-weight:600;text-align:left;color:var(--soft);font-size:.8rem;white-space:nowrap}\n",
    "th,td{padding:.42rem .7rem .42rem 0;border-bottom:1px solid var(--line);vertical-align:top}\n",
    "tr:last-child>td{border-bottom:0}\n",
    "td{overflow-wrap:anywhere;min-width:5rem}\n",
    ".n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;min-width:0;width:1%;"
    "padding-right:1rem}\n",
    "td small{display:block;font-size:.82rem;line-height:1.35}\n",
    ".tag{display:inline-block;padding:0 .45rem;border-radius:1rem;border:1px solid currentColor;font-size:.78rem;"
    "white-space:nowrap}\n",
    ".tag.bad{color:var(--orphan)}.tag.warn{color:var(--weak)}\n",
    ".bar{display:block;height:.6rem;margin-top:.45rem;min-width:2px;border-radius:.2rem;background:var(--fine)}\n",
    "details{margin:.7rem 0 0}summary{cursor:pointer;color:var(--soft);font-size:.9rem}\n",
    ".good{color:var(--accent);margin-bottom:0}\n",
    "ul.ideas{margin:.3rem 0 0;padding:0;list-style:none;font-size:.85rem;color:var(--soft)}\n",
    "ul.ideas li::before{content:\"+ \";color:var(--accent);font-weight:700}\n",
    "footer{padding-bottom:3rem;font-size:.85rem;color:var(--soft)}\n",
    "@media(max-width:40rem){header{padding-top:1.5rem}h1{font-size:1.5rem}main,header,footer{padding-left:.8rem;"
    "padding-right:.8rem}section{padding:.9rem "
    ".85rem}th{white-space:normal;vertical-align:bottom}.n{padding-right:.5rem}.tiles{grid-template-columns:1fr 1fr "
    "1fr;"
    "gap:.4rem}.tiles a{padding:.5rem .6rem;font-size:.85rem}.tiles b{font-size:1.2rem}}\n",
    "@media print{body{background:#fff}section{break-inside:avoid-page}.tiles a{border-color:#bbb}}\n",
    NULL};
