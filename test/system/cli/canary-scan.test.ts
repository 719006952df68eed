import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as formats from '../../../src/report/formats/index.ts';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { CANARY_HEADER } from '../../support/canary/canary-secrets.ts';
import { expectNoLeaks } from '../../support/canary/scan.ts';

const ALL_FORMATS = Object.keys(formats).flatMap((name) => ['--format', name]);

/** The other commands are in `test/deep`. */
describe.concurrent('canary scan', () => {
  test('conform shows no secret in any format, and reports a gateway that does', () =>
    expectNoLeaks({
      args: [
        ...'conform --area auth --target TARGET'.split(' '),
        ...CANARY_HEADER,
        ...'--out out'.split(' '),
        ...ALL_FORMATS,
      ],
      codes: [1],
      async inspect(folder) {
        const json: unknown = JSON.parse(await readFile(join(folder, 'out/report.json'), 'utf8'));
        const { rules } = RunReportSchema.parse(json);
        const echo = rules.find(({ id }) => id === 'auth-key-not-echoed');
        expect(echo?.verdict).toBe('fail');
      },
    }));

  test('a load shows no secret in its recording, in outputs of k6 or to its processes', () =>
    expectNoLeaks({
      args: [
        ...'load --scenario mixed --duration 1s --target TARGET'.split(' '),
        ...CANARY_HEADER,
        ...'--out out --record run.rec'.split(' '),
        ...ALL_FORMATS,
        ...'--k6-out json=samples.json --k6-out csv=samples.csv'.split(' '),
      ],
      next: [['judge', 'run.rec', '--out', 'judged', '--json']],
      codes: [1, 2],
      async inspect(folder, { files, stderr }) {
        expect(files).toEqual(expect.arrayContaining(['run.rec', 'samples.json', 'samples.csv']));
        expect((await stat(join(folder, 'run.rec'))).mode & 0o777).toBe(0o600);
        expect(stderr).toContain('Recording: run.rec contains complete requests and answers.');
        expect(files.filter((name) => name.startsWith('tmp/'))).toEqual([]);
      },
    }));
});
