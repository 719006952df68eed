import { responsesStreamErrorEvent } from '../../../../src/conformance/rules/responses-stream/responses-stream-error-event.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE_EVENT, ERROR, FAILED, OPENING, sent, state, TEXT, WHOLE } from './events.ts';

const expect = { failingMidStreamModel: 'fail-mid' };
const facts = { operation: 'responses', sent: { model: 'fail-mid', stream: true } } as const;
const BEGUN = [...OPENING, ...TEXT];

ruleTable(responsesStreamErrorEvent, [
  { name: 'an error event', evidence: sent([...BEGUN, ERROR], facts), expect },
  {
    name: 'an error event, response.failed and [DONE]',
    evidence: sent([...BEGUN, ERROR, FAILED], { ...facts, tail: [DONE_EVENT] }),
    expect,
  },
  { name: 'response.failed with its error', evidence: sent([...BEGUN, FAILED], facts), expect },
  {
    name: 'an error event before the connection breaks',
    evidence: sent([...BEGUN, ERROR], { ...facts, outcome: 'truncated' }),
    expect,
  },
  {
    name: 'a failure that looks like success',
    evidence: sent(WHOLE, facts),
    expect,
    findings: [
      { actual: 'response.completed, then the end' },
      { expected: 'no response.completed after a failure' },
    ],
  },
  {
    name: 'response.failed without error',
    evidence: sent([...BEGUN, state('failed', { error: null })], facts),
    expect,
    findings: [{ expected: 'response.failed with its error' }],
  },
  {
    name: 'a failure before the stream began',
    evidence: answer({ error: {} }, { ...facts, status: 500 }),
    expect,
    unverifiable: 'needs a failure after the stream has begun',
  },
  {
    name: 'another model',
    evidence: sent(WHOLE),
    expect,
    unverifiable: 'needs a request to the failing model',
  },
]);
