import { imagesShape } from '../../../../src/conformance/rules/images/images-shape.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { drawn, PNG_ITEM } from './drawn.ts';

ruleTable(imagesShape, [
  { name: 'an answer with all its members', evidence: drawn([PNG_ITEM]) },
  {
    name: 'an item with members that the interface does not know',
    evidence: drawn([{ ...PNG_ITEM, revised_prompt: null, seed: 4 }]),
  },
  {
    name: 'a media type with a parameter',
    evidence: drawn([PNG_ITEM], {}, { type: 'application/json; charset=utf-8' }),
  },
  {
    name: 'a link in place of the image',
    evidence: drawn([{ url: 'https://example.com/1.png', mime_type: 'image/png' }]),
    findings: [{ expected: 'string', actual: 'absent', where: 'data[0].b64_json' }],
  },
  {
    name: 'the second item without mime_type',
    evidence: drawn([PNG_ITEM, { b64_json: PNG_ITEM.b64_json }]),
    findings: [{ expected: 'string', actual: 'absent', where: 'data[1].mime_type' }],
  },
  {
    name: 'a revised prompt that is not a string',
    evidence: drawn([{ ...PNG_ITEM, revised_prompt: 1 }]),
    findings: [{ expected: 'string', actual: '1', where: 'data[0].revised_prompt' }],
  },
  {
    name: 'data that is not an array',
    evidence: drawn(PNG_ITEM),
    findings: [{ expected: 'array', where: 'data' }],
  },
  {
    name: 'created as text and no usage',
    evidence: answer({ created: '1760000000', data: [PNG_ITEM] }, { operation: 'images' }),
    findings: [
      { where: 'created', actual: '"1760000000"' },
      { where: 'usage', actual: 'absent' },
    ],
  },
  {
    name: 'JSON that is declared as text',
    evidence: drawn([PNG_ITEM], {}, { type: 'text/plain' }),
    findings: [{ expected: 'application/json', actual: 'text/plain', where: 'content-type' }],
  },
  {
    name: 'an answer that is not 2xx',
    evidence: drawn([PNG_ITEM], {}, { status: 500 }),
    unverifiable: 'needs a whole 2xx answer',
  },
  {
    name: 'an event stream',
    evidence: stream([event({ id: 'x' })], { operation: 'images' }),
    findings: [
      { expected: 'application/json', actual: 'text/event-stream', where: 'content-type' },
    ],
  },
]);
