import { videoIdScopedToKey } from '../../../../src/conformance/rules/video/video-id-scoped-to-key.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelRefusedAt, made, readAt, readRefusedAt } from './jobs.ts';

const theirs = (exchange: Exchange): Exchange => ({
  ...exchange,
  request: { ...exchange.request, credential: 'second' },
});
const ours = readAt(30, { status: 'in_progress' });

ruleTable(videoIdScopedToKey, [
  ...[403, 404].map((status) => ({
    name: `another tenant, whose request returns ${status}`,
    evidence: series([
      made(),
      theirs(readRefusedAt(10, status)),
      theirs(cancelRefusedAt(20, status)),
      ours,
    ]),
  })),
  {
    name: 'another tenant that reads the job',
    evidence: series([made(), theirs(readAt(10)), theirs(cancelRefusedAt(20, 404)), ours]),
    findings: [{ expected: '4xx to GET by another tenant', actual: 'status 200' }],
  },
  ...[200, 302].map((status) => ({
    name: `another tenant whose request for the video returns ${status}`,
    evidence: series([
      made(),
      theirs(readRefusedAt(10, 404)),
      ours,
      theirs(answer('', { operation: 'other', status })),
    ]),
    findings: [{ expected: '4xx to GET by another tenant', actual: `status ${status}` }],
  })),
  {
    name: 'another tenant whose request for the video is refused, or fails',
    evidence: series([
      made(),
      ours,
      theirs(answer('', { operation: 'other', status: 403 })),
      theirs(answer('', { operation: 'other', status: 500 })),
    ]),
  },
  {
    name: 'a job that is cancelled behind a 404',
    evidence: series([
      made(),
      theirs(readRefusedAt(10, 404)),
      theirs(cancelRefusedAt(20, 404)),
      readAt(30, { status: 'cancelled' }),
    ]),
    findings: [{ expected: 'a job that is not cancelled', actual: 'cancelled' }],
  },
  {
    name: 'a job that is removed behind a 404',
    evidence: series([
      made(),
      theirs(readRefusedAt(10, 404)),
      theirs(cancelRefusedAt(20, 404)),
      readRefusedAt(30, 404),
    ]),
    findings: [{ expected: 'a job that its owner can still read', actual: 'status 404' }],
  },
  {
    name: 'another tenant whose key is not known',
    evidence: series([
      made(),
      theirs(readRefusedAt(10, 401)),
      theirs(cancelRefusedAt(20, 401)),
      ours,
    ]),
    unverifiable: 'the other tenant with a valid key',
  },
  {
    name: 'a job that was not made',
    evidence: series([made({}, { status: 400 })]),
    unverifiable: 'a created job',
  },
]);
