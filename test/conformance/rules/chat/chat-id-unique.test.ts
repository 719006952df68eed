import { chatIdUnique } from '../../../../src/conformance/rules/chat/chat-id-unique.ts';
import { ROLE, WHOLE } from '../chat-stream/chunks.ts';
import { answer, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { completion } from './completions.ts';

const keyed = { request: { headers: [['idempotency-key', 'key-1']] as const } };
const first = answer(completion());

ruleTable(chatIdUnique, [
  { name: 'an id each', evidence: [first, answer(completion({ id: 'chatcmpl-2' }))] },
  { name: 'one id in all chunks of a stream', evidence: [stream(WHOLE)] },
  {
    name: 'one id twice',
    evidence: [first, answer(completion({ id: 'chatcmpl-2' })), answer(completion())],
    findings: [
      {
        expected: 'a different id for each answer',
        actual: `chatcmpl-1, as in request ${first.id}`,
      },
    ],
  },
  {
    name: 'one id in a body and in a stream',
    evidence: [first, stream([ROLE])],
    findings: [{ where: 'id' }],
  },
  {
    name: 'a retry under one key',
    evidence: [answer(completion(), keyed), answer(completion(), keyed)],
    unverifiable: 'needs a request without an Idempotency-Key',
  },
  { name: 'no id', evidence: answer({}), unverifiable: 'needs an answer with an id' },
]);
