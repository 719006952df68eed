import { imagesSizeRefused } from '../../../../src/conformance/rules/images/images-size-refused.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { drawn, notDrawn, PNG_ITEM } from './drawn.ts';

const label = 'a size of axb';

ruleTable(imagesSizeRefused, [
  ...[400, 413, 422].map((status) => ({
    name: `a size of axb that is refused with ${status}`,
    evidence: series([drawn([PNG_ITEM]), notDrawn(status)], { label }),
  })),
  {
    name: 'a size of axb that is accepted',
    evidence: series([drawn([PNG_ITEM]), drawn([PNG_ITEM])], { label }),
    findings: [{ expected: '4xx for a size of axb', actual: 'status 200' }],
  },
  {
    name: 'a size of axb on which the server fails',
    evidence: series([drawn([PNG_ITEM]), notDrawn(500)], { label }),
    findings: [{ actual: 'status 500' }],
  },
  {
    name: 'a size of axb that gets "too many requests"',
    evidence: series([drawn([PNG_ITEM]), notDrawn(429)], { label }),
    unverifiable: 'an answer',
  },
  {
    name: 'a valid request that is refused too',
    evidence: series([notDrawn(404), notDrawn(404)], { label }),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
