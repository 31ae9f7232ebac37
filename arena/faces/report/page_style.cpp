// The style sheet of the page: on screens of any width, light and dark, and on paper.
#include "arena/faces/report/html_parts.hpp"

namespace ludex::arena::report {

// The plots use the light colours, so that each is a complete picture; here selectors on these colours make
// them follow the page's theme.
std::string_view page_style() {
  return R"(
:root { color-scheme: light dark; --page: #fff; --ink: #222; --soft: #555; --line: #ccc; --hair: #eee;
  --grid: #dcdcdc; --mark: #999; --box: #f6f6f6; --link: #1f5a96; --blue: #1f5a96; --orange: #c8641e;
  --warn: #9c4a10; }
@media screen and (prefers-color-scheme: dark) {
  :root { --page: #16191c; --ink: #e2e5e8; --soft: #a4abb2; --line: #4a5056; --hair: #2a2f33; --grid: #363c41;
    --mark: #6d757c; --box: #1e2226; --link: #7db4e8; --blue: #5f9fd8; --orange: #e08a4a; --warn: #f0a468; }
}
body { margin: 2rem auto; max-width: 60rem; padding: 0 1.25rem; background: var(--page); color: var(--ink);
  font: 15px/1.5 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .5rem; padding-top: .4rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.4rem 0 .3rem; }
p { margin: .4rem 0 .8rem; max-width: 48rem; overflow-wrap: break-word; }
.state { font-size: 1.05rem; }
.open { color: var(--warn); font-weight: 600; }
nav { display: flex; flex-wrap: wrap; gap: 0 .9rem; font-size: .9rem; margin: .6rem 0 0; }
a { color: var(--link); }
.notes { border-left: 3px solid var(--orange); padding: .1rem 0 .1rem .9rem; margin: 1rem 0; }
.notes ul { margin: 0; padding-left: 1.1rem; }
.wide { overflow-x: auto; }
.bleed { margin-inline: calc(50% - 50vw + 1.25rem); }
.bleed table { margin-inline: auto; }
table { border-collapse: collapse; border-top: 1.5px solid var(--ink); border-bottom: 1.5px solid var(--ink);
  margin: .5rem 0 1rem; font-size: .9rem; font-variant-numeric: tabular-nums; }
thead th, thead th.n { border-bottom: 1px solid var(--ink); font-weight: 600; vertical-align: bottom;
  white-space: normal; }
th, td { padding: .2rem .6rem; text-align: left; vertical-align: top; }
thead th { max-width: 10rem; overflow-wrap: break-word; }
tbody th { font-weight: 500; position: sticky; left: 0; background: var(--page); background-clip: padding-box; }
tbody th span { display: block; width: max-content; max-width: 14rem; overflow-wrap: break-word; }
tbody tr + tr > * { border-top: 1px solid var(--hair); }
.n { text-align: right; white-space: nowrap; }
.m { text-align: center; white-space: nowrap; padding: .15rem .4rem; min-width: 2.6rem;
  border: 1px solid var(--page); }
.matrix tbody tr:last-child > * { border-bottom: 1.5px solid var(--ink); }
.matrix tbody th { vertical-align: middle; }
.m small { display: block; font-size: .75em; line-height: 1.15; color: var(--soft); }
.matrix thead th { text-align: center; }
.matrix thead th:first-child { text-align: left; }
.long td, .long tbody th, li { overflow-wrap: anywhere; white-space: normal; }
.long td.n { white-space: nowrap; }
figure { margin: .8rem 0 1.2rem; break-inside: avoid; overflow-x: auto; }
figcaption { font-size: .85rem; color: var(--soft); max-width: 45rem; position: sticky; left: 0; }
svg { max-width: 100%; height: auto; display: block; }
svg text { font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif;
  font-variant-numeric: tabular-nums; }
svg [fill="#222"] { fill: var(--ink); }
svg [stroke="#222"] { stroke: var(--ink); }
svg [fill="#666"] { fill: var(--soft); }
svg [stroke="#666"] { stroke: var(--soft); }
svg [stroke="#999"] { stroke: var(--mark); }
svg [stroke="#dcdcdc"] { stroke: var(--grid); }
svg [fill="#1f5a96"] { fill: var(--blue); }
svg [stroke="#1f5a96"] { stroke: var(--blue); }
svg [fill="#c8641e"] { fill: var(--orange); }
svg [stroke="#c8641e"] { stroke: var(--orange); }
svg [fill="#fff"] { fill: var(--page); }
svg [stroke="#fff"] { stroke: var(--page); }
.pair { display: flex; flex-wrap: wrap; gap: .4rem 1rem; }
.pair figure { margin: 0; }
pre { background: var(--box); border: 1px solid var(--line); padding: .7rem .9rem; font-size: .8rem;
  line-height: 1.35; white-space: pre-wrap; overflow-wrap: anywhere; }
code { font-size: .9em; overflow-wrap: anywhere; }
.method, footer { font-size: .85rem; color: var(--soft); }
@media (max-width: 46rem) {
  body { margin-top: 1rem; padding: 0 .9rem; }
  .bleed { margin-inline: 0; }
  th, td { padding: .2rem .4rem; }
  tbody th span { max-width: 8.5rem; }
  .long { min-width: 34rem; }
  svg { max-width: none; }
}
@page { margin: 16mm 14mm; }
@media print {
  html { font-size: 9.5pt; }
  body { margin: 0; padding: 0; max-width: none; font-size: 1rem; }
  .pair figure { width: 48%; }
  pre { columns: 2; column-gap: 1.5rem; }
  nav { display: none; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .wide, figure { overflow: visible; }
  .wide { break-inside: avoid; }
  .bleed { margin-inline: 0; }
  .bleed table { margin-inline: 0; }
  table { font-size: min(.9rem, calc(180mm / var(--em))); }
  th, td { padding: .15em .35em; }
  .m { padding: .15em .2em; min-width: 0; }
  tbody th { position: static; }
  tbody th span { max-width: 13em; }
  h2, h3, h2 + p { break-after: avoid; }
  tr { break-inside: avoid; }
  thead { display: table-header-group; }
  a { color: inherit; text-decoration: none; }
}
)";
}

}  // namespace ludex::arena::report
