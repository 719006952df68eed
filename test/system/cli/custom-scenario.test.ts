import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testFolder } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

const SEND = `import { send } from 'assay/scenarios/lib/gateway.ts';
import { iteration } from 'assay/scenarios/lib/iteration.ts';
import { chatRequest } from 'assay/scenarios/lib/requests.ts';
`;
const OPTIONS = `export { options } from 'assay/scenarios/lib/workload.ts';\n`;
const CHAT = 'export default () => send(chatRequest(iteration(), false));\n';

const folder = await testFolder('own-scenario');

beforeAll(async () => {
  const scenarios = {
    'no-options.ts': SEND + CHAT,
    'no-function.ts': OPTIONS,
    'unseen.ts': `import http from 'k6/http';
export const options = { vus: 1, duration: '1s' };
export default () => http.get('http://127.0.0.1:9');\n`,
    'silent.ts': `${OPTIONS}export default () => {};\n`,
    'throws-1.ts': throwing(1),
    'throws-2.ts': throwing(2),
    'renamed.ts': `${SEND}export const options = {
  scenarios: { mine: { executor: 'per-vu-iterations', vus: 1, iterations: 3, exec: 'chats' } },
};
export const chats = () => send(chatRequest(iteration(), false));\n`,
  };
  for (const [file, text] of Object.entries(scenarios)) await writeFile(join(folder, file), text);
});

/** Three chats, after some of which it throws. */
function throwing(times: number): string {
  return `${SEND}export const options = {
  scenarios: { mine: { executor: 'per-vu-iterations', vus: 1, iterations: 3 } },
};
export default () => {
  const turn = iteration();
  send(chatRequest(turn, false));
  if (turn.number < ${times}) throw new Error('no such tariff');
};\n`;
}

const NO_OPTIONS =
  /^Scenario has no options: \.\/no-options\.ts\. .* Add "export \{ options \} from/;

test.concurrent.each([
  ['without options', ['load', '--scenario', './no-options.ts'], NO_OPTIONS],
  [
    'without a function',
    ['load', '--scenario', './no-function.ts'],
    /^Scenario has nothing to run: \.\/no-function\.ts exports no function\. Add "export default/,
  ],
  [
    'that sends through k6/http only',
    ['load', '--scenario', './unseen.ts'],
    /^Scenario sends nothing that Assay sees: \.\/unseen\.ts does not use k6\/x\/gateway, .* Send with "send"/,
  ],
  ['for a gate', ['gate', '--scenario', './no-options.ts'], NO_OPTIONS],
  [
    'for an emitted script',
    ['load', '--emit', 'script', '--target', 'http://a:1', '--scenario', './no-options.ts'],
    NO_OPTIONS,
  ],
])('custom scenario: one %s is refused before anything is sent', async (_, args, message) => {
  const run = await assay(args, { cwd: folder });
  expect(run.stderr).toMatch(message);
  expect(run.stdout).toBe('');
  expect(run.code).toBe(3);
});

test.concurrent('custom scenario: one that sends nothing is named as the reason for missing figures', async () => {
  const args = ['load', '--scenario', './silent.ts', '--duration', '1s', '--out', 'silent'];
  const run = await assay(args, { cwd: folder });
  expect(run.stdout).toMatch(
    /^ {2}Nothing was measured: \.\/silent\.ts sent no request through k6\/x\/gateway, .*\n? *.*"send"/m,
  );
  expect(run.code).toBe(3);
});

test.concurrent('custom scenario: one with its own executors and a named function runs', async () => {
  const args = [
    'load',
    '--scenario',
    './renamed.ts',
    '--duration',
    '1s',
    '--verbose',
    '--out',
    'renamed',
  ];
  const run = await assay(args, { cwd: folder });
  expect(run.stdout).toMatch(/All 3\s+requests were checked against the rules\./);
  expect(run.code).toBe(0);
});

test.concurrent.each([
  [1, 'The scenario threw once: Error: no such tariff'],
  [2, 'The scenario threw 2 times: Error: no such tariff'],
])('custom scenario: one that throws %i of 3 times is reported', async (times, sentence) => {
  const args = ['load', '--scenario', `./throws-${times}.ts`, '--duration', '1s', '--json'];
  const run = await assay(args, { cwd: folder });
  expect(run.code).toBe(3);
  expect(JSON.parse(run.stdout).reasons[0]).toMatch(sentence);
});
