import { responsesStreamEventName } from '../../../../src/conformance/rules/responses-stream/responses-stream-event-name.ts';
import { event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { CREATED, DONE_EVENT, FOREIGN, sent, WHOLE } from './events.ts';

ruleTable(responsesStreamEventName, [
  { name: 'a name that is the type', evidence: sent([...WHOLE, FOREIGN], { tail: [DONE_EVENT] }) },
  {
    name: 'event: after data:',
    evidence: stream(['data: {"type":"response.created"}\nevent: response.created\n\n']),
  },
  {
    name: 'no event: line where a profile allows it',
    evidence: stream([event(CREATED)]),
    expect: { eventLine: 'optional' },
  },
  {
    name: 'no event: line',
    evidence: stream([event(CREATED)]),
    findings: [{ expected: 'event: response.created', actual: 'no event: line', atMs: 10 }],
  },
  {
    name: 'only [DONE]',
    evidence: stream([DONE_EVENT]),
    unverifiable: 'a stream with typed events',
  },
]);
