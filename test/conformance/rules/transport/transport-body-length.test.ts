import { transportBodyLength } from '../../../../src/conformance/rules/transport/transport-body-length.ts';
import { answer, event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

ruleTable(transportBodyLength, [
  { name: 'a whole stream', evidence: stream([event('[DONE]')]) },
  { name: 'a whole body', evidence: answer({}) },
  {
    name: 'a stream that breaks off after [DONE]',
    evidence: stream([event('[DONE]')], { outcome: 'truncated' }),
    findings: [
      { expected: 'the last chunk', actual: '14 bytes, then the end of the connection', atMs: 10 },
    ],
  },
  {
    name: 'the refusal of a large request, cut by bytes still in transit',
    evidence: answer('', {
      outcome: 'truncated',
      status: 431,
      request: { headers: [['x-large', 'x'.repeat(65_536)]] },
    }),
    unverifiable: 'a request with an ordinary size',
  },
  {
    name: 'a model that fails half-way',
    evidence: stream([event({})], { outcome: 'truncated', sent: { model: 'fail-mid' } }),
    expect: { failingMidStreamModel: 'fail-mid' },
    unverifiable: 'needs a model that does not fail',
  },
]);
