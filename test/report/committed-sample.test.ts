import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as formats from '../../src/report/formats/index.ts';
import { RunReportSchema } from '../../src/report/schema/run-report.ts';

const SAMPLE = join(import.meta.dirname, '..', '..', 'reports', 'sample');

function sample(file: string): Promise<string> {
  return readFile(join(SAMPLE, file), 'utf8');
}

const rendered = Object.values(formats).filter(
  ({ file }) => file !== 'report.txt' && file !== 'report.json',
);

test('sample: report.json matches the schema, without further members', async () => {
  const report: unknown = JSON.parse(await sample('report.json'));
  expect(RunReportSchema.parse(report)).toEqual(report);
});

test.each(rendered.map((format) => [format.file, format] as const))(
  'sample: %s is rendered from its report.json ("npm run sample" writes it)',
  async (file, { render }) => {
    const report = RunReportSchema.parse(JSON.parse(await sample('report.json')));
    expect(await sample(file)).toBe(render(report));
  },
);
