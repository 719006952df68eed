import { styleText } from 'node:util';
import type { Verdict } from '../../schema/rules.ts';
import type { RunReport } from '../../schema/run-report.ts';

/** What a piece of text is, from which its colour follows. */
export type Ink = Verdict | RunReport['outcome'] | 'heading' | 'quiet';

/** Gives a text its colour, or leaves it as it is. */
export type Paint = (ink: Ink, text: string) => string;

export const uncoloured: Paint = (_ink, text) => text;

export const coloured: Paint = (ink, text) =>
  styleText(STYLES[ink], text, { validateStream: false });

const STYLES = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  note: 'cyan',
  'could-not-verify': 'magenta',
  'not-applicable': 'gray',
  inconclusive: 'magenta',
  heading: 'bold',
  quiet: 'gray',
} as const;
