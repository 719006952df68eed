import { stripVTControlCharacters } from 'node:util';
import type { ProgressStream } from '../src/commands/terminal/progress.ts';
import type { Words } from '../src/report/document/document.ts';
import { runDocument } from '../src/report/document/run-document.ts';
import { columnsOf, fit } from '../src/report/formats/text/text-page.ts';
import { type Markup, markup, verbatim } from '../src/report/phrases/markup.ts';
import type { RunReport } from '../src/report/schema/run-report.ts';

const COLUMNS = 100;
const ESCAPE = String.fromCodePoint(0x1b);
const HOME = new RegExp(`^\\r(?:${ESCAPE}\\[(\\d+)A)?${ESCAPE}\\[J`);

/** A terminal that keeps what it showed. It knows the controls of `Progress` and colours. */
export class RecordingTerminal implements ProgressStream {
  readonly isTTY = true;
  readonly columns = COLUMNS;
  readonly rows = 24;
  /** What stood in it after each write, line by line, with its colours. */
  readonly frames: string[][] = [];
  #lines: readonly string[] = [''];

  hasColors(): boolean {
    return true;
  }

  write(text: string): void {
    const [home = '', up = '0'] = HOME.exec(text) ?? [];
    const kept = home === '' ? this.#lines : [...this.#lines.slice(0, -1 - Number(up)), ''];
    const [first = '', ...more] = text.slice(home.length).split('\n');
    this.#lines = [...kept.slice(0, -1), `${kept.at(-1) ?? ''}${first}`, ...more];
    this.frames.push([...this.#lines]);
  }
}

const WIDTH = 840;
const HEIGHT = 360;
const LINE = 17;
const CHARACTER = 7.8;
const LEFT = 24;

/** Shares of the ten seconds at which the result, then the page, takes the place of what was there. */
const RESULT_AT = 60;
const PAGE_AT = 76;

const STYLE = `
svg { --paper: #faf9f6; --card: #fff; --ink: #211f1b; --quiet: #625d54; --line: #e3dfd6; --green: #1d6b41; --red: #a32a1d; --yellow: #855000; --cyan: #2a5c87; --magenta: #673c9c; }
@media (prefers-color-scheme: dark) { svg { --paper: #171614; --card: #1f1e1b; --ink: #ebe7df; --quiet: #aaa396; --line: #38352f; --green: #7fcf9f; --red: #f2938a; --yellow: #e4b65c; --cyan: #8dbdea; --magenta: #c4a7f2; } }
text { font: 13px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--ink); white-space: pre; }
.c1 { font-weight: 700; } .c31 { fill: var(--red); } .c32 { fill: var(--green); } .c33 { fill: var(--yellow); } .c35 { fill: var(--magenta); } .c36 { fill: var(--cyan); } .c90, .quiet { fill: var(--quiet); }
.back { fill: var(--paper); stroke: var(--line); } .tile { fill: var(--card); stroke: var(--line); } .fail { stroke: var(--red); } .bar { fill: var(--red); }
.page text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; } .page .value { font-size: 21px; font-weight: 650; } .page .h1 { font-size: 44px; font-weight: 680; } .red { fill: var(--red); }
`;

/**
 * A command at work in a terminal, its result, and the first lines of its page. It moves by CSS, three
 * times; the page is what stands where nothing moves.
 */
export function movingPicture(
  command: string,
  { frames }: RecordingTerminal,
  report: RunReport,
): string {
  const prompt = `${ESCAPE}[32m$${ESCAPE}[39m ${command}`;
  const result = frames.at(-1) ?? [];
  // What only begins the result is written within the same moment.
  const begins = (lines: readonly string[]) => result.join('\n').startsWith(lines.join('\n'));
  const moments = frames.filter((lines) => !begins(lines));
  const motion = `@media (prefers-reduced-motion: no-preference) {
.moment { animation: moment 10s step-end 3; } .result { animation: result 10s step-end 3; } .page { animation: page 10s step-end 3; }
${moments.map((_, at) => `.m${at} { animation-delay: ${((at * RESULT_AT) / 10 / moments.length).toFixed(2)}s; }`).join(' ')} }
@keyframes moment { 0% { visibility: visible; } ${(RESULT_AT / moments.length).toFixed(2)}% { visibility: hidden; } }
@keyframes result { 0% { visibility: hidden; } ${RESULT_AT}% { visibility: visible; } ${PAGE_AT}% { visibility: hidden; } }
@keyframes page { 0% { visibility: hidden; } ${PAGE_AT}% { visibility: visible; } }
`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" xml:space="preserve" role="img" aria-label="${command}: the load as it runs, its result, and the first lines of its report"><style>${verbatim(STYLE + motion)}</style><rect class="back" x=".5" y=".5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="10"/>
${moments.map(
  (
    lines,
    at,
  ) => markup`<g class="moment m${at}" visibility="hidden">${terminalLines([prompt, ...lines])}</g>
`,
)}<g class="result" visibility="hidden">${terminalLines([prompt, ...result])}</g>
<g class="page">${pageOf(report)}</g>
</svg>
`.text;
}

function terminalLines(lines: readonly string[]): readonly Markup[] {
  return lines.map((whole, at) => {
    // Only lines to be copied whole are longer, and they have no colour.
    const line = whole.includes(ESCAPE) ? whole : fit(whole, COLUMNS);
    const columns = columnsOf(stripVTControlCharacters(line));
    if (columns === 0) return markup``;
    const length = (columns * CHARACTER).toFixed(1);
    return markup`<text x="${LEFT}" y="${34 + at * LINE}" textLength="${length}">${coloured(line)}</text>`;
  });
}

/** Each colour begins with its code and ends with the next one. */
function coloured(line: string): readonly (Markup | string)[] {
  const [first = '', ...pieces] = line.split(`${ESCAPE}[`);
  const rest = pieces.map((piece) => {
    const [, code = '', text = ''] = /^(\d+)m(.*)$/s.exec(piece) ?? [];
    return text === '' ? '' : markup`<tspan class="c${code}">${text}</tspan>`;
  });
  return [first, ...rest];
}

function pageOf(report: RunReport): Markup {
  const { head } = runDocument(report);
  const { answer, figures, facts, reasons, title } = head;
  const shown = figures.slice(0, 4);
  const room = (WIDTH - 2 * LEFT + 12) / shown.length;
  const said = (x: number, y: number, kind: string, words: Words, columns: number) =>
    markup`<text x="${x.toFixed(0)}" y="${y}" class="${kind}">${fit(plain(words), columns)}</text>`;
  const word = plain(answer?.words ?? title);
  return markup`<rect class="back" x=".5" y=".5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="10"/>
${said(LEFT, 62, 'h1 red', `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`, 30)}
${said(LEFT, 92, '', answer?.beside ?? head.meaning ?? '', 110)}
${said(LEFT, 122, 'quiet', facts.map(({ name, words }) => `${name} ${plain(words)}`).join('    '), 120)}
${shown.map(({ name, value, note = '', tone }, at) => {
  const x = LEFT + at * room;
  const wide = Math.floor((room - 40) / 7);
  return markup`<rect class="tile ${tone}" x="${x.toFixed(1)}" y="144" width="${(room - 12).toFixed(1)}" height="88" rx="9"/>
${said(x + 14, 168, 'quiet', name, wide)}${said(x + 14, 196, `value${tone === 'fail' ? ' red' : ''}`, value, 20)}${said(x + 14, 218, 'quiet', note, wide)}`;
})}
${reasons.slice(0, 4).map((reason, at) => markup`<rect class="bar" x="${LEFT}" y="${254 + at * 28}" width="3" height="22"/>${said(LEFT + 14, 270 + at * 28, '', reason, 118)}`)}
${said(LEFT, HEIGHT - 18, 'quiet', 'report.html', 20)}`;
}

function plain(words: Words): string {
  if (typeof words === 'string') return words;
  return words
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('code' in piece) return piece.code;
      return 'link' in piece ? piece.link : piece.tag;
    })
    .join('');
}
