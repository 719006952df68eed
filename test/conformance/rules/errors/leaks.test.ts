import { errorsNoExceptionTexts } from '../../../../src/conformance/rules/errors/errors-no-exception-texts.ts';
import { errorsNoInternals } from '../../../../src/conformance/rules/errors/errors-no-internals.ts';
import { errorsNoPrivateAddresses } from '../../../../src/conformance/rules/errors/errors-no-private-addresses.ts';
import { errorsNoSecrets } from '../../../../src/conformance/rules/errors/errors-no-secrets.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { wrapper } from './error-bodies.ts';

const failedWith = (error: object) => answer({ error }, { status: 500 });

ruleTable(errorsNoExceptionTexts, [
  {
    name: 'a type that is the name of a class',
    evidence: failedWith({
      message: 'The model is not known.',
      type: 'NotFoundError',
      code: '404',
    }),
  },
  {
    name: 'a message that mentions errors',
    evidence: failedWith({
      message: 'Error: the model failed. An exception to this rule is possible.',
    }),
  },
  {
    name: 'a message with addresses and file names',
    evidence: failedWith({ message: 'See docs.example.com/Errors. Upload audio.wav again.' }),
  },
  ...[
    'litellm.BadRequestError: OpenAIException - no such model',
    'ActiveRecord::ConnectionTimeoutError',
    "KeyError: 'choices'",
    'ValueError(no choices)',
    "Cannot read properties of undefined (reading 'id')",
    "'NoneType' object has no attribute 'get'",
    'connect ECONNREFUSED',
    'runtime error: invalid memory address or nil pointer dereference',
  ].map((message) => ({
    name: `the message ${JSON.stringify(message)}`,
    evidence: failedWith({ message }),
    findings: [{ expected: 'a message for callers' }],
  })),
  {
    name: 'a stream whose error has one',
    evidence: stream([event({ error: { message: "TypeError: 'x' is bad" } })]),
    findings: [{ expected: 'a message for callers' }],
  },
  { name: 'a valid answer', evidence: answer({ id: 'a' }), unverifiable: 'a failure with a body' },
]);

const wrapped = (message: string) => answer(wrapper({ message }), { status: 500 });

ruleTable(errorsNoInternals, [
  {
    name: 'a message for callers',
    evidence: wrapped('The model m-1 (at 10:31:20) failed. Select another from /models.'),
  },
  {
    name: 'a link to documentation',
    evidence: wrapped('See https://example.com/docs/errors.html at once.'),
  },
  { name: 'words on several lines', evidence: wrapped('Failed\n at least twice') },
  {
    name: 'a stack of Node',
    evidence: wrapped('x\n    at handler (/srv/gateway/chat.js:17:9)'),
    findings: [{ expected: 'a message for callers' }, { actual: '(/srv/gateway/chat.js' }],
  },
  {
    name: 'a stack of Python',
    evidence: wrapped('Traceback (most recent call last):\n  File "main.py", line 7'),
    findings: [
      { actual: 'Traceback (most recent call last)' },
      { actual: 'File \\"main.py\\", line 7' },
    ],
  },
  {
    name: 'a panic of Go',
    evidence: wrapped('goroutine 7 [running]:'),
    findings: [{ actual: 'goroutine 7 [running' }],
  },
  {
    name: 'SQL',
    evidence: wrapped('SELECT id FROM keys WHERE'),
    findings: [{ actual: 'SELECT id FROM keys' }],
  },
  {
    name: 'an object of Python',
    evidence: wrapped('<litellm.Key object at 0x7f>'),
    findings: [{}],
  },
  {
    name: 'a page with a stack',
    evidence: answer('<pre>Error\n    at f (a.js:1:2)</pre>', { status: 500, type: 'text/html' }),
    findings: [{ actual: 'at f (a.js:1:2)' }],
  },
  {
    name: 'an empty body',
    evidence: answer('', { status: 500 }),
    unverifiable: 'a failure with a body',
  },
  {
    name: 'SQL in a refusal',
    evidence: answer(wrapper({ message: 'SELECT id FROM keys WHERE' }), { status: 400 }),
    findings: [{ actual: 'SELECT id FROM keys' }],
  },
]);

const badGateway = (message: string) => answer({ error: { message } }, { status: 502 });

ruleTable(errorsNoPrivateAddresses, [
  ...[
    'No such path at http://127.0.0.1:8080/no/such/path.',
    'The address 203.0.113.7 is over its limit.',
    'Version 10.2.3 of the API is not offered.',
    'An internal error, see https://internal.example.com/help.',
    'Use api.example.com:443 in place of localhost.',
  ].map((message) => ({ name: JSON.stringify(message), evidence: badGateway(message) })),
  ...[
    'http://10.20.0.17:8000/v1',
    '127.0.0.1:4000',
    '192.168.1.4',
    '172.20.3.9:11434',
    'localhost:11434',
    'vllm-0.models.svc.cluster.local:8000',
    'ip-10-0-3-4.ec2.internal',
    '[::1]:9000',
  ].map((address) => ({
    name: `a message with ${address}`,
    evidence: badGateway(`The upstream at ${address} did not answer.`),
    findings: [{ expected: 'no private address' }],
  })),
  {
    name: 'an address with a port of thousands of digits',
    evidence: badGateway(`10.1.2.3:${'1'.repeat(16_000)}a`),
    findings: [{ actual: '10.1.2.3' }],
  },
  {
    name: 'numbers that go on after an address',
    evidence: badGateway('Build 10.1.2.3..4 is not an address.'),
  },
  {
    name: 'a stream whose error has one',
    evidence: stream([event({ type: 'error', message: '10.1.2.3:80 is gone' })]),
    findings: [{ actual: '10.1.2.3:80' }],
  },
  {
    name: 'the text of the model',
    evidence: answer({
      choices: [{ message: { content: '10.2.3.4:8000' } }],
      output_text: '10.2.3.4:8000',
    }),
  },
  {
    name: 'a delta of the model',
    evidence: stream([event({ choices: [{ delta: { content: '10.2.3.4:8000' } }] })]),
  },
  {
    name: 'an extra member of a good answer',
    evidence: answer({ choices: [], route: { to: ['10.2.3.4:8000'] } }),
    findings: [{ actual: '10.2.3.4:8000', where: 'member to' }],
  },
  {
    name: 'an extra member of an event of a good stream',
    evidence: stream([event({ choices: [] }), event({ route: '10.2.3.4:8000' })]),
    findings: [{ actual: '10.2.3.4:8000', where: 'member route' }],
  },
  {
    name: 'a header of a good answer',
    evidence: answer({}, { headers: { 'x-route': '10.2.3.4:8000' } }),
    findings: [{ actual: '10.2.3.4:8000', where: 'header x-route' }],
  },
  {
    name: 'a cookie of the caller',
    evidence: answer({}, { headers: { 'set-cookie': 'at=10.2.3.4:8000' } }),
  },
  {
    name: 'what the caller sent',
    evidence: answer({ tag: '10.2.3.4:8000' }, { sent: { tag: '10.2.3.4:8000' } }),
  },
]);

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
    name: 'what the caller sent',
    evidence: answer(
      { tag: 'sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' },
      { sent: { tag: 'sk-4f7Qw0Zr8LmNc2Xs5Ty9Ub3V' } },
    ),
  },
]);
