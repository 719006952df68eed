import { expect, test } from 'vitest';
import { annotationsOf } from '../../src/report/annotations.ts';
import { failingGate, interruptedGate, passingGate } from './sample-report.ts';

test('annotations: a run that passes has none', () => {
  expect(annotationsOf(passingGate())).toEqual([]);
});

test('annotations: each defect of a run is one annotation, the most important first', () => {
  expect(annotationsOf(failingGate()).map(({ level, title }) => `${level} ${title}`)).toEqual([
    'error chat-created-integer failed (required rule)',
    'error chat-stream-done-once-last failed (required rule)',
    'error idempotency-concurrent-one-effect failed (required rule)',
    'error Objective missed',
    'error 1 required rule could not be verified',
    'warning chat-usage-sum has findings (recommended rule)',
  ]);
});

test('annotations: a run that is inconclusive for another reason has one with the reason', () => {
  expect(annotationsOf(interruptedGate())).toMatchObject([
    { level: 'error', message: 'The run was interrupted after 12 s of load.' },
  ]);
});

test('annotations: rules that could not be verified for one reason are one annotation', () => {
  const report = failingGate();
  for (const rule of report.rules) {
    Object.assign(rule, { level: 'must', verdict: 'could-not-verify', reason: 'no second key' });
  }
  const open = annotationsOf(report).filter(({ title }) => title.includes('could not be verified'));
  expect(open).toHaveLength(1);
  expect(open[0]?.message).toMatch(/^no second key: /);
});

test('annotations: an objective has its line of the configuration', () => {
  const report = failingGate();
  const [missed] = report.slo.filter(({ met }) => met === false);
  report.configuration = {
    file: 'assay.yaml',
    sha256: '',
    lines: { target: 2, slo: 8, [`slo.${missed?.objective}`]: 11 },
  };
  const annotations = annotationsOf(report);
  expect(annotations.find(({ title }) => title === 'Objective missed')?.place?.line).toBe(11);
  expect(annotations[0]?.place?.line).toBe(2);
});
