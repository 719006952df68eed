import { gzipSync } from 'node:zlib';
import { transportCodingAsked } from '../../../../src/conformance/rules/transport/transport-coding-asked.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const ZIPPED = gzipSync('{"id":"a"}');
const headers = { 'content-encoding': 'gzip' };
const asks = { headers: [['accept-encoding', 'gzip']] as const };

ruleTable(transportCodingAsked, [
  { name: 'a plain body', evidence: series([answer({ id: 'a' })]) },
  {
    name: 'a body with the coding identity',
    evidence: series([answer({ id: 'a' }, { headers: { 'content-encoding': 'Identity' } })]),
  },
  {
    name: 'gzip that was not requested',
    evidence: series([answer(ZIPPED, { headers })]),
    findings: [{ actual: 'gzip', where: 'content-encoding' }],
  },
  {
    name: 'gzip that was requested',
    evidence: series([answer(ZIPPED, { headers, request: asks })]),
    unverifiable: 'a request without Accept-Encoding',
  },

  {
    name: 'no answer',
    evidence: series([answer('', { outcome: 'reset', unanswered: true })]),
    unverifiable: 'an answer with a body',
  },
]);
