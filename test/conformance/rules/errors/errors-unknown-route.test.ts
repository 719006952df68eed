import { errorsUnknownRoute } from '../../../../src/conformance/rules/errors/errors-unknown-route.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const answered = (status: number) => answer({}, { operation: 'other', status });

ruleTable(errorsUnknownRoute, [
  { name: '404', evidence: answered(404) },
  {
    name: 'a stream',
    evidence: stream([event({})], { operation: 'other' }),
    findings: [{ actual: 200 }],
  },
  {
    name: '404 of an operation',
    evidence: answer({}, { status: 404 }),
    unverifiable: 'an unknown path',
  },

  { name: '500', evidence: answered(500), unverifiable: 'an answer about the path' },
]);
