import { videoReadShape } from '../../../../src/conformance/rules/video/video-read-shape.ts';
import { answer, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { cancelAt, DONE, made, readAt, readRefusedAt } from './jobs.ts';

ruleTable(videoReadShape, [
  { name: 'a whole job in each poll', evidence: series([made(), readAt(10), readAt(20, DONE)]) },
  {
    name: 'a poll that is refused',
    evidence: series([made(), readAt(10), readRefusedAt(20, 404)]),
  },
  {
    name: 'a later poll without object, and with progress as text',
    evidence: series([made(), readAt(10), readAt(20, { object: undefined, progress: '5' })]),
    findings: [{ where: 'object' }, { expected: 'integer', where: 'progress' }],
  },
  {
    name: 'a poll as text',
    evidence: series([made(), readAt(10, {}, { type: 'text/plain' })]),
    findings: [{ expected: 'application/json', actual: 'text/plain', where: 'content-type' }],
  },
  {
    name: 'a cancel without a body, which is for another rule',
    evidence: series([
      made(),
      readAt(5),
      answer('', { operation: 'video-cancel', status: 204, sentAtMs: 10, type: '' }),
    ]),
  },
  {
    name: 'OPTIONS of a job',
    evidence: series([made(), readAt(10, {}, { request: { method: 'OPTIONS' } })]),
    unverifiable: 'a 2xx answer to GET or DELETE',
  },

  {
    name: 'a cancel without the status, which is for another rule',
    evidence: series([made(), readAt(5), cancelAt(10, { status: undefined })]),
  },
]);
