import { transportRequestForms } from '../../../../src/conformance/rules/transport/transport-request-forms.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer({});
const LOST = answer('', { outcome: 'timed-out', unanswered: true });
const LARGE = { kind: 'text', text: '', sizeBytes: 26_214_400 } as const;
const tried = (status: number) =>
  series([GOOD, answer({}, { status })], { label: 'a chunked body' });

ruleTable(transportRequestForms, [
  { name: 'a chunked body that is accepted', evidence: tried(200) },
  {
    name: 'a chunked body that is refused',
    evidence: tried(411),
    findings: [{ expected: '2xx for a chunked body', actual: 'status 411', where: 'status' }],
  },
  {
    name: 'a form without an answer, before a plain request with one',
    evidence: series([GOOD, LOST, GOOD], { label: 'Expect: 100-continue' }),
    findings: [{ expected: '2xx for Expect: 100-continue', actual: /timed out/ }],
  },
  {
    name: 'a gateway that answers nothing any more',
    evidence: series([GOOD, LOST, LOST]),
    unverifiable: 'needs an answer',
  },
  {
    name: 'a large body without an answer, which a slow network may delay,',
    evidence: series([GOOD, { ...LOST, request: { ...LOST.request, body: LARGE } }, GOOD]),
  },
  { name: 'a gateway that is busy', evidence: tried(503), unverifiable: 'needs an answer' },
  {
    name: 'a plain request that is refused too',
    evidence: series([answer({}, { status: 404 }), answer({}, { status: 404 })]),
    unverifiable: 'needs a valid request',
  },
]);
