import { header } from '../../../exchange/exchange.ts';
import { unicodeStreams } from '../../probes/texts.ts';
import type { JudgeRule } from '../../rule.ts';

/** A proxy that stores or compresses a stream holds it back, and the user waits for all of it. */
export const transportSseNoHold: JudgeRule<'stream'> = {
  id: 'transport-sse-no-hold',
  level: 'should',
  provenance: 'assumed',
  source: 'RFC 9111 §5.2.2 (no-cache, no-store); RFC 9110 §8.4, §12.5.3; llama.cpp #20872',
  statement:
    'A stream has Cache-Control no-cache or no-store, and is compressed only if the request accepts the coding.',
  provenBy: 'sse-gzip-unasked',
  evidence: 'stream',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,

  *judge({ exchange }) {
    const headers = exchange.answer?.headers ?? [];
    const cacheControl = header(headers, 'cache-control') ?? 'absent';
    if (!/\bno-(?:cache|store)\b/i.test(cacheControl)) {
      yield { expected: 'no-cache or no-store', actual: cacheControl, where: 'cache-control' };
    }
    const coding = header(headers, 'content-encoding') ?? 'identity';
    const asked = header(exchange.request.headers, 'accept-encoding') !== undefined;
    if (!asked && coding.toLowerCase() !== 'identity') {
      yield {
        expected: 'no coding, because the request accepts none',
        actual: coding,
        where: 'content-encoding',
      };
    }
  },
};
