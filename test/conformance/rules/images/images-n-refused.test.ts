import { imagesNRefused } from '../../../../src/conformance/rules/images/images-n-refused.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { drawn, notDrawn, PNG_ITEM } from './drawn.ts';

const good = drawn([PNG_ITEM], { n: 1 });
const images = (count: number) => Array.from({ length: count }, () => PNG_ITEM);

ruleTable(imagesNRefused, [
  ...[400, 422].map((status) => ({
    name: `a number that is refused with ${status}`,
    evidence: series([good, notDrawn(status)]),
  })),
  {
    name: 'as many images as requested, above the maximum of the profile',
    evidence: series([good, drawn(images(11), { n: 11 })]),
  },
  {
    name: 'ten images for n of 11',
    evidence: series([good, drawn(images(10), { n: 11 })], { label: 'n of 11' }),
    findings: [{ expected: '4xx for n of 11', actual: 'status 200' }],
  },
  {
    name: 'no image for n of 0',
    evidence: series([good, drawn([], { n: 0 })]),
    findings: [{}],
  },
  {
    name: 'two images for n in text',
    evidence: series([good, drawn(images(2), { n: '2' })]),
    findings: [{}],
  },
  {
    name: 'a number on which the server fails',
    evidence: series([good, notDrawn(500)]),
    findings: [{ actual: 'status 500' }],
  },
  {
    name: 'a valid number that is refused too',
    evidence: series([notDrawn(404), notDrawn(404)]),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
