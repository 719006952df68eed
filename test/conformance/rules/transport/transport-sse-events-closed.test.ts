import { transportSseEventsClosed } from '../../../../src/conformance/rules/transport/transport-sse-events-closed.ts';
import { event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

ruleTable(transportSseEventsClosed, [
  { name: 'a blank line after the last event', evidence: stream([event('[DONE]')]) },
  { name: 'blank lines of CR and LF', evidence: stream(['data: {}\r\n\r\n']) },
  { name: 'an unfinished comment at the end', evidence: stream([event('[DONE]'), ': bye']) },
  {
    name: 'a last event without blank line',
    evidence: stream([event({}), 'data: [DONE]\n']),
    findings: [{ expected: 'a blank line after the last event' }],
  },
]);
