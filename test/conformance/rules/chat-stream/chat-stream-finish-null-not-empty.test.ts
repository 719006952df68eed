import { chatStreamFinishNullNotEmpty } from '../../../../src/conformance/rules/chat-stream/chat-stream-finish-null-not-empty.ts';
import { stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { delta, ROLE, STOP, USAGE, WHOLE } from './chunks.ts';

ruleTable(chatStreamFinishNullNotEmpty, [
  { name: 'null before the end', evidence: stream(WHOLE) },
  {
    name: 'finish_reason absent before the end',
    evidence: stream([ROLE, delta('x', { finish_reason: undefined }), STOP]),
  },
  {
    name: '"" before the end',
    evidence: stream([ROLE, delta('x', { finish_reason: '' }), STOP]),
    findings: [{ expected: 'null or absent', where: 'choices[0].finish_reason', atMs: 20 }],
  },
  {
    name: 'a stream without choices',
    evidence: stream([USAGE]),
    unverifiable: 'a stream with choices',
  },
]);
