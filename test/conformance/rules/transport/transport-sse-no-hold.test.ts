import { transportSseNoHold } from '../../../../src/conformance/rules/transport/transport-sse-no-hold.ts';
import { event, stream } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const sent = (headers: Record<string, string>, request = {}) =>
  stream([event('[DONE]')], { headers, request });
ruleTable(transportSseNoHold, [
  { name: 'no-cache', evidence: sent({ 'cache-control': 'no-cache, no-transform' }) },
  { name: 'no-store', evidence: sent({ 'cache-control': 'private, No-Store' }) },
  {
    name: 'identity',
    evidence: sent({ 'cache-control': 'no-cache', 'content-encoding': 'identity' }),
  },
  {
    name: 'gzip that was not requested',
    evidence: sent({ 'cache-control': 'no-cache', 'content-encoding': 'gzip' }),
    findings: [{ actual: 'gzip', where: 'content-encoding' }],
  },
  {
    name: 'a stream to be kept',
    evidence: sent({ 'cache-control': 'max-age=60' }),
    findings: [{ actual: 'max-age=60' }],
  },
]);
