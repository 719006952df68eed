import { transportSseNoHold } from '../../../../src/conformance/rules/transport/transport-sse-no-hold.ts';
import { event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const sent = (headers: Record<string, string>, request = {}) =>
  stream([event('[DONE]')], { headers, request });
const ASKING = { headers: [['accept-encoding', 'gzip']] as const };

ruleTable(transportSseNoHold, [
  { name: 'no-cache', evidence: sent({ 'cache-control': 'no-cache, no-transform' }) },
  { name: 'no-store', evidence: sent({ 'cache-control': 'private, No-Store' }) },
  {
    name: 'identity',
    evidence: sent({ 'cache-control': 'no-cache', 'content-encoding': 'identity' }),
  },
  {
    name: 'requested gzip, which the rules about codings judge',
    evidence: sent({ 'cache-control': 'no-cache', 'content-encoding': 'gzip' }, ASKING),
    unverifiable: 'needs a whole 2xx event stream',
  },
  {
    name: 'gzip that was not requested',
    evidence: sent({ 'cache-control': 'no-cache', 'content-encoding': 'gzip' }),
    findings: [{ actual: 'gzip', where: 'content-encoding' }],
  },
  {
    name: 'no Cache-Control',
    evidence: sent({}),
    findings: [{ expected: 'no-cache or no-store', actual: 'absent', where: 'cache-control' }],
  },
  {
    name: 'a stream to be kept',
    evidence: sent({ 'cache-control': 'max-age=60' }),
    findings: [{ actual: 'max-age=60' }],
  },
  {
    name: 'a stream that the client aborted',
    evidence: stream([event({})], { outcome: 'aborted' }),
    unverifiable: 'needs a whole 2xx event stream',
  },
]);
