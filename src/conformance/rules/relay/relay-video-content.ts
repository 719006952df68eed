import { createHash } from 'node:crypto';
import type { ExchangeAnswer } from '../../../exchange/exchange.ts';
import { isServed } from '../../findings/upstream-calls.ts';
import { relayedVideoContent } from '../../probes/relay/jobs.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A video that is cut or encoded again does not play, or has lost quality that was paid for. */
export const relayVideoContent: JudgeRule<'relay'> = {
  id: 'relay-video-content',
  level: 'should',
  provenance: 'assumed',
  source:
    'interface §Video job (content_url: location of the produced content); OpenAI, Videos: GET /videos/{id}/content',
  statement:
    'The content that the gateway returns for a video is that of the upstream, with the same bytes.',
  provenBy: 'relay-halve-video',
  evidence: 'relay',
  operations: ['video-read'],
  needs: ['upstream'],
  probe: relayedVideoContent,

  *judge({ exchanges, upstream }) {
    const fetched = exchanges.find(({ operation }) => operation === 'other');
    need(fetched, 'a completed job');
    const { answer, outcome } = fetched;
    need(
      outcome === 'answered' && answer?.status === 200,
      'a whole answer of the gateway with the content',
    );
    const sent = upstream.find(
      (call) => isServed(call) && call.request.path.endsWith('/content'),
    )?.answer;
    need(sent?.contentSha256[0], 'a request for the content upstream');
    const arrived = digestOf(answer);
    need(arrived, 'the bytes of the content');
    if (arrived === sent.contentSha256[0]) return;
    yield {
      expected: `SHA-256 ${sent.contentSha256[0]} (${sent.sizeBytes} bytes)`,
      actual: `SHA-256 ${arrived} (${answer.sizeBytes} bytes)`,
      exchange: fetched,
    };
  },
};

function digestOf({ sha256, body }: ExchangeAnswer): string | undefined {
  return sha256 ?? (body && createHash('sha256').update(body).digest('hex'));
}
