import type { Annotation } from '../annotations.ts';
import type { Comparison } from './schema.ts';
import { cutShortSentence, differenceSentence, rowsThat } from './sentences.ts';

/** One warning for all differences, and an error where the comparison is incomplete. */
export function comparisonAnnotations(comparison: Comparison): readonly Annotation[] {
  const cutShort = cutShortSentence(comparison);
  const rows = [...comparison.operations, ...comparison.rules, ...comparison.behaviours];
  return [
    ...(cutShort === undefined
      ? []
      : [{ level: 'error' as const, title: 'Comparison is incomplete', message: cutShort }]),
    ...(rowsThat(rows, 'differs').length === 0
      ? []
      : [
          {
            level: 'warning' as const,
            title: 'Compared targets differ',
            message: differenceSentence(comparison),
          },
        ]),
  ];
}
