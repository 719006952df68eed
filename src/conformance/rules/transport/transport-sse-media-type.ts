import { header } from '../../../exchange/exchange.ts';
import { unicodeStreams } from '../../probes/texts.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** With another media type a browser rejects the stream, and a proxy buffers it. */
export const transportSseMediaType: JudgeRule<'reply'> = {
  id: 'transport-sse-media-type',
  level: 'must',
  provenance: 'assumed',
  source: 'WHATWG HTML, server-sent events (text/event-stream, always UTF-8)',
  statement:
    'An event stream has the media type text/event-stream, and its charset, if it has one, is utf-8.',
  provenBy: 'sse-json-media-type',
  evidence: 'reply',
  operations: ['chat', 'responses'],
  probe: unicodeStreams,

  *judge(reply) {
    const contentType = header(reply.exchange.answer?.headers ?? [], 'content-type') ?? '';
    if (reply.form === 'body') {
      need(EVENT_STREAM.test(reply.text), 'an event stream');
      yield { expected: 'text/event-stream', actual: contentType, where: 'content-type' };
      return;
    }
    const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType) ?? [];
    if (!/^utf-?8$/i.test(charset)) {
      yield { expected: 'charset utf-8', actual: contentType, where: 'content-type' };
    }
  },
};

/** A body that begins with a field or a comment of an event stream, as no JSON does. */
const EVENT_STREAM = /^\uFEFF?\s*(?:data|event|id|retry|):/;
