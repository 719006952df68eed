import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as formats from '../../src/report/formats/index.ts';
import { RunReportSchema } from '../../src/report/run-report.ts';

const SAMPLE = join(import.meta.dirname, '..', '..', 'reports', 'sample');

const files = Object.values(formats).filter(({ file }) => file !== 'report.txt');

test.each(files.map((format) => [format.file, format] as const))(
  'sample: %s is what its report.json renders to ("npm run sample" writes it)',
  async (file, { render }) => {
    const report = RunReportSchema.parse(
      JSON.parse(await readFile(join(SAMPLE, 'report.json'), 'utf8')),
    );
    expect(await readFile(join(SAMPLE, file), 'utf8')).toBe(render(report));
  },
);
