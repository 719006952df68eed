import { formatCount, formatNumberOf } from '../figures.ts';
import type { Comparison, Standing } from './schema.ts';

/** The groups of rows in the order in which a reader wants them. */
export const STANDINGS: readonly (readonly [standing: Standing, title: string])[] = [
  ['differs', 'What differs'],
  ['unsettled', 'What not all showed'],
  ['same', 'What is the same'],
];

/** `2 of 140 rules and 3 of 96 behaviours differ.` */
export function differenceSentence({ rules, behaviours }: Comparison): string {
  const differing = (rows: readonly { readonly standing: Standing }[], noun: string): string => {
    const count = rows.filter(({ standing }) => standing === 'differs').length;
    return `${formatCount(count)} of ${formatNumberOf(rows.length, noun)}`;
  };
  return `${differing(rules, 'rule')} and ${differing(behaviours, 'behaviour')} differ.`;
}

/** Rows of one standing. */
export function rowsThat<T extends { readonly standing: Standing }>(
  rows: readonly T[],
  wanted: Standing,
): readonly T[] {
  return rows.filter((row) => row.standing === wanted);
}

/** What a behaviour's cell says: the answer, or why there is none. */
export function behaviourWords(cell: Comparison['behaviours'][number]['cells'][number]): string {
  return cell.answer ?? `not observed, because ${cell.because ?? 'nothing showed it'}`;
}
