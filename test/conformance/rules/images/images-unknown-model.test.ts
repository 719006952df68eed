import { imagesUnknownModel } from '../../../../src/conformance/rules/images/images-unknown-model.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { drawn, notDrawn, PNG_ITEM } from './drawn.ts';

const label = 'an unknown model';

ruleTable(imagesUnknownModel, [
  ...[400, 403, 404, 422].map((status) => ({
    name: `an unknown model that is refused with ${status}`,
    evidence: series([drawn([PNG_ITEM]), notDrawn(status)], { label }),
  })),
  {
    name: 'an unknown model that is accepted',
    evidence: series([drawn([PNG_ITEM]), drawn([PNG_ITEM])], { label }),
    findings: [{ expected: '4xx for an unknown model', actual: 'status 200' }],
  },
  {
    name: 'an unknown model on which the server fails',
    evidence: series([drawn([PNG_ITEM]), notDrawn(500)], { label }),
    findings: [{ actual: 'status 500' }],
  },
  {
    name: 'an unknown model that gets "too many requests"',
    evidence: series([drawn([PNG_ITEM]), notDrawn(429)], { label }),
    unverifiable: 'an answer',
  },
  {
    name: 'a valid request that is refused too',
    evidence: series([notDrawn(404), notDrawn(404)], { label }),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
