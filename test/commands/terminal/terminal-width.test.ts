import { expect, test } from 'vitest';
import { columnsOf } from '../../../src/report/formats/text/text-page.ts';
import { assay } from '../../support/assay-in-process.ts';

/** Examples of the help are copied whole; rule ids of a dry run stand alone on a line. */
const WHOLE = /^ {2}\$ /;

test.each([
  [['help']],
  [['help', 'capacity']],
  [['explain', 'idempotency-concurrent-one-effect']],
  [['list', 'rules']],
  [['conform', '--dry-run', '--area', 'video']],
])('terminal: no line of assay %j is wider than a terminal of 60 columns', async (words) => {
  const { stdout, code } = await assay(words, { columns: 60 });
  expect(code).toBe(0);
  const lines = stdout.split('\n').filter((line) => !WHOLE.test(line));
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => columnsOf(line) > 60)).toEqual([]);
});

test('terminal: an error breaks between words', async () => {
  const { stderr, code } = await assay(['load', '--users', '3', '--arrival-rate', '5/s'], {
    columns: 60,
  });
  expect(code).toBe(3);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => columnsOf(line) > 60)).toEqual([]);
});

test('terminal: a list that is not read on a terminal has one line for each entry', async () => {
  const rules = async (columns?: number) => {
    const { stdout } = await assay(['list', 'rules'], { ...(columns && { columns }) });
    return stdout.trimEnd().split('\n');
  };
  expect((await rules()).every((line) => /^[a-z]/.test(line))).toBe(true);
  expect((await rules(60)).length).toBeGreaterThan((await rules()).length);
});
