import { videoDeleteTwice } from '../../../../src/conformance/rules/video/video-delete-twice.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, cancelRefusedAt, DONE, made } from './jobs.ts';

ruleTable(videoDeleteTwice, [
  { name: 'the cancelled job again', evidence: series([made(), cancelAt(10), cancelAt(20)]) },
  ...[404, 409, 410, 400, 422].map((status) => ({
    name: `${status} to the second`,
    evidence: series([made(), cancelAt(10), cancelRefusedAt(20, status)]),
  })),
  ...[301, 401, 403, 405, 500].map((status) => ({
    name: `${status} to the second`,
    evidence: series([made(), cancelAt(10), cancelRefusedAt(20, status)]),
    findings: [
      {
        expected: 'the cancelled job, or 404 or 409 or 410 or 400 or 422',
        actual: `status ${status}`,
      },
    ],
  })),
  {
    name: 'a status that the profile names',
    evidence: series([made(), cancelAt(10), cancelRefusedAt(20, 403)]),
    expect: { cancelRefusalStatus: [403] },
  },
  {
    name: 'another job at the second',
    evidence: series([made(), cancelAt(10), cancelAt(20, { id: 'v2' })]),
    findings: [{ expected: 'v1', actual: 'v2', where: 'id' }],
  },
  {
    name: 'another end at the second',
    evidence: series([made(), cancelAt(10), cancelAt(20, DONE)]),
    findings: [{ expected: 'cancelled, as before', actual: 'completed', where: 'status' }],
  },
  {
    name: 'a second that gets "too many requests"',
    evidence: series([made(), cancelAt(10), cancelRefusedAt(20, 429)]),
    unverifiable: 'an answer to the second DELETE',
  },
  { name: 'no DELETE', evidence: series([made()]), unverifiable: 'needs a DELETE' },
  {
    name: 'a first that is refused',
    evidence: series([made(), cancelRefusedAt(10, 405), cancelRefusedAt(20, 405)]),
    unverifiable: 'a DELETE that is accepted',
  },
]);
