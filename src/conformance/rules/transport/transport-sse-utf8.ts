import { unicodeStreams } from '../../probes/transport.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** Names, accents, emoji and whole languages arrive as question marks in diamonds. */
export const transportSseUtf8: JudgeRule<'stream'> = {
  id: 'transport-sse-utf8',
  level: 'must',
  provenance: 'assumed',
  source:
    'WHATWG HTML, parsing an event stream (decoded as UTF-8); aisix #111; claude-code-router #1672',
  statement:
    'An event stream is UTF-8, and no character is broken into U+FFFD, wherever its chunks end.',
  provenBy: 'sse-split-char',
  evidence: 'stream',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,

  *judge({ exchange, decoded, events }) {
    if (decoded.invalidUtf8) {
      yield { expected: 'UTF-8', actual: 'bytes that are not UTF-8' };
      return;
    }
    const { body } = exchange.request;
    need(body.kind === 'text' && !BROKEN.test(body.text), 'a request without U+FFFD');
    for (const { data, atMs } of events) {
      if (BROKEN.test(data)) yield { expected: 'no U+FFFD', actual: data, atMs };
    }
  },
};

/** As a character, or as JSON may spell it. */
const BROKEN = /\uFFFD|\\u[fF]{3}[dD]/;
