import { describeOutcome } from '../../../answers/narrow.ts';
import { OPERATION_NAMES } from '../../../contract/operations.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { isGoaway } from '../../../exchange/http2/http2-failure.ts';
import { begunRule, seriesRule } from '../../declare.ts';
import { isAccepted, isSettled } from '../../findings/acceptance.ts';
import { unicodeStreams } from '../../probes/echoes.ts';
import { afterLongHeader, besideFailures } from '../../probes/http2.ts';
import { need } from '../../rule.ts';

export const transportHttp2Neighbours = seriesRule('transport-http2-neighbours', {
  level: 'must',
  assumed:
    'RFC 9113 §5.1 (streams are independent), §5.4.2 (an error of a stream does not affect other streams), §8.1.1',
  statement:
    'A stream goes on to its end when another one on its connection fails, is refused or is cancelled.',
  harm: 'One failure or one impatient user breaks the answers of all others that share the connection, such as those behind one proxy.',
  provenBy: 'h2-cancel-breaks',
  operations: ['chat', 'responses'],
  needs: ['http2'],
  probe: besideFailures,
  *judge({ label, exchanges }) {
    const [alone, beside, trouble] = exchanges;
    need(alone && isAccepted(alone), 'a valid stream to succeed alone first, as a control');
    need(beside && trouble, `a stream beside ${label}`);
    need(isSettled(beside) || isBroken(beside), `an answer: ${describeOutcome(beside)}`);
    if (isAccepted(beside)) return;
    yield {
      expected: `a whole stream beside ${label}`,
      actual: describeOutcome(beside),
      exchange: beside,
    };
  },
});

export const transportHttp2LongHeader = seriesRule('transport-http2-long-header', {
  level: 'should',
  assumed: 'RFC 9113 §10.5.1 (431; a connection may also be closed), §5.4.2; RFC 6585 §5 (431)',
  statement:
    'A header that is too long is refused on its stream: the connection serves the next request.',
  harm: 'One client with a large cookie breaks the answers of all others that share the connection, such as those behind one proxy.',
  provenBy: 'h2-long-header-breaks',
  operations: ['chat'],
  needs: ['http2'],
  probe: afterLongHeader,
  *judge({ label, exchanges }) {
    const [good, long, next] = exchanges;
    need(good && isAccepted(good), 'a valid request to succeed first, as a control');
    need(long && (isSettled(long) || isBroken(long)), `an answer to ${label}`);
    const last = next ?? long;
    need(isSettled(last) || isBroken(last), `an answer: ${describeOutcome(last)}`);
    if (next !== undefined && isAccepted(next)) return;
    yield {
      expected: `2xx on the same connection, after ${label}`,
      actual: describeOutcome(last),
      exchange: last,
    };
  },
});

function isBroken({ outcome }: Exchange): boolean {
  return outcome === 'reset' || outcome === 'truncated';
}

export const transportHttp2Goaway = begunRule('transport-http2-goaway', {
  level: 'must',
  assumed:
    'RFC 9113 §6.8 (GOAWAY: streams up to the last one that it names "might still complete successfully"; a graceful shutdown lets them), §5.4.1',
  statement:
    'An answer that has begun comes to its end although the server announces the end of the connection (GOAWAY).',
  harm: 'Each restart and each limit of requests on a connection cuts the streams of users; a client cannot send them again without paying twice.',
  provenBy: 'h2-goaway-cuts',
  operations: OPERATION_NAMES,
  needs: ['http2'],
  probe: unicodeStreams,
  *judge({ exchange }) {
    if (!isGoaway(exchange.failure)) return;
    yield { expected: 'the rest of the answer', actual: describeOutcome(exchange) };
  },
});
