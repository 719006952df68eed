import { responsesStreamDoneSentinel } from '../../../../src/conformance/rules/responses-stream/responses-stream-done-sentinel.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE_EVENT, sent, WHOLE } from './events.ts';

ruleTable(responsesStreamDoneSentinel, [
  { name: 'no [DONE]', evidence: sent(WHOLE) },
  { name: '[DONE] last', evidence: sent(WHOLE, { tail: [DONE_EVENT] }) },
  {
    name: '[DONE] twice',
    evidence: sent(WHOLE, { tail: [DONE_EVENT, DONE_EVENT] }),
    findings: [
      { expected: 'end of stream after [DONE]', actual: 'a further event: [DONE]', atMs: 120 },
    ],
  },
  {
    name: 'no [DONE] where a profile requires it',
    evidence: sent(WHOLE),
    expect: { responsesDone: 'required' },
    findings: [{ expected: '[DONE]', actual: 'absent' }],
  },
  {
    name: '[DONE] where a profile forbids it',
    evidence: sent(WHOLE, { tail: [DONE_EVENT] }),
    expect: { responsesDone: 'forbidden' },
    findings: [{ expected: 'no [DONE]', atMs: 110 }],
  },
  { name: 'no event', evidence: sent([]), unverifiable: 'needs a stream with events' },
]);
