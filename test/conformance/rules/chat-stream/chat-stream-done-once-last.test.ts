import { chatStreamDoneOnceLast } from '../../../../src/conformance/rules/chat-stream/chat-stream-done-once-last.ts';
import { stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { ROLE, STOP, USAGE, WHOLE } from './chunks.ts';

ruleTable(chatStreamDoneOnceLast, [
  { name: '[DONE] at the end', evidence: stream(WHOLE) },
  { name: 'a comment after [DONE]', evidence: stream([...WHOLE, ': keep-alive\n\n']) },
  { name: 'an unfinished event after [DONE]', evidence: stream([...WHOLE, 'data: {}']) },
  {
    name: 'a chunk after [DONE]',
    evidence: stream([...WHOLE, USAGE]),
    findings: [{ expected: 'end of stream after [DONE]', atMs: 60 }],
  },
  {
    name: '[DONE] missing',
    evidence: stream([ROLE, STOP]),
    unverifiable: 'needs a stream with [DONE]',
  },
]);
