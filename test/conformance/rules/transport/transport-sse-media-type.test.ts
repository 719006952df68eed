import { transportSseMediaType } from '../../../../src/conformance/rules/transport/transport-sse-media-type.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const EVENTS = event({ a: 1 });

ruleTable(transportSseMediaType, [
  { name: 'text/event-stream', evidence: stream([EVENTS]) },
  {
    name: 'a charset of utf-8',
    evidence: stream([EVENTS], { type: 'text/event-stream;charset=UTF-8' }),
  },
  {
    name: 'a quoted charset',
    evidence: stream([EVENTS], { type: 'Text/Event-Stream; charset="utf-8"' }),
  },
  {
    name: 'another charset',
    evidence: stream([EVENTS], { type: 'text/event-stream; charset=iso-8859-1' }),
    findings: [{ expected: 'charset utf-8', actual: 'text/event-stream; charset=iso-8859-1' }],
  },
  {
    name: 'no media type on a stream that begins with a comment',
    evidence: answer(`: hello\n\n${EVENTS}`, { type: '' }),
    findings: [{ actual: '' }],
  },
  { name: 'one JSON body', evidence: answer({ data: 1 }), unverifiable: 'needs an event stream' },
]);
