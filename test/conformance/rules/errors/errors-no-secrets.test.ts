import { errorsNoSecrets } from '../../../../src/conformance/rules/errors/errors-no-secrets.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const failed = (message: string) => answer({ error: { message } }, { status: 500 });

ruleTable(errorsNoSecrets, [
  ...[
    'Incorrect API key provided: sk-n****************pqrs.',
    'Incorrect API key provided: sk-...wxyz. See https://docs.invalid/keys.',
    'The header Authorization must be "Bearer <key>".',
    'Bearer realm="reference", error="invalid_token"',
    'See https://docs.invalid/errors#sk-limits, request id 7f0c2a51-9d3e-4b0f-8f63-2f6f5f0a9b1c.',
  ].map((message) => ({ name: JSON.stringify(message), evidence: failed(message) })),
  ...[
    ['sk-proj-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V', 'sk-pro… (32 characters)'],
    ['sk-ant-api03-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V', 'sk-ant… (37 characters)'],
    ['AKIAIOSFODNN7EXAMPLE', 'AKIAIO… (20 characters)'],
    ['Authorization: Bearer abcdefghijklmnopqrstuvwxyz', 'Bearer… (34 characters)'],
    ['redis://app:s3cretword@cache/0', 'redis:… (23 characters)'],
  ].map(([secret, actual]) => ({
    name: `a message with ${secret}`,
    evidence: failed(`The provider refused ${secret}.`),
    findings: [{ expected: 'no credential', actual }],
  })),
  {
    name: 'a stream whose error has a key',
    evidence: stream([event({ error: { message: 'No: sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' } })]),
    findings: [{ actual: 'sk-4f7… (27 characters)' }],
  },
  {
    name: 'a failed job whose error has a key',
    evidence: answer(
      { status: 'failed', error: { message: 'No: sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' } },
      { operation: 'video-read' },
    ),
    findings: [{ expected: 'no credential' }],
  },
  {
    name: 'the text of the model',
    evidence: answer({
      choices: [{ message: { content: 'sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' } }],
      output_text: 'sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V',
    }),
  },
  {
    name: 'a delta of the model',
    evidence: stream([event({ choices: [{ delta: { content: 'sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' } }] })]),
  },
  {
    name: 'an extra member of a good answer',
    evidence: answer({ choices: [], route: { to: ['sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V'] } }),
    findings: [{ actual: 'sk-4f7… (27 characters)', where: 'member to' }],
  },
  {
    name: 'an extra member of an event of a good stream',
    evidence: stream([event({ choices: [] }), event({ route: 'sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' })]),
    findings: [{ actual: 'sk-4f7… (27 characters)', where: 'member route' }],
  },
  {
    name: 'a header of a good answer',
    evidence: answer({}, { headers: { 'x-route': 'sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' } }),
    findings: [{ actual: 'sk-4f7… (27 characters)', where: 'header x-route' }],
  },
  {
    name: 'a cookie of the caller',
    evidence: answer({}, { headers: { 'set-cookie': 'at=sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' } }),
  },
  {
    name: 'a random id in base64 that has the beginning of a key in it',
    evidence: answer({
      id: 'resp_bGl0ZWxsb-sk-7PFqT0w4f7Qw0Zr8LmNc2Xs5',
      file: 'x/AIza4f7Qw0Zr8LmNc2Xs5Ty9Ub3V4f7Qw0Zr8',
    }),
  },
  {
    name: 'what the caller sent',
    evidence: answer(
      { tag: 'sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' },
      { sent: { tag: 'sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' } },
    ),
  },
]);
