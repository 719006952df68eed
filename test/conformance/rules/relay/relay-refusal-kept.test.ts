import { relayRefusalKept } from '../../../../src/conformance/rules/relay/relay-refusal-kept.ts';
import { answer, event, stream } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';

const sent = call({ answer: { refusal: 'I cannot.' } });
const chat = (refusal: unknown) => answer({ choices: [{ message: { content: null, refusal } }] });
const delta = (refusal: unknown, index = 0) => event({ choices: [{ index, delta: { refusal } }] });
const response = (...content: readonly unknown[]) =>
  answer({ output: [{ type: 'message', content }] }, { operation: 'responses' });
const responseStream = (...events: readonly object[]) =>
  stream(
    events.map((each) => event(each)),
    { operation: 'responses' },
  );

ruleTable(relayRefusalKept, [
  { name: 'the same in a chat', evidence: relay([chat('I cannot.')], [sent]) },
  {
    name: 'the same in a chat stream, in parts beside another choice,',
    evidence: relay(
      [stream([delta('I '), delta('No.', 1), delta(null), delta('cannot.'), event('[DONE]')])],
      [sent],
    ),
  },
  {
    name: 'the same in a response',
    evidence: relay([response({ type: 'refusal', refusal: 'I cannot.' })], [sent]),
  },
  {
    name: 'the same in the deltas of a response, with all of it once more,',
    evidence: relay(
      [
        responseStream(
          { type: 'response.refusal.delta', delta: 'I ' },
          { type: 'response.refusal.delta', delta: 'cannot.' },
          { type: 'response.refusal.done', refusal: 'I cannot.' },
        ),
      ],
      [sent],
    ),
  },
  {
    name: 'all of it at the end of a response',
    evidence: relay(
      [responseStream({ type: 'response.refusal.done', refusal: 'I cannot.' })],
      [sent],
    ),
  },
  {
    name: 'a chat without it',
    evidence: relay([chat(undefined)], [sent]),
    findings: [
      {
        expected: '"I cannot." (9 characters)',
        actual: '"" (0 characters)',
        where: 'the refusal',
      },
    ],
  },
  {
    name: 'a chat stream without it',
    evidence: relay([stream([delta(undefined), event('[DONE]')])], [sent]),
    findings: [{ where: 'the refusal' }],
  },
  {
    name: 'the refusal as text of a response',
    evidence: relay([response({ type: 'output_text', text: 'I cannot.' })], [sent]),
    findings: [{ where: 'the refusal' }],
  },
  {
    name: 'a part of it in a response',
    evidence: relay([responseStream({ type: 'response.refusal.delta', delta: 'I ' })], [sent]),
    findings: [{ actual: '"I " (2 characters)' }],
  },
  {
    name: 'a failure',
    evidence: relay([answer({}, { status: 500 })], [sent]),
    unverifiable: 'a whole 2xx answer',
  },
  {
    name: 'a model that answers',
    evidence: relay([chat(null)], [call()]),
    unverifiable: 'an upstream that refuses',
  },
]);
