import { responsesStreamTextDone } from '../../../../src/conformance/rules/responses-stream/responses-stream-text-done.ts';
import { message } from '../responses/bodies.ts';
import { ruleTable } from '../rule-table.ts';
import { CREATED, delta, ITEM_DONE, PART_DONE, sent, TEXT, TEXT_DONE, WHOLE } from './events.ts';

ruleTable(responsesStreamTextDone, [
  { name: 'the joined deltas in all three', evidence: sent(WHOLE) },
  {
    name: 'a second part with its own text',
    evidence: sent([
      ...TEXT,
      delta('more', { content_index: 1 }),
      { ...ITEM_DONE, item: message('Hello world', 'more') },
    ]),
  },
  {
    name: 'an item without text',
    evidence: sent([{ ...ITEM_DONE, item: { type: 'reasoning' } }, ...TEXT, TEXT_DONE]),
  },
  {
    name: 'a done part with another text',
    evidence: sent([...TEXT, { ...PART_DONE, part: { type: 'output_text', text: 'Hello' } }]),
    findings: [{ where: 'response.content_part.done' }],
  },
  {
    name: 'a done item with another text',
    evidence: sent([...TEXT, { ...ITEM_DONE, item: message('Bye') }]),
    findings: [{ where: 'response.output_item.done' }],
  },
  { name: 'no text done', evidence: sent([CREATED, ...TEXT]), unverifiable: 'a finished text' },
]);
