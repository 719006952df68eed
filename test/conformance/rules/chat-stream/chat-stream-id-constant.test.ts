import { chatStreamIdConstant } from '../../../../src/conformance/rules/chat-stream/chat-stream-id-constant.ts';
import { stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chunk, DONE_EVENT, ROLE, WHOLE } from './chunks.ts';

ruleTable(chatStreamIdConstant, [
  { name: 'one id in all chunks', evidence: stream(WHOLE) },
  {
    name: 'a first chunk with an empty id',
    evidence: stream([chunk([], { id: '', created: 0 }), ...WHOLE]),
  },
  { name: 'a chunk without id', evidence: stream([ROLE, chunk([], { id: undefined })]) },
  {
    name: 'another id in a later chunk',
    evidence: stream([ROLE, chunk([], { id: 'chatcmpl-2' })]),
    findings: [
      {
        expected: 'chatcmpl-1, as in the first chunk',
        actual: 'chatcmpl-2',
        where: 'id',
        atMs: 20,
      },
    ],
  },
  {
    name: 'another created in a later chunk, which is for another rule,',
    evidence: stream([ROLE, chunk([], { created: 1_700_000_001 })]),
  },
  {
    name: 'no id at all',
    evidence: stream([chunk([], { id: undefined }), DONE_EVENT]),
    unverifiable: 'needs a stream with a chunk that has an id',
  },
]);
