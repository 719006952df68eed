import { responsesStreamTerminalOnceLast } from '../../../../src/conformance/rules/responses-stream/responses-stream-terminal-once-last.ts';
import { ruleTable } from '../rule-table.ts';
import { COMPLETED, DONE_EVENT, ERROR, FAILED, sent, state, WHOLE } from './events.ts';

ruleTable(responsesStreamTerminalOnceLast, [
  { name: 'response.completed last', evidence: sent(WHOLE) },
  {
    name: '[DONE] and a comment after it',
    evidence: sent(WHOLE, { tail: [DONE_EVENT, ': bye\n\n'] }),
  },
  {
    name: 'response.incomplete last',
    evidence: sent([...WHOLE.slice(0, -1), state('incomplete')]),
  },
  { name: 'response.failed after an error', evidence: sent([ERROR, FAILED]) },
  {
    name: 'no terminal event',
    evidence: sent(WHOLE.slice(0, -1)),
    findings: [{ actual: 'response.output_item.done, then the end', atMs: 90 }],
  },
  { name: 'a second one', evidence: sent([COMPLETED, COMPLETED]), findings: [{ atMs: 20 }] },
  {
    name: 'an error at the end',
    evidence: sent([ERROR]),
    unverifiable: 'does not end with an error',
  },
  { name: 'no event', evidence: sent([]), unverifiable: 'needs a stream with typed events' },
]);
