import { chatStreamCreatedConstant } from '../../../../src/conformance/rules/chat-stream/chat-stream-created-constant.ts';
import { stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { chunk, DONE_EVENT, ROLE, WHOLE } from './chunks.ts';

ruleTable(chatStreamCreatedConstant, [
  { name: 'one created in all chunks', evidence: stream(WHOLE) },
  {
    name: 'a prologue with an empty id and another created',
    evidence: stream([chunk([], { id: '', created: 0 }), ...WHOLE]),
  },
  { name: 'a chunk without created', evidence: stream([ROLE, chunk([], { created: undefined })]) },
  {
    name: 'another created in a later chunk',
    evidence: stream([ROLE, chunk([], { created: 1_700_000_001 })]),
    findings: [
      {
        expected: '1700000000, as in the first chunk',
        actual: 1_700_000_001,
        where: 'created',
        atMs: 20,
      },
    ],
  },
  {
    name: 'a first chunk without created',
    evidence: stream([chunk([], { created: undefined }), ROLE]),
  },
  {
    name: 'no id at all',
    evidence: stream([chunk([], { id: undefined }), DONE_EVENT]),
    unverifiable: 'needs a stream with a chunk that has an id',
  },
]);
