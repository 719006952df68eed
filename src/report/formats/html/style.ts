/** The style sheet of the page: a small palette, light and dark, for screens and for paper. */
export const STYLE = `
:root {
  --paper: #faf9f6; --card: #ffffff; --ink: #211f1b; --quiet: #625d54; --line: #e3dfd6;
  --pass: #1d6b41; --fail: #a32a1d; --warn: #855000; --note: #2a5c87; --doubt: #673c9c;
  --second: #8a5a2b;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171614; --card: #1f1e1b; --ink: #ebe7df; --quiet: #aaa396; --line: #38352f;
    --pass: #7fcf9f; --fail: #f2938a; --warn: #e4b65c; --note: #8dbdea; --doubt: #c4a7f2;
    --second: #d9a066;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 3.5rem; }
body {
  margin: 0 auto; max-width: 70rem; padding: 0 1.5rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word;
}
a { color: inherit; text-decoration-color: var(--quiet); text-underline-offset: .2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--note); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3, h4, h5, p, ul, ol, dl, dd, pre, figure, fieldset { margin: 0; padding: 0; border: 0; }
code, pre { font-family: var(--mono); font-size: .875em; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
code, .address { overflow-wrap: anywhere; }
th code { overflow-wrap: break-word; }
.unseen, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.quiet { color: var(--quiet); font-size: .875rem; }

.top { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem 2rem; flex-wrap: wrap; padding: 1.5rem 0; }
.brand { font-weight: 650; letter-spacing: .02em; }
.top ul { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; list-style: none; }
.top a { text-decoration: none; color: var(--quiet); }
.top a:hover { color: var(--ink); }

.pass { --tone: var(--pass); } .fail { --tone: var(--fail); } .warn { --tone: var(--warn); } .note { --tone: var(--note); }
.could-not-verify, .inconclusive { --tone: var(--doubt); } .not-applicable { --tone: var(--quiet); } .measured { --tone: var(--note); }

.verdict { padding: 1rem 0 1.5rem; }
.headline { display: flex; align-items: center; gap: 1.5rem; }
.stamp { width: 4.25rem; flex: none; }
.stamp .plate { fill: var(--tone); } .stamp .rim { fill: none; stroke: var(--paper); stroke-opacity: .55; }
.stamp .mark { fill: none; stroke: var(--paper); stroke-width: 5; stroke-linecap: round; stroke-linejoin: round; }
h1 { font-size: clamp(1.875rem, 9vw, 3.25rem); line-height: 1; font-weight: 680; letter-spacing: -.03em; color: var(--tone); }
h1::first-letter { text-transform: uppercase; }
.meaning { margin-top: .5rem; font-size: 1.125rem; }
.reasons { margin-top: 1.25rem; list-style: none; max-width: 52rem; }
.reasons li { padding: .3rem 0 .3rem 1rem; border-left: 3px solid var(--tone); }
.remark { margin-top: .5rem; max-width: 52rem; } .remark.warn { color: var(--warn); }
.sentence h1 { color: var(--ink); font-size: clamp(1.5rem, 5vw, 2.25rem); line-height: 1.15; } .sentence h1::first-letter { text-transform: none; }

.identity { display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin-top: 1.25rem; font-size: .875rem; }
.identity div { display: flex; gap: .5rem; min-width: 0; } .identity dt { color: var(--quiet); } .identity dd { min-width: 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr)); gap: .75rem; margin-top: 1.5rem; }
.tiles > div { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: .75rem 1rem .875rem; min-width: 0; --tone: var(--ink); }
.tiles > .pass { --tone: var(--pass); } .tiles > .fail { --tone: var(--fail); border-color: var(--tone); } .tiles > .could-not-verify { --tone: var(--doubt); }
.tiles dt { color: var(--quiet); font-size: .8125rem; }
.tiles b { display: block; font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.015em; color: var(--tone); }
.tiles span { display: block; color: var(--quiet); font-size: .8125rem; line-height: 1.35; }
.limit-bar { display: block; width: 100%; height: .375rem; margin: .25rem 0 .375rem; }
.limit-bar .rail { fill: var(--line); } .limit-bar .value { fill: var(--tone); } .limit-bar .tick { fill: var(--ink); }
.more-reasons { margin-top: .25rem; font-size: .9375rem; } .more-reasons > .reasons { margin-top: .25rem; }
.more-reasons > summary { color: var(--quiet); padding-left: 1rem; border-left: 3px solid var(--tone); }


.counts { position: sticky; top: 0; z-index: 1; display: flex; justify-content: space-between; flex-wrap: wrap; gap: .25rem 1.5rem; padding: .5rem 0; background: var(--paper); border-bottom: 1px solid var(--line); font-size: .875rem; }
main > section[id] { padding-top: 2.5rem; }
h2 { font-size: 1.5rem; line-height: 1.2; font-weight: 650; letter-spacing: -.015em; margin-bottom: 1rem; }
h2 small { font-size: 1rem; font-weight: 400; color: var(--quiet); margin-left: .5rem; }
main > section > h3 { margin: 2.5rem 0 .75rem; } main > section > p { max-width: 52rem; margin: .5rem 0; } .definitions > p { margin: .5rem 0; } .scroll + .quiet { margin-top: .5rem; }
h3 { font-size: 1.0625rem; line-height: 1.3; font-weight: 650; }
h4 { font-size: .8125rem; font-weight: 600; color: var(--quiet); margin: 0 0 .25rem; }

.inside > p:last-child { margin-top: 1rem; }

#filter { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.5rem; margin: 1.25rem 0; font-size: .875rem; }
#filter[hidden], #filter [hidden] { display: none; }
#filter fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem; min-width: 0; }
#filter legend { float: left; padding: 0; margin-right: .5rem; color: var(--quiet); }
#filter input[type=radio] { position: absolute; opacity: 0; }
#filter fieldset span { display: block; padding: .25rem .625rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); cursor: pointer; }
#filter input:checked + span { background: var(--ink); color: var(--paper); border-color: var(--ink); }
#filter input:focus-visible + span { outline: 2px solid var(--note); outline-offset: 2px; }
.search input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .3rem .625rem; width: 14rem; max-width: 100%; }
.search { color: var(--quiet); }
[hidden] { display: none !important; }
#short .facts { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; }
#filter [role=status] { color: var(--quiet); }

summary { cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
.area { border-top: 1px solid var(--line); }
.area:last-of-type { border-bottom: 1px solid var(--line); }
.area > summary { padding: .8rem 0; } .area h3 { color: var(--tone); } .area h3 small { color: var(--quiet); font-weight: 400; }
.area + .area { border-top: 0; }
.area > summary h3::before, .definitions > summary::before, .wire > summary::before { content: "▸"; display: inline-block; width: 1.1em; color: var(--quiet); font-weight: 400; }
.area[open] > summary h3::before, .definitions[open] > summary::before, .wire[open] > summary::before { content: "▾"; }
.group { margin: 0 0 1.5rem; } .group > h3 { margin: 1.25rem 0 .5rem; } .group > h3 small { color: var(--quiet); font-weight: 400; }
.area .group { margin: .5rem 0 1rem; }
.same-reason { border-left: 3px solid var(--doubt); padding-left: 1rem; margin: .75rem 0; } .same-reason > p { max-width: 52rem; }

.rule > summary { display: grid; grid-template-columns: minmax(4rem, max-content) 1fr auto; gap: .125rem .75rem; align-items: baseline; padding: .35rem .75rem; border-radius: .5rem; }
.rule > summary:hover { background: var(--card); }
.rule[open] { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: .75rem; margin: .75rem 0; }
.rule.assumed[open] { border-left-style: dashed; }
.rule[hidden] { display: none; }
.tag { color: var(--tone); font-weight: 600; font-size: .875rem; white-space: nowrap; }
.claim > code { color: var(--quiet); }
.rule[open] .statement, .rule.fail .statement { font-weight: 600; }
.count { font-size: .875rem; font-weight: 650; margin: 1rem 0 .5rem; } .definitions > summary.count { font-weight: 400; }
kbd { font: inherit; font-size: .8125rem; border: 1px solid var(--line); border-radius: .3rem; padding: 0 .35rem; background: var(--card); color: var(--ink); }
.keys { color: var(--quiet); font-size: .8125rem; } main:not(:has(.rule.fail)) .to-failure { display: none; }
.actions { display: flex; gap: .5rem; margin-top: .75rem; }
.toast { position: fixed; left: 50%; bottom: 1.5rem; transform: translateX(-50%); background: var(--ink); color: var(--paper); padding: .4rem .9rem; border-radius: .5rem; font-size: .875rem; }
.toast:empty { display: none; }
.level { color: var(--quiet); font-size: .875rem; }
.level::after { content: "▸"; margin-left: .5rem; } .rule[open] > summary .level::after { content: "▾"; }
.inside { padding: .25rem .75rem 1rem; }
.harm, .clients { margin: .25rem 0 .75rem; max-width: 52rem; }
.clients { font-size: .875rem; color: var(--quiet); }
.facts { display: grid; grid-template-columns: fit-content(22rem) 1fr; gap: .25rem 1rem; font-size: .9375rem; margin: .5rem 0; }
.facts dt { color: var(--quiet); }
.facts dd { min-width: 0; }
.findings { list-style: none; }
.findings > li + li { margin-top: 1.25rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.pair { display: grid; grid-template-columns: 5.5rem 1fr; gap: .125rem 1rem; margin-bottom: .75rem; }
.pair dt { color: var(--quiet); } .pair dd { min-width: 0; overflow-wrap: anywhere; }

.wire > summary { font-size: .875rem; color: var(--quiet); padding: .25rem 0; }
.wire > button { margin: .25rem 0 .5rem; }
.wire .scroll { max-height: min(40rem, 80vh); overflow: auto; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; }
.log { width: 100%; font-size: .8125rem; }
.log i { font-style: normal; color: var(--quiet); }
.log th { text-align: left; font-weight: 400; color: var(--quiet); }
.log td, .log th { vertical-align: top; padding: .25rem .75rem; border: 0; }
.log td:first-child, .log th:first-child { text-align: right; width: 5rem; color: var(--quiet); white-space: nowrap; }
.log td:nth-child(2) { width: 1.5rem; padding-inline: 0; color: var(--quiet); }
.log .pretty td { text-align: left; white-space: normal; color: inherit; }
.log pre { font-size: .75rem; line-height: 1.5; }
.log .found td { background: color-mix(in srgb, var(--fail) 9%, transparent); }
mark { background: color-mix(in srgb, var(--fail) 16%, transparent); color: inherit; font-weight: 600; }
.log .here { display: block; color: var(--fail); font-weight: 600; }
.log .end td { color: var(--quiet); }
.scroll:has(> .lanes) { --paper: var(--card); }
.lanes { font-size: .8125rem; margin-bottom: .5rem; } .lanes th, .lanes td { padding: .15rem 1rem .15rem 0; border: 0; white-space: nowrap; } .lanes td:last-child { width: 45%; min-width: 12rem; padding-right: 0; }
.lane { display: block; width: 100%; height: .875rem; } .lane .rail, .tokens .rail { stroke: var(--line); }
.lane-0 { --lane: var(--note); } .lane-1 { --lane: var(--fail); } .lane-2 { --lane: var(--pass); } .lane-3 { --lane: var(--doubt); } .lane-4 { --lane: var(--warn); } .lane-none { --lane: var(--quiet); }
.lane rect { fill: var(--lane); } code[class^=lane-] { color: var(--lane); }
.tokens svg { display: block; width: 100%; height: 1.375rem; } .tokens .ticks { stroke: var(--note); stroke-width: 1.5; } .tokens .stall { stroke: var(--second); stroke-width: 5; } .tokens .found-tick { stroke: var(--fail); stroke-width: 3; }
.curl { display: flex; align-items: flex-start; gap: .75rem; margin-top: .5rem; padding: .625rem .75rem; background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; }
.curl pre { flex: 1; min-width: 0; max-height: 12rem; overflow: auto; }
#run > .curl { background: var(--card); margin: .5rem 0 1.25rem; }
button { font: inherit; font-size: .8125rem; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .15rem .6rem; cursor: pointer; }
button[aria-pressed=true] { background: var(--ink); color: var(--paper); border-color: var(--ink); }

.scroll {
  --edge: color-mix(in srgb, var(--ink) 18%, transparent); overflow-x: auto;
  background: linear-gradient(to right, var(--paper) 1rem, transparent) 0 0 / 3rem 100% local, linear-gradient(to left, var(--paper) 1rem, transparent) 100% 0 / 3rem 100% local, linear-gradient(to right, var(--edge), transparent) 0 0 / .75rem 100%, linear-gradient(to left, var(--edge), transparent) 100% 0 / .75rem 100%;
  background-repeat: no-repeat;
}
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
thead th { font-weight: 500; color: var(--quiet); font-size: .8125rem; white-space: nowrap; }
tbody th { font-weight: 400; }
.figures td:not(.text), .figures thead th:not(:first-child) { text-align: right; white-space: nowrap; }
.figures th:first-child { white-space: nowrap; }
.figures td, .figures thead th:not(:first-child) { padding-left: .75rem; padding-right: 0; }
.figures td.text, .figures thead th.text:not(:first-child) { text-align: left; padding-left: 2rem; }
.figures tr.note td { padding: 0 0 .4rem 1rem; }
.figures tr:has(+ tr.note) > * { border-bottom: 0; }
.scroll:has(tr.note) { container-type: inline-size; }
tr.note p { position: sticky; left: 0; max-width: min(52rem, 100cqi - 1rem); color: var(--quiet); font-size: .875rem; }
tr.group th { padding-top: 1.1rem; font-weight: 650; } tbody:has(> .group) th[scope=row] { color: var(--quiet); padding-left: 1rem; }
tbody:has(> .group) tr:not(.group) > * { border-bottom: 0; padding-top: .15rem; padding-bottom: .15rem; }
.figures td.drawn { width: 9rem; padding-block: 0; vertical-align: middle; } .interval { width: 9rem; height: 1.25rem; display: block; }
.interval .zone { fill: var(--line); } .interval .zero { stroke: var(--quiet); } .interval .span { stroke: var(--tone); stroke-width: 3; } .interval .middle { fill: var(--tone); }
.side { table-layout: fixed; min-width: 44rem; } .side td, .side th { vertical-align: top; padding-right: 1.5rem; overflow-wrap: anywhere; } .side th:first-child { width: 24rem; }
#targets .side { table-layout: auto; } #targets .side th { width: auto; } #targets code { white-space: nowrap; } #targets :is(td, th) { overflow-wrap: break-word; }
.side .statement { display: block; color: var(--quiet); font-size: .875rem; }
.notes { padding-left: 1.125rem; margin-top: .75rem; font-size: .875rem; color: var(--quiet); }
.notes b { color: var(--ink); font-weight: 600; }
.callout { margin: 1rem 0; padding: .75rem 1rem; border-left: 3px solid var(--tone); background: var(--card); max-width: 52rem; border-radius: 0 .5rem .5rem 0; }
.callout > span { color: var(--tone); font-weight: 700; }

.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 1.5rem 2rem; margin: 1rem 0 1.25rem; }
.chart { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1rem .5rem; }
.chart figcaption { font-weight: 600; font-size: .9375rem; }
.chart figcaption span { color: var(--quiet); font-weight: 400; }
.chart svg { display: block; width: 100%; height: auto; overflow: visible; }
.chart text { font-size: 12px; fill: var(--quiet); }
.chart .grid { stroke: var(--line); }
.chart .line { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.chart .first { stroke: var(--note); } .chart .second { stroke: var(--second); stroke-dasharray: 5 4; stroke-width: 1.75; }
.chart .equal { stroke: var(--quiet); stroke-width: 1; stroke-dasharray: 4 4; }
.chart .knee { fill: var(--note); fill-opacity: .14; } .chart .mark-line { stroke: var(--note); stroke-width: 1; stroke-dasharray: 2 3; } .chart text.mark-name { fill: var(--note); font-weight: 600; }
.chart .sustained { fill: var(--pass); } .chart .missed { fill: none; stroke: var(--fail); stroke-width: 2; }
.chart .band { fill: var(--note); fill-opacity: .16; } .chart .edge { stroke: var(--note); stroke-width: 1; stroke-opacity: .6; }
.chart .reach { stroke: var(--note); stroke-width: 1; stroke-opacity: .45; }
.chart .judged { stroke-width: 2.5; stroke-opacity: 1; }
.chart .thin { stroke-width: 1; stroke-opacity: .6; } .chart .under { stroke: var(--second); stroke-width: 7; stroke-opacity: .35; } .chart .replay { fill: var(--quiet); fill-opacity: .55; }
.chart .few { fill: var(--card); stroke: var(--note); stroke-width: 1.25; } .chart .point { fill: var(--note); stroke-dasharray: none; } .chart .point.second { fill: var(--second); stroke: none; }
.chart .bar { stroke-width: 2; stroke-dasharray: none; } .chart .max { stroke-width: 2; }
.chart .limit { stroke: var(--fail); stroke-width: 1.25; stroke-dasharray: 6 4; }
.chart .stage { fill: var(--ink); fill-opacity: .06; } .chart .late { fill: url(#hatching); } .hatch { stroke: var(--second); stroke-width: 2; stroke-opacity: .45; }
.chart .errors { fill: var(--fail); } .chart .throttled { fill: var(--warn); fill-opacity: .75; }
.heat { fill: var(--note); } .heat-1 { fill-opacity: .72; } .heat-2 { fill-opacity: .48; } .heat-3 { fill-opacity: .28; } .heat-4 { fill-opacity: .13; }
.chart .hover { fill: transparent; } .chart .hover:hover { fill: var(--quiet); fill-opacity: .15; }
.legend { font-size: .8125rem; padding-bottom: .25rem; } .legend span { color: var(--note); margin-right: 1rem; } .legend span::before { content: ""; display: inline-block; width: 1.25rem; border-top: 2px solid; margin-right: .375rem; vertical-align: .3em; }
.legend .under { color: var(--second); } .legend .under::before { border-top-width: 6px; opacity: .5; vertical-align: .15em; }
.legend .second { color: var(--second); } .legend .second::before { border-top-style: dashed; }
.definitions { margin-top: 1rem; } .definitions > .charts, .definitions + .scroll { margin-top: 1rem; }
.definitions > summary { color: var(--quiet); font-size: .9375rem; }
footer { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .875rem; }

@media (max-width: 44rem) {
  body { padding-inline: 1rem; }
  .headline { gap: 1rem; } .stamp { width: 4rem; }
  .rule > summary { grid-template-columns: 1fr auto; } .rule .claim { grid-column: 1 / -1; grid-row: 2; }
  .keys { display: none; }
  .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: .5rem; }
  .verdict { padding-top: 1rem; }
  .figures { font-size: .8125rem; } .figures td, .figures thead th:not(:first-child) { padding-left: .5rem; }
  .figures td.text, .figures thead th.text:not(:first-child) { padding-left: 1rem; }
  .figures th code { white-space: normal; }
  .side { min-width: 0; } .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacked tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .35rem 0; border-bottom: 1px solid var(--line); } .stacked tr:has(+ tr.note) { border-bottom: 0; }
  .stacked th, .figures.stacked td, .side.stacked td { display: block; width: auto; padding: 0; border: 0; white-space: normal; text-align: left; }
  .stacked th { flex: 1 0 60%; } .figures.stacked:not(:has(td.text)) th { flex-basis: 100%; } .stacked td { order: 2; } .figures.stacked td.text { order: 1; padding: 0; } .side.stacked td { flex: 1 0 100%; } .figures.stacked td.drawn { display: none; }
  .stacked td[data-label]:not(.figures .text)::before { content: attr(data-label) " "; color: var(--quiet); font-size: .875rem; }
  .pair { grid-template-columns: 1fr; } .pair dd { margin-bottom: .25rem; }
  .log td, .log th { padding-inline: .35rem; } .log td:first-child, .log th:first-child { width: 3rem; }
  .chart text { font-size: 14px; }
}
@media (max-width: 30rem) {
  .tiles b { font-size: 1.25rem; white-space: nowrap; }
  .figures th:first-child { padding-right: 0; }
  .figures td.text:not([colspan]), .figures thead th.text:not(:first-child) { padding-left: .5rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print {
  :root { --paper: #fff; --card: #fff; }
  html { font-size: 9.5pt; }
  body { max-width: none; padding: 0; }
  nav, #filter, .counts, button, .skip, .toast { display: none !important; }
  .rule.fail::details-content, .rule.could-not-verify::details-content, .rule.fail .findings > li:first-child .wire::details-content { content-visibility: visible; display: block; }
  .rule.could-not-verify > .inside, .definitions { display: none; }
  .chart, .tiles > div, tr { break-inside: avoid; }
  h2, h3, h4, summary { break-after: avoid; }
  tr:has(+ tr.note) { break-after: avoid; }
  .scroll, .wire .scroll { overflow: visible; max-height: none; }
  .curl pre { max-height: none; }
  main > section[id] { padding-top: 1.25rem; }
}
`;
