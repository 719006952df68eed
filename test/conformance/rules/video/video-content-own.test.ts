import { videoContentOwn } from '../../../../src/conformance/rules/video/video-content-own.ts';
import { series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE, made, readAt } from './jobs.ts';

const job = (id: string, content_url: string) =>
  series([made({ id }), readAt(90, { ...DONE, id, content_url })]);

ruleTable(videoContentOwn, [
  { name: 'an address for each job', evidence: [job('v1', '/a'), job('v2', '/b')] },
  { name: 'one job that is followed twice', evidence: [job('v1', '/a'), job('v1', '/a')] },
  {
    name: 'one address for two jobs',
    evidence: [job('v1', '/a'), job('v2', '/a')],
    findings: [{ actual: 'http://127.0.0.1:8080/a, as for job v1', where: 'content_url' }],
  },
  {
    name: 'a job that is not completed',
    evidence: [series([made(), readAt(10)])],
    unverifiable: 'a completed job with a content_url',
  },
]);
