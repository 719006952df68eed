import { transportHeadOptions } from '../../../../src/conformance/rules/transport/transport-head-options.ts';
import { NOT_HTTP } from '../../../../src/exchange/http/transport-failure.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';

const facts = { operation: 'other' } as const;
const tried = (label: string, ...statuses: number[]) =>
  series(
    statuses.map((status) => answer('', { ...facts, status })),
    { label },
  );

const allowing = (status: number) =>
  series([answer('', { ...facts, status, headers: { allow: 'POST' } })], { label: 'OPTIONS' });
const head = answer('', { ...facts, status: 404 });
const unread = answer('', { ...facts, outcome: 'reset', unanswered: true });

ruleTable(transportHeadOptions, [
  ...[200, 204, 299, 405].map((status) => ({
    name: `${status} for OPTIONS`,
    evidence: allowing(status),
  })),
  {
    name: '204 for OPTIONS without Allow',
    evidence: tried('OPTIONS', 204),
    findings: [{ expected: 'the methods of the path', actual: 'absent', where: 'allow' }],
  },
  {
    name: '500 for OPTIONS',
    evidence: tried('OPTIONS', 500),
    findings: [{ expected: '2xx or 405 for OPTIONS', actual: 500, where: 'status' }],
  },
  { name: 'HEAD as GET', evidence: tried('HEAD', 404, 404) },
  { name: '405 for HEAD', evidence: tried('HEAD', 404, 405) },
  {
    name: '200 for HEAD where GET has 404',
    evidence: tried('HEAD', 404, 200),
    findings: [{ expected: '404 for HEAD, as for GET, or 405', actual: 200 }],
  },
  {
    name: 'a body for HEAD, where the next answer begins',
    evidence: series([{ ...unread, failure: NOT_HTTP }, head], { label: 'HEAD' }),
    findings: [{ expected: 'no body for HEAD' }],
  },
  {
    name: 'a HEAD whose GET breaks',
    evidence: series([unread, head], { label: 'HEAD' }),
    unverifiable: 'needs an answer',
  },

  {
    name: 'a run that ended before OPTIONS',
    evidence: series([], { label: 'OPTIONS' }),
    unverifiable: 'an answer to OPTIONS',
  },
  {
    name: 'a run that ended before HEAD',
    evidence: series([unread], { label: 'HEAD' }),
    unverifiable: 'answers to GET and to HEAD',
  },
]);
