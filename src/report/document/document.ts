import type { HeadlineFigure } from '../phrases/headline-figures.ts';
import type { Markup } from '../phrases/markup.ts';
import { MARK, type RuleGroups } from '../phrases/verdicts.ts';
import type { Verdict } from '../schema/rules.ts';
import type { RunReport } from '../schema/run-report.ts';

/**
 * A report before it has a format: what it says, in its order. It is built once for each kind of report
 * and written as text, Markdown and HTML. Its texts are plain, and may be a gateway's: each writer
 * clips them and makes them safe.
 */
export interface ReportDocument {
  /** Enough to distinguish two tabs of a browser. */
  readonly title: string;
  readonly assayVersion: string;
  /** The file that holds everything shown. */
  readonly data: string;
  readonly head: Head;
  /** What the page keeps in sight while it is read: the outcome, with counts; absent where none are. */
  readonly counts?: Words;
  readonly sections: readonly Section[];
  /** What the page has a search for, over the rows of its tables; absent without one. */
  readonly search?: string;
  /** How the run was made, and how to repeat it; after everything else. */
  readonly closing?: Section;
  /** What a summary shows of its sections before a click; absent where it shows them all. */
  readonly fold?: string;
}

/** The first screen: what the report comes to, and why. */
export interface Head {
  readonly title: Words;
  /** Gives the title its mark and its colour. */
  readonly outcome?: RunReport['outcome'];
  /** What was checked, in a line. */
  readonly what?: Words;
  /** What was checked, one by one. */
  readonly facts: readonly Fact[];
  /** Stands in the place of the title on the page. */
  readonly answer?: Answer;
  /** The title in a sentence. */
  readonly meaning?: string;
  readonly figures: readonly HeadlineFigure[];
  /** The most important first. */
  readonly reasons: readonly Words[];
  readonly remarks: readonly Paragraph[];
}

/** What a command found, where its outcome alone does not say it. */
export interface Answer {
  readonly words: string;
  /** The figures that it comes to. */
  readonly beside?: string | undefined;
  readonly stamp?: Stamp;
}

/** `measured` where nothing could have failed. */
export type Stamp = RunReport['outcome'] | 'measured';

/** A colour beside words, which say the same without it. */
export type Tone = Verdict | RunReport['outcome'] | 'quiet';

export type Words = string | readonly Piece[];
type Piece = string | Code | Link | Tag;

/** Set apart, because it is a value, an id or an address. */
interface Code {
  readonly code: string;
}

/** Only words where it has no goal. */
export interface Link {
  readonly link: string;
  /** An id of the same page. */
  readonly to?: string;
  /** Another page; its scheme is http or https. */
  readonly url?: string | undefined;
}

export interface Tag {
  readonly mark?: string;
  readonly tag: string;
  readonly tone: Tone;
}

/** Where a part is shown, if not everywhere. Files are Markdown and the page; lines are text and Markdown. */
interface Shown {
  readonly only?: 'files' | 'lines' | 'page';
}

export type Block = Section | Paragraph | List | Facts | Table | Charts | Verbatim | Rules;

export interface Section extends Shown {
  readonly kind: 'section';
  /** For links to it; absent inside another section. */
  readonly id?: string;
  readonly title: string;
  /** Beside the title. */
  readonly aside?: string;
  readonly blocks: readonly Block[];
  /** Opened by a click, where there is one. */
  readonly folded?: boolean;
}

export interface Paragraph extends Shown {
  readonly kind: 'paragraph';
  readonly words: Words;
  readonly tone?: Tone;
}

export interface List extends Shown {
  readonly kind: 'list';
  readonly items: readonly Words[];
}

/** Names with their values, which only the page has room for. */
export interface Facts {
  readonly kind: 'facts';
  readonly only: 'page';
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly name: string;
  readonly words: Words;
}

export interface Table extends Shown {
  readonly kind: 'table';
  /** Read aloud in place of a look at it. */
  readonly name: string;
  /** The first names the rows. */
  readonly columns: readonly Column[];
  readonly groups: readonly RowGroup[];
  /** What its columns mean. */
  readonly note?: string;
  /** Each row stands alone on a phone, as where a column has words. */
  readonly stacked?: true;
}

interface Column extends Shown {
  readonly title: string;
  /** Words to the left, which come after all figures; figures to the right when absent. */
  readonly text?: boolean;
  /** Dropped where a terminal has no room for it. */
  readonly minor?: boolean;
  /** Has drawings, which only the page shows. */
  readonly drawn?: true;
}

export interface RowGroup extends Shown {
  readonly name?: string;
  readonly rows: readonly Row[];
}

export interface Row {
  readonly name: Words;
  readonly cells: readonly Cell[];
  /** On the whole row, a sentence each. */
  readonly notes?: readonly string[];
  readonly tone?: Tone;
}

export type Cell = Words | Drawing;

interface Drawing {
  readonly draw: () => Markup;
}

interface Charts {
  readonly kind: 'charts';
  readonly only: 'page';
  /** None where there is nothing to draw. */
  readonly draw: () => readonly Markup[];
}

/** To be copied whole. */
export interface Verbatim extends Shown {
  readonly kind: 'verbatim';
  readonly title: string;
  readonly text: string;
  readonly language: 'sh' | 'yaml';
}

/** The rules with their findings, for which each format has a form of its own. */
export interface Rules extends Shown {
  readonly kind: 'rules';
  readonly groups: RuleGroups;
  readonly report: RunReport;
}

type Medium = 'terminal' | 'summary' | 'page';

/** The parts that a medium shows. */
export function shownIn<T extends Shown>(medium: Medium, parts: readonly T[]): readonly T[] {
  const without = medium === 'terminal' ? 'files' : medium === 'page' ? 'lines' : undefined;
  return parts.filter(
    ({ only = medium }) => only === medium || (only !== 'page' && only !== without),
  );
}

/** Whether all cells are words, which are long: they stand below each other in a terminal. */
export function isLong({ columns }: Table): boolean {
  return columns.every(({ text }) => text === true);
}

/** The columns that a medium shows after the first, with the place of their cells. */
export function columnsIn(
  medium: Medium,
  { columns }: Table,
): readonly (Column & { readonly at: number })[] {
  const placed = columns.slice(1).map((column, at) => ({ ...column, at }));
  return shownIn(medium, placed).filter(({ drawn }) => drawn === undefined || medium === 'page');
}

export function section(
  title: string,
  blocks: readonly (Block | undefined)[],
  more: Pick<Section, 'id' | 'aside' | 'folded' | 'only'> = {},
): Section {
  return { kind: 'section', title, blocks: blocks.filter((block) => block !== undefined), ...more };
}

/** A paragraph; none where there is nothing to say. */
export function paragraph(
  words: Words | undefined,
  more: Pick<Paragraph, 'tone' | 'only'> = {},
): Paragraph | undefined {
  if (words === undefined || words.length === 0) return undefined;
  return { kind: 'paragraph', words, ...more };
}

/** A verdict with its mark and its colour. */
export function verdictTag(verdict: Verdict): Tag {
  return { mark: MARK[verdict], tag: verdict, tone: verdict };
}

export function charts(draw: () => readonly (Markup | false | undefined)[]): Charts {
  return {
    kind: 'charts',
    only: 'page',
    draw: () => draw().filter((chart) => chart !== false && chart !== undefined),
  };
}

/** A table of figures without groups. */
export function rowsOf(rows: readonly Row[]): readonly RowGroup[] {
  return [{ rows }];
}

/** Those that are known. */
export function factsOf(
  facts: readonly (readonly [name: string, words: Words | undefined])[],
): Facts {
  const known = facts.flatMap(([name, words]) => (words === undefined ? [] : [{ name, words }]));
  return { kind: 'facts', only: 'page', facts: known };
}
