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
    name: 'no image for n of 0',
    evidence: series([good, drawn([], { n: 0 })]),
    findings: [{}],
  },
]);
