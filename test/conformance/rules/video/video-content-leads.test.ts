import { videoContentLeads } from '../../../../src/conformance/rules/video/video-content-leads.ts';
import { answer, type ExchangeFacts, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE, made, readAt } from './jobs.ts';

const HERE = 'http://127.0.0.1:8080/videos/v1/content';
const done = readAt(90, { ...DONE, content_url: '/videos/v1/content' });
const fetched = (status: number, body = 'ftyp', facts: ExchangeFacts = {}) =>
  answer(body, { operation: 'other', status, request: { url: HERE }, ...facts });

ruleTable(videoContentLeads, [
  ...[200, 206, 302].map((status) => ({
    name: `content that answers ${status}`,
    evidence: series([made(), done, fetched(status)]),
  })),
  {
    name: 'content that is larger than what is read of it',
    evidence: series([made(), done, fetched(200, 'ftyp', { outcome: 'oversize' })]),
  },
  ...[400, 404, 500].map((status) => ({
    name: `content that answers ${status}`,
    evidence: series([made(), done, fetched(status)]),
    findings: [{ expected: 'the content, or a redirect to it' }],
  })),
  {
    name: 'content of no byte',
    evidence: series([made(), done, fetched(200, '')]),
    findings: [{ expected: 'content', actual: '0 bytes' }],
  },
  {
    name: 'content that is requested too often',
    evidence: series([made(), done, fetched(429)]),
    unverifiable: 'an answer: GET /videos/v1/content returned 429',
  },
  {
    name: 'a content_url of another origin',
    evidence: series([made(), readAt(90, DONE)]),
    unverifiable: 'a content_url at the gateway',
  },
  {
    name: 'a job that has not completed',
    evidence: series([made(), readAt(10, { status: 'in_progress' })]),
    unverifiable: 'a completed job with a content_url',
  },
  {
    name: 'content that was not requested',
    evidence: series([made(), done]),
    unverifiable: 'a request for the content',
  },
  {
    name: 'content without an answer',
    evidence: series([made(), done, fetched(200, '', { outcome: 'reset', unanswered: true })]),
    unverifiable: 'an answer to the content request',
  },
]);
