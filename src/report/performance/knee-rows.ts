import { type MinEffect, rateEffect } from '../../measure/change/min-effect.ts';
import { rateChange } from '../../measure/change/rate-change.ts';
import type { FigureRow } from './figure-row.ts';
import type { MeasuredSubject } from './measured-subject.ts';

/** The maximum sustainable rate, with the interval of each search. */
export function kneeRows(
  subjects: readonly MeasuredSubject[],
  minEffect: MinEffect,
): readonly FigureRow[] {
  const [before, ...others] = subjects.map(({ knee }) => knee);
  return [
    {
      operation: 'all',
      metric: 'knee',
      unit: '/s',
      betterWhen: 'higher',
      cells: subjects.map(({ knee }) => ({ value: knee?.rate ?? null, observations: null })),
      estimates: others.map((after) => ({
        decides: true,
        ...(before && { effect: rateEffect(minEffect, before.rate) }),
        ...(before && after
          ? { estimate: rateChange(before, after) }
          : { reason: 'a knee is unknown' }),
      })),
    },
  ];
}
