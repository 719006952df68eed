import { chatChoiceIndex } from '../../../../src/conformance/rules/chat/chat-choice-index.ts';
import { chunk, ERROR_EVENT, ROLE } from '../chat-stream/chunks.ts';
import { answer, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { choice, completion } from './completions.ts';

const body = (indexes: readonly unknown[], sent: object = {}) =>
  answer(completion({ choices: indexes.map((index) => choice({ index })) }), { sent });
const two = { n: 2, stream: true };
const deltas = (...indexes: readonly number[]) =>
  indexes.map((index) => chunk([{ index, delta: { role: 'assistant', content: 'Hello' } }]));

ruleTable(chatChoiceIndex, [
  { name: 'one choice at 0', evidence: body([0]) },
  { name: 'two choices, as requested, in any order', evidence: body([1, 0], { n: 2 }) },
  { name: 'a stream of two choices', evidence: stream(deltas(1, 0, 1), { sent: two }) },
  {
    name: 'a choice at 1',
    evidence: body([1]),
    findings: [{ expected: '0', actual: 1, where: 'choices[0].index' }],
  },
  {
    name: 'two choices at 0',
    evidence: body([0, 0], { n: 2 }),
    findings: [
      { expected: 'a different index for each choice', actual: 0, where: 'choices[1].index' },
    ],
  },
  {
    name: 'a stream that counts its tokens in index',
    evidence: stream(deltas(0, 1, 2)),
    findings: [
      { actual: 1, atMs: 20 },
      { actual: 2, atMs: 30 },
    ],
  },
  { name: 'an index as text', evidence: body(['0']), unverifiable: 'an integer index' },
  {
    name: 'a stream that fails',
    evidence: stream([ROLE, ERROR_EVENT]),
    unverifiable: 'a stream without a failure',
  },

  {
    name: 'a stream whose indexes are text',
    evidence: stream([chunk([{ index: '0', delta: { content: 'Hello' } }])]),
    unverifiable: 'an integer index',
  },

  {
    name: 'an index as text beside one that is a number, which is for another rule,',
    evidence: body([0, '2'], { n: 2 }),
  },
]);
