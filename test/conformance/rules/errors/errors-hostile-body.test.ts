import { errorsHostileBody } from '../../../../src/conformance/rules/errors/errors-hostile-body.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const GOOD = answer({});
const failed = (status: number) => answer({}, { status });
const silent = (outcome: Exchange['outcome']) => answer('', { outcome, unanswered: true });
const tried = (hostile: Exchange, next = GOOD) =>
  series([GOOD, hostile, next], { label: 'deep JSON' });

ruleTable(errorsHostileBody, [
  { name: '400, then an answer', evidence: tried(failed(400)) },
  { name: '413, then an answer', evidence: tried(failed(413)) },
  {
    name: 'a connection that breaks',
    evidence: tried(silent('reset')),
    findings: [{ expected: '4xx for deep JSON', actual: 'POST /chat/completions was reset' }],
  },
  { name: 'no answer in time', evidence: tried(silent('timed-out')), findings: [{}] },
  { name: '500', evidence: tried(failed(500)), findings: [{ expected: '4xx for deep JSON' }] },
  { name: 'an answer to the hostile request', evidence: tried(GOOD), findings: [{}] },
  {
    name: 'a gateway that is down afterwards',
    evidence: tried(failed(400), silent('refused')),
    findings: [{ expected: '2xx for the next one', actual: 'POST /chat/completions was refused' }],
  },
  {
    name: 'a good request that is refused too',
    evidence: series([failed(400), failed(400), failed(400)]),
    unverifiable: 'needs a good request',
  },
  { name: '429', evidence: tried(failed(429)), unverifiable: 'needs an answer to deep JSON' },
  {
    name: '429 afterwards',
    evidence: tried(failed(400), failed(429)),
    unverifiable: 'the next request',
  },
]);
