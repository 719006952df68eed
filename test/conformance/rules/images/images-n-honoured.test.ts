import { imagesNHonoured } from '../../../../src/conformance/rules/images/images-n-honoured.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { drawn, PNG_ITEM } from './drawn.ts';

ruleTable(imagesNHonoured, [
  { name: 'two images for n of 2', evidence: drawn([PNG_ITEM, PNG_ITEM], { n: 2 }) },
  {
    name: 'one image for n of 2',
    evidence: drawn([PNG_ITEM], { n: 2 }),
    findings: [{ expected: '2 items', actual: '1 item', where: 'data' }],
  },
  {
    name: 'a request that leaves n to the gateway',
    evidence: drawn([PNG_ITEM, PNG_ITEM]),
    unverifiable: 'a request with n',
  },
  {
    name: 'an answer without data',
    evidence: answer(
      { created: 1 },
      { operation: 'images', sent: { model: 'm', prompt: 'p', n: 1 } },
    ),
    unverifiable: 'an array of data',
  },
]);
