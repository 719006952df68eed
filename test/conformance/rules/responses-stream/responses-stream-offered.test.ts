import { responsesStreamOffered } from '../../../../src/conformance/rules/responses-stream/responses-stream-offered.ts';
import { answer, event, stream } from '../exchanges.ts';
import { response } from '../responses/bodies.ts';
import { ruleTable } from '../rule-table.ts';
import { sent, WHOLE } from './events.ts';

const facts = { operation: 'responses', sent: { model: 'some-model', stream: true } } as const;

ruleTable(responsesStreamOffered, [
  { name: 'a stream of typed events', evidence: sent(WHOLE) },
  {
    name: 'one JSON body',
    evidence: answer(response(), facts),
    findings: [{ expected: 'text/event-stream', actual: 'application/json' }],
  },
  {
    name: 'an event without type',
    evidence: stream([event({ delta: 'Hi' })], facts),
    findings: [
      { expected: 'a JSON object with a type', actual: 'absent', where: 'type', atMs: 10 },
    ],
  },
  { name: 'an empty stream', evidence: stream([''], facts), findings: [{ expected: 'an event' }] },
  {
    name: 'a valid request whose stream has an error event, then all of its events',
    evidence: stream(
      [event({ type: 'error', message: 'no' }), event({ type: 'response.created' })],
      {
        ...facts,
        expected: 'accepted',
      },
    ),
    findings: [{ expected: 'a stream without an error', atMs: 10 }],
  },
  {
    name: 'a stream that fails on purpose',
    evidence: stream([event({ type: 'response.failed', response: {} })], facts),
  },
  {
    name: 'a request for one body',
    evidence: answer(response(), { ...facts, sent: { model: 'some-model' } }),
    unverifiable: 'needs a request with the stream switch on',
  },

  {
    name: 'text among the events, which another rule forbids,',
    evidence: stream([event({ type: 'response.created' }), event('Hello')], facts),
  },
  {
    name: 'text for the first event',
    evidence: stream([event('Hello'), event({ type: 'response.created' })], facts),
    findings: [
      {
        expected: 'a JSON object with a type',
        actual: 'an event that is not one: Hello',
        atMs: 10,
      },
    ],
  },
]);
