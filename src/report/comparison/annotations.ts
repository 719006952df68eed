import type { Annotation } from '../annotations.ts';
import type { Comparison } from './schema.ts';
import { cutShortSentence, differenceSentence, rowsThat } from './sentences.ts';

/** An error for each reason of --fail-on, one warning for all differences, and an error where the comparison is incomplete. */
export function comparisonAnnotations(comparison: Comparison): readonly Annotation[] {
  const cutShort = cutShortSentence(comparison);
  const rows = [...comparison.operations, ...comparison.rules, ...comparison.behaviours];
  return [
    ...(comparison.reasons ?? []).map((message) => ({
      level: 'error' as const,
      title: 'Build is worse, or may be',
      message,
    })),
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
