import { beforeAll, describe, test } from 'vitest';
import { findEngine } from '../../src/load/engine/find-engine.ts';
import * as formats from '../../src/report/formats/index.ts';
import { CANARY_HEADER } from '../support/canary/canary-secrets.ts';
import { expectNoLeaks } from '../support/canary/scan.ts';

/** Judging two gateways by all rules takes minutes on a busy machine. */
const PATIENCE_MS = 600_000;
const BUILD_MS = 300_000;

const ALL_FORMATS = Object.keys(formats).flatMap((name) => ['--format', name]);
const SENT = ['--target', 'TARGET', ...CANARY_HEADER] as const;
const WRITTEN = ['--out', 'out'] as const;

/** What a user may write: it prints answers, and throws one. */
const TALKATIVE = `
import { send } from 'assay/scenarios/lib/gateway.ts';
import { iteration } from 'assay/scenarios/lib/iteration.ts';
import { chatRequest } from 'assay/scenarios/lib/requests.ts';

export { options } from 'assay/scenarios/lib/workload.ts';

export default function () {
  const answer = send(chatRequest(iteration(), false));
  console.log(answer.text(), answer.field('id'));
  throw new Error('thrown: ' + answer.text() + answer.field('error.message'));
}
`;

describe('canary scan: no secret is shown by', { timeout: PATIENCE_MS }, () => {
  beforeAll(async () => {
    await findEngine();
  }, BUILD_MS);

  test('conform, with all rules', () =>
    expectNoLeaks({ args: ['conform', ...SENT, ...WRITTEN, ...ALL_FORMATS], codes: [1] }));

  test('conform that is interrupted, on stdout as JSON', () =>
    expectNoLeaks({
      args: ['conform', ...SENT, ...WRITTEN, '--json'],
      interruptAt: 'Conformance: ',
      codes: [130],
    }));

  test('gate, and a comparison of its report with another', () =>
    expectNoLeaks({
      args: [
        ...'gate --duration 1s --baseline accepted.yaml --update-baseline'.split(' '),
        ...SENT,
        ...WRITTEN,
        ...ALL_FORMATS,
      ],
      next: [['compare', 'a=out', 'b=out/report.json', '--out', 'compared']],
      codes: [0, 1],
    }));

  test('a load of two engines that is judged after it', () =>
    expectNoLeaks({
      args: [
        ...'load --duration 2s --json'.split(' '),
        ...SENT,
        ...WRITTEN,
        ...'--segments 2 --judge after --record run.rec'.split(' '),
      ],
      next: [['judge', 'run-1.rec', 'run-2.rec', '--out', 'judged']],
      codes: [1, 2],
    }));

  test('a load whose spool is a temporary file', () =>
    expectNoLeaks({
      args: ['load', '--duration', '2s', ...SENT, ...WRITTEN, '--judge', 'after'],
      codes: [1, 2],
    }));

  test('a load of a custom scenario that prints and throws what it received', () =>
    expectNoLeaks({
      args: ['load', '--scenario', './talkative.ts', '--duration', '2s', ...SENT, ...WRITTEN],
      files: { 'talkative.ts': TALKATIVE },
      codes: [1, 2, 3],
    }));

  test('capacity', () =>
    expectNoLeaks({
      args: [
        ...'capacity --operation chat --time-limit 30s'.split(' '),
        ...SENT,
        ...WRITTEN,
        ...ALL_FORMATS,
      ],
      codes: [0, 1, 2],
    }));

  test('describe', () =>
    expectNoLeaks({ args: ['describe', ...SENT, ...WRITTEN, '--json'], codes: [0] }));

  test('compare', () =>
    expectNoLeaks({ args: ['compare', 'a=TARGET', 'embedded', ...WRITTEN], codes: [0] }));

  test.each([
    ['a script of a load', ['load', '--emit', 'script', ...SENT]],
    ['a load for the k6 operator', ['load', '--emit', 'k6-operator', ...SENT]],
    ['a dry run', ['gate', '--dry-run', '--json', ...SENT]],
    ['list', ['list', 'rules', '--json']],
    ['explain', ['explain', 'auth-key-not-echoed']],
    ['init', ['init']],
  ])('%s', (_, args) => expectNoLeaks({ args, codes: [0] }));
});
