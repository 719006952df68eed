import { chatStreamAbortFrees } from '../../../../src/conformance/rules/chat-stream/chat-stream-abort-frees.ts';
import { answer, series, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { ROLE, WHOLE } from './chunks.ts';

const DROPPED = stream([ROLE], { outcome: 'aborted' });
const GOOD = answer({});
const look = (inFlight: unknown) => answer({ inFlight }, { operation: 'other' });

ruleTable(chatStreamAbortFrees, [
  { name: 'nothing in flight in the end', evidence: series([DROPPED, DROPPED, GOOD, look(0)]) },
  { name: 'an answer, where nothing counts what is in flight,', evidence: series([DROPPED, GOOD]) },
  {
    name: 'requests that go on forever',
    evidence: series([DROPPED, GOOD, look(1)]),
    findings: [{ expected: 'no request in flight', actual: 1 }],
  },
  {
    name: 'an account that is refused afterwards',
    evidence: series([DROPPED, answer({}, { status: 403 })]),
    findings: [{ expected: '2xx after the dropped streams' }],
  },
  {
    name: 'a count that is not shown',
    evidence: series([DROPPED, GOOD, look(undefined)]),
    unverifiable: 'needs a count of requests in flight',
  },
  {
    name: 'streams that ended before they were dropped',
    evidence: series([stream(WHOLE), GOOD]),
    unverifiable: 'needs streams that the client dropped before their end',
  },
  {
    name: 'a gateway that is busy afterwards',
    evidence: series([DROPPED, answer({}, { status: 429 })]),
    unverifiable: 'needs an answer after the dropped streams',
  },
]);
