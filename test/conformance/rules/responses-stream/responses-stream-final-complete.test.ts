import { responsesStreamFinalComplete } from '../../../../src/conformance/rules/responses-stream/responses-stream-final-complete.ts';
import { message } from '../responses/bodies.ts';
import { ruleTable } from '../rule-table.ts';
import { FAILED, ITEM_DONE, sent, state, WHOLE } from './events.ts';

const ended = (members: Record<string, unknown>) =>
  sent([
    ...WHOLE.slice(0, -1),
    state('completed', { output: [message('Hello world')], ...members }),
  ]);

ruleTable(responsesStreamFinalComplete, [
  { name: 'the whole response', evidence: sent(WHOLE) },
  {
    name: 'no output_text, which another rule demands,',
    evidence: ended({ output_text: undefined }),
  },
  { name: 'a dated model and unknown members', evidence: ended({ model: 'm-2026', billing: {} }) },
  {
    name: 'an empty output',
    evidence: ended({ output: [] }),
    findings: [
      { expected: '1 item, as in the stream', actual: 'no items', where: 'response.output' },
    ],
  },
  {
    name: 'another output_text',
    evidence: ended({ output_text: '' }),
    findings: [{ where: 'response.output_text' }],
  },
  {
    name: 'no usage and another status',
    evidence: ended({ status: 'in_progress', usage: null }),
    findings: [
      { actual: 'in_progress', where: 'response.status' },
      { actual: null, where: 'response.usage' },
    ],
  },
  {
    name: 'an item at another output_index than its place',
    evidence: sent([
      ...WHOLE.slice(0, -2),
      { ...ITEM_DONE, output_index: 1 },
      state('completed', { output: [message('Hello world')] }),
    ]),
    findings: [
      {
        expected: 'the item msg-1, as its output_index says',
        actual: 'absent',
        where: 'response.output[1]',
      },
    ],
  },
  {
    name: 'an item without an id, which another rule demands,',
    evidence: ended({ output: [{ ...message('Hello world'), id: undefined }] }),
  },
  {
    name: 'an event for an item without an id, which another rule demands,',
    evidence: sent([
      ...WHOLE.slice(0, -2),
      { ...ITEM_DONE, item: { ...message('Hello world'), id: undefined } },
      state('completed', { output: [message('Hello world')] }),
    ]),
  },
  { name: 'a failed response', evidence: sent([FAILED]), unverifiable: 'response.completed' },
]);
