import { expect, test } from 'vitest';
import { UsageError } from '../../../src/input/usage-error.ts';
import { parseRecordedRun } from '../../../src/report/comparison/recorded-run.ts';
import { passingGate } from '../sample-report.ts';

test('recorded run: a report of this schema version is read', () => {
  const report = passingGate();
  expect(parseRecordedRun(report, 'report.json')).toEqual({ report });
});

test.each([
  [
    'report of schema version 2',
    { ...passingGate(), schemaVersion: 2 },
    'Run report has schema version 2, but this version of Assay reads 4: old.json. Repeat the run with this version of Assay.',
  ],
  [
    'behaviour sheet of a later version',
    { sheetVersion: 3 },
    'Behaviour sheet has schema version 3, but this version of Assay reads 2: old.json. Repeat the run with this version of Assay.',
  ],
  [
    'file of another kind',
    ['outcome'],
    'File is neither a run report nor a behaviour sheet: old.json. Name the report.json or behaviour.json of an earlier run.',
  ],
])('recorded run: a %s is refused with the reason', (_, json, message) => {
  expect(() => parseRecordedRun(json, 'old.json')).toThrow(new UsageError(message));
});
