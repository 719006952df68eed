import { expect, test } from 'vitest';
import { parseObjective } from '../../../src/measure/objective.ts';
import { baselineFigure } from '../../../src/report/performance/baseline-figure.ts';
import { suggestedObjectives } from '../../../src/report/performance/suggested-objectives.ts';
import type { RunReport } from '../../../src/report/schema/run-report.ts';
import { passingGate } from '../sample-report.ts';

const gate = { ...passingGate(), slo: [] };

test('suggested objectives: the run met each with 20 % room, and not with 35 %', () => {
  const suggested = suggestedObjectives(gate).map(parseObjective);
  expect(suggested.length).toBeGreaterThan(2);
  const figureOf = gate.load && baselineFigure(gate.load);
  for (const objective of suggested) {
    const measured = figureOf?.(objective) ?? 0;
    const share = 'limitMs' in objective ? objective.limitMs / measured : 0;
    expect(share, objective.text).toBeGreaterThanOrEqual(1.2);
    expect(share, objective.text).toBeLessThan(1.35);
  }
});

test('suggested objectives: a latency that has one gets no other', () => {
  const [first = '', ...others] = suggestedObjectives(gate);
  const objective = `${first.split(' <')[0]} <= 9s`;
  const limited = { objective, operation: 'chat', met: true, measured: 1, limit: 9000, unit: 'ms' };
  expect(suggestedObjectives({ ...gate, slo: [limited] })).toEqual(others);
});

test.each<[string, Partial<RunReport>]>([
  ['without a load', { load: undefined }],
  [
    'whose generator could not keep up',
    { load: gate.load && { ...gate.load, health: { ...gate.load.health, healthy: false } } },
  ],
])('suggested objectives: a run %s has none', (_, change) => {
  expect(suggestedObjectives({ ...gate, ...change })).toEqual([]);
});
