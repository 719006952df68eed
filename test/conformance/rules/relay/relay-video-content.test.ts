import { createHash } from 'node:crypto';
import { relayVideoContent } from '../../../../src/conformance/rules/relay/relay-video-content.ts';
import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, type ExchangeFacts } from '../exchanges.ts';
import { call, relay } from '../relays.ts';
import { ruleTable } from '../rule-table.ts';
import { DONE, made, readAt } from '../video/jobs.ts';

const VIDEO = 'the whole video';
const HALF = VIDEO.slice(0, 7);
const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const fetched = (text: string, facts: ExchangeFacts = {}) =>
  answer(text, { operation: 'other', ...facts });
const sent = call({
  operation: 'other',
  request: { path: '/v1/videos/v1/content' },
  answer: { contentSha256: [digest(VIDEO)], sizeBytes: VIDEO.length },
});
const created = call({ operation: 'video-create' });
const job = [made(), readAt(20, DONE)];

ruleTable(relayVideoContent, [
  { name: 'the same content', evidence: relay([...job, fetched(VIDEO)], [created, sent]) },
  {
    name: 'half of the content',
    evidence: relay([...job, fetched(HALF)], [created, sent]),
    findings: [
      {
        expected: `SHA-256 ${digest(VIDEO)} (15 bytes)`,
        actual: `SHA-256 ${digest(HALF)} (7 bytes)`,
      },
    ],
  },
  {
    name: 'a job that does not end',
    evidence: relay([made(), readAt(20)], [created]),
    unverifiable: 'a completed job',
  },
  {
    name: 'a redirect to the content',
    evidence: relay([...job, fetched('', { status: 302 })], [created]),
    unverifiable: 'a whole answer of the gateway with the content',
  },
  {
    name: 'a part of the content, whose end is lost',
    evidence: relay([...job, fetched(HALF, { outcome: 'truncated' })], [created, sent]),
    unverifiable: 'a whole answer of the gateway with the content',
  },
  {
    name: 'content whose bytes were not kept',
    evidence: relay([...job, withoutBody(fetched(VIDEO))], [created, sent]),
    unverifiable: 'the bytes of the content',
  },
  {
    name: 'content of a gateway that stores it elsewhere',
    evidence: relay([...job, fetched(VIDEO)], [created]),
    unverifiable: 'a request for the content upstream',
  },
  {
    name: 'content that the upstream refused',
    evidence: relay(
      [...job, fetched(VIDEO)],
      [{ ...sent, answer: { ...sent.answer, status: 404 } }],
    ),
    unverifiable: 'a request for the content upstream',
  },
]);

function withoutBody({ answer: given, ...others }: Exchange): Exchange {
  if (given === undefined) return others;
  const { body: _, ...rest } = given;
  return { ...others, answer: rest };
}
