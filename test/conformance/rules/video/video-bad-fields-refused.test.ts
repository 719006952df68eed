import { videoBadFieldsRefused } from '../../../../src/conformance/rules/video/video-bad-fields-refused.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { made, notMade } from './jobs.ts';

const label = 'no prompt';

ruleTable(videoBadFieldsRefused, [
  ...[400, 413, 422].map((status) => ({
    name: `no prompt that is refused with ${status}`,
    evidence: series([made(), notMade(status)], { label }),
  })),
  {
    name: 'no prompt that is accepted',
    evidence: series([made(), made()], { label }),
    findings: [{ expected: '4xx for no prompt', actual: 'status 200' }],
  },
  {
    name: 'no prompt on which the server fails',
    evidence: series([made(), notMade(500)], { label }),
    findings: [{ actual: 'status 500' }],
  },
  {
    name: 'no prompt that gets "too many requests"',
    evidence: series([made(), notMade(429)], { label }),
    unverifiable: 'an answer',
  },
  {
    name: 'a valid request that is refused too',
    evidence: series([notMade(404), notMade(404)], { label }),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
