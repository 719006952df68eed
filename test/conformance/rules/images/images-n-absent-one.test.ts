import { imagesNAbsentOne } from '../../../../src/conformance/rules/images/images-n-absent-one.ts';
import { answer } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { drawn, PNG_ITEM } from './drawn.ts';

ruleTable(imagesNAbsentOne, [
  { name: 'one image', evidence: drawn([PNG_ITEM]) },
  {
    name: 'two images',
    evidence: drawn([PNG_ITEM, PNG_ITEM]),
    findings: [{ expected: '1 item', actual: '2 items', where: 'data' }],
  },
  {
    name: 'a request with n',
    evidence: drawn([PNG_ITEM, PNG_ITEM], { n: 2 }),
    unverifiable: 'a request without n',
  },
  {
    name: 'an answer without data',
    evidence: answer({ created: 1 }, { operation: 'images', sent: { model: 'm', prompt: 'p' } }),
    unverifiable: 'an array of data',
  },
]);
