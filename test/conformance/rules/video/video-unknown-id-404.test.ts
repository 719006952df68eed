import { videoUnknownId404 } from '../../../../src/conformance/rules/video/video-unknown-id-404.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelRefusedAt, made, notMade, readRefusedAt } from './jobs.ts';

const of = (exchange: Exchange, url: string): Exchange => ({
  ...exchange,
  request: { ...exchange.request, url },
});
const nothing = answer(null, { operation: 'video-read' });

ruleTable(videoUnknownId404, [
  ...[404, 410, 400, 422].map((status) => ({
    name: `an unknown job that returns ${status}`,
    evidence: series([made(), readRefusedAt(0, status)]),
  })),
  {
    name: 'a path that is taken for another one',
    evidence: series([made(), of(readRefusedAt(0, 405), 'http://a.b/videos/..%2fvideos')]),
  },
  {
    name: 'an unknown job that returns 200',
    evidence: series([made(), nothing], { label: 'GET of an unknown id' }),
    findings: [{ expected: '4xx for GET of an unknown id', actual: 'status 200' }],
  },
  {
    name: 'an unknown job on which the server fails',
    evidence: series([made(), cancelRefusedAt(0, 500)]),
    findings: [{ actual: 'status 500' }],
  },
  {
    name: 'an unknown job that returns 405',
    evidence: series([made(), cancelRefusedAt(0, 405)]),
    findings: [{ expected: 'status 404 or 410 or 400 or 422', actual: 'status 405' }],
  },
  {
    name: 'a status that the profile omits',
    evidence: series([made(), readRefusedAt(0, 400)]),
    expect: { unknownVideoStatus: [404] },
    findings: [{ expected: 'status 404', actual: 'status 400' }],
  },
  {
    name: 'a read that gets "too many requests"',
    evidence: series([made(), readRefusedAt(0, 429)]),
    unverifiable: 'an answer',
  },
  {
    name: 'a gateway without video jobs',
    evidence: series([notMade(404), readRefusedAt(0, 404)]),
    unverifiable: 'a valid request to succeed first, as a control',
  },
]);
