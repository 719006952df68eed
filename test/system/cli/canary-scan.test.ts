import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as formats from '../../../src/report/formats/index.ts';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { CANARY_HEADER } from '../../support/canary/canary-secrets.ts';
import { expectNoLeaks } from '../../support/canary/scan.ts';

const ALL_FORMATS = Object.keys(formats).flatMap((name) => ['--format', name]);

/** The other commands are in `test/deep`. */
describe.concurrent('canary scan', () => {
  test('conform shows no secret in any format, and reports that the gateway does', () =>
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
});
