import type { RunSummary } from '../../document/run-summary.ts';
import { formatNumberOf, NO_BREAK_SPACE } from '../../phrases/number-format.ts';
import { clipLine, printable } from '../../phrases/printable.ts';
import { fit, type TextPage } from './text-page.ts';

/** Lines of a summary, with the one that names the report. */
const LINES = 25;
/** Causes that are shown even where the rows leave no room for them. */
const LEAST_CAUSES = 3;
/** Lines of a cause. */
const CAUSE_LINES = 3;
/** More of a phrase is in the report. */
const PHRASE_CHARACTERS = 400;
/** Longer phrases are sentences, which may end a line anywhere. */
const WHOLE_CHARACTERS = 48;

/** A run for the end of a terminal: the outcome, a line for each cause, then what was measured. */
export function summaryLines(
  { outcome, what, causes, rows }: RunSummary,
  page: TextPage,
): string[] {
  const word = outcome.toUpperCase();
  const [first = '', ...more] = page.wrap(` ${word}  ${joined(what)}`, 0, 2);
  const head = [first.replace(word, page.paint(outcome, word)), ...more];
  const figures = rows.flatMap(([name, phrases]) => rowLines(name, phrases, page));
  const room = LINES - 1 - head.length - figures.length;
  return [...head, ...causeLines(causes, room, page), ...figures];
}

/** `report      reports/…/report.html`: a line to be copied whole. */
export function wholeLine(name: string, text: string): string {
  return `  ${labelled(name, text)}`;
}

function labelled(name: string, text: string): string {
  return `${name.padEnd(LABEL_COLUMNS)}${text}`;
}

const LABEL_COLUMNS = 'objectives'.length + 2;

function rowLines(name: string, phrases: readonly string[], page: TextPage): string[] {
  return name === 'repeat'
    ? [wholeLine(name, printable(phrases.join('')))]
    : page.wrap(labelled(name, joined(phrases)), 2, LABEL_COLUMNS);
}

/** Those that have room; the last line says how many have not. */
function causeLines(causes: RunSummary['causes'], room: number, page: TextPage): string[] {
  const width = page.columns - 2;
  const all = causes.map(({ words, isLong }) => {
    const text = clipLine(words, PHRASE_CHARACTERS);
    return isLong ? [`  ${fit(text, width)}`] : page.wrap(text, 2, 2).slice(0, CAUSE_LINES);
  });
  let shown = all.length;
  const used = () => all.slice(0, shown).flat().length + (shown < all.length ? 1 : 0);
  while (shown > LEAST_CAUSES && used() > room) shown -= 1;
  const left = all.length - shown;
  const more = `  and ${formatNumberOf(left, 'more reason')}: see the report`;
  return [...all.slice(0, shown).flat(), ...(left === 0 ? [] : [more])];
}

/** Short phrases stay on one line each. */
function joined(phrases: readonly string[]): string {
  const whole = phrases.map((phrase) => {
    const text = clipLine(phrase, PHRASE_CHARACTERS);
    return text.length > WHOLE_CHARACTERS ? text : text.replaceAll(' ', NO_BREAK_SPACE);
  });
  return whole.join(`${NO_BREAK_SPACE}· `);
}
