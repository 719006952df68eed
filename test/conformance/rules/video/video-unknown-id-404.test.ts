import { videoUnknownId404 } from '../../../../src/conformance/rules/video/video-unknown-id-404.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelRefusedAt, made, readRefusedAt } from './jobs.ts';

const of = (exchange: Exchange, url: string): Exchange => ({
  ...exchange,
  request: { ...exchange.request, url },
});
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
    name: 'an unknown job on which the server fails',
    evidence: series([made(), cancelRefusedAt(0, 500)]),
    findings: [{ actual: 'status 500' }],
  },
  {
    name: 'a status that the profile omits',
    evidence: series([made(), readRefusedAt(0, 400)]),
    expect: { unknownVideoStatus: [404] },
    findings: [{ expected: 'status 404', actual: 'status 400' }],
  },
]);
