import { member } from '../../../answers/json.ts';
import { describeOutcome, narrow } from '../../../answers/narrow.ts';
import { requestsStream } from '../../../answers/sent-body.ts';
import { BILLABLE, OPERATION_NAMES } from '../../../contract/operations.ts';
import {
  brokeUnanswered,
  type Exchange,
  type ExchangeAnswer,
  type Headers,
  header,
  mediaType,
} from '../../../exchange/exchange.ts';
import { NOT_HTTP } from '../../../exchange/http/transport-failure.ts';
import { respondedRule, seriesRule } from '../../declare.ts';
import { isAccepted, isSettled, notAccepted } from '../../findings/acceptance.ts';
import { combinedRequests } from '../../probes/combined-requests.ts';
import {
  afterRefusal,
  answersInSequence,
  headAndOptions,
  nextOnConnection,
  requestForms,
} from '../../probes/http.ts';
import { failures } from '../../probes/refused.ts';
import { acceptedToo } from '../../rows/requests.ts';
import { appliesTo, type Finding, need } from '../../rule.ts';

export const transportRequestForms = acceptedToo('transport-request-forms', {
  level: 'must',
  assumed: 'RFC 9112 §7.1; RFC 9110 §5.1, §10.1.1',
  statement:
    'The gateway accepts a chunked JSON body, one announced by Expect: 100-continue, and header names in any case.',
  harm: 'Each client and proxy uses its own forms of these: a gateway that refuses a form refuses all requests of that client.',
  provenBy: 'tp-chunked-411',
  operations: ['chat'],
  needs: ['http1'],
  probe: requestForms,
});

export const transportLegalRequests = seriesRule('transport-legal-requests', {
  level: 'must',
  assumed:
    'RFC 9110 §5.1 (unknown headers are ignored), §10.1.5 (User-Agent is optional), §12.5.1; RFC 9112 §9.3; interface, the requests',
  statement:
    'A legal request is accepted, and streamed where it asks for that, whatever its text, size, client and optional fields are, and also as the twelfth on its connection.',
  harm: 'A client that works with one gateway gets no answer from another, although it keeps the contract.',
  provenBy: 'tp-user-agent-403',
  operations: BILLABLE,
  settings: ['streamField'],
  probe: combinedRequests,
  *judge(series, { streamField }) {
    const refused = series.exchanges.map((exchange) => narrow('failure', exchange));
    const codes = refused.map((failure) => member(member(failure?.json, 'error'), 'code'));
    // A value that one model refuses says nothing about the gateway.
    need(!codes.includes('unsupported_value'), 'a model that accepts every value');
    yield* notAccepted(series);
    for (const exchange of series.exchanges.slice(1).filter(isAccepted)) {
      if (requestsStream(exchange, streamField) !== true) continue;
      const type = mediaType(exchange.answer?.headers ?? []);
      if (type === 'text/event-stream') continue;
      yield { expected: `a stream for ${series.label}`, actual: type, exchange };
    }
  },
});

export const transportSpeaksHttp = respondedRule('transport-speaks-http', {
  level: 'must',
  assumed:
    'RFC 9112 §2.2, §4 (status line), §5.1 (header names), §6.3 (one length, or chunks; the end of a message), §7.1 (sizes of chunks); RFC 9110 §5.3 and §8.3 (one Content-Type), §7.8 (no switch to a protocol that the request does not name), §15.2 (a final response follows interim ones)',
  statement:
    'Every response is HTTP/1.1: a status line, valid header names, one Content-Type, one length or valid chunks, and nothing after its end.',
  harm: 'The library of a client reports a protocol error, and the whole answer is lost; a proxy returns 502 in its place, or reads the answer in another way than the client.',
  provenBy: 'tp-not-http',
  operations: OPERATION_NAMES,
  needs: ['http1', 'own-connection'],
  probe: failures,
  *judge({ exchange }) {
    const { notHttp, surplus, onSameConnection, answer, request } = exchange;
    // transport-reuse-after-answer judges what follows an answer.
    appliesTo(onSameConnection !== true, 'the first response of a connection');
    // transport-head-options judges the body of an answer to HEAD.
    if (surplus !== undefined && request.method !== 'HEAD') {
      yield { expected: 'nothing after the answer', actual: surplus };
    }
    const types = new Set(valuesOf('content-type', answer?.headers ?? []));
    if (types.size > 1) {
      yield { expected: 'one value', actual: [...types].join(' and '), where: 'content-type' };
    }
    if (notHttp === undefined) return;
    const expected = answer === undefined ? 'an HTTP/1.1 response' : 'the size of a chunk';
    yield { expected, actual: notHttp };
  },
});

function valuesOf(wanted: string, headers: Headers): readonly string[] {
  return headers.flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
}

export const transportReuseAfterAnswer = seriesRule('transport-reuse-after-answer', {
  level: 'must',
  assumed:
    'RFC 9112 §6.3 (the end of a message), §9.2 (one response to each request, in their order), §11.2; RFC 9110 §15.5.9 (a 408 may end an idle connection)',
  statement:
    'After an answer, in one body or as a stream, the connection carries nothing until the next request, except a 408 that ends it.',
  harm: 'A client takes bytes after an answer, such as a second answer, for the start of the next one, which often belongs to another user.',
  provenBy: 'tp-bytes-after-body',
  operations: ['chat', 'responses'],
  needs: ['http1', 'own-connection'],
  probe: answersInSequence,
  *judge({ exchanges }) {
    // On one connection a limited request is not sent again: those beside it suffice.
    need(exchanges.some(isAccepted), 'a valid request that succeeds, as a control');
    for (const [at, exchange] of exchanges.entries()) {
      const { operation, surplus } = exchange;
      if (surplus !== undefined) {
        yield { expected: `nothing after the answer to ${operation}`, actual: surplus, exchange };
      }
      if (exchange.failure !== NOT_HTTP) continue;
      const before = exchanges[at - 1] ?? exchange;
      const expected = `nothing after the answer to ${before.operation}`;
      yield { expected, actual: 'bytes that are not an answer', exchange: before };
    }
  },
});

export const transportReuseAfterError = seriesRule('transport-reuse-after-error', {
  level: 'must',
  assumed: 'RFC 9112 §9.3, §9.6',
  statement:
    'After refusing a request with a body, the gateway serves the next request on the connection or closes it.',
  harm: "A proxy shares the connection: the rest of one request becomes part of another client's answer.",
  provenBy: 'tp-desync',
  operations: ['chat'],
  needs: ['http1', 'own-connection'],
  probe: afterRefusal,
  *judge({ label, exchanges }) {
    const [good, refused, next] = exchanges;
    need(good && isAccepted(good), 'a valid request to succeed alone first, as a control');
    const status = refused?.answer?.status ?? 0;
    need(status >= 400 && status < 500, `a refusal of ${label}`);
    if (refused?.surplus !== undefined) {
      const expected = `nothing after the refusal of ${label}`;
      yield { expected, actual: refused.surplus, exchange: refused };
      return;
    }
    if (next === undefined) return;
    // A connection that closes as the next request arrives counts as closed.
    if (brokeUnanswered(next)) return;
    need(isSettled(next) || next.outcome !== 'answered', 'an answer on the same connection');
    if (!isAccepted(next)) {
      const expected = `2xx on the same connection, after ${label}`;
      yield { expected, actual: describeOutcome(next), exchange: next };
    }
  },
});

export const transportCloseAnnounced = seriesRule('transport-close-announced', {
  level: 'should',
  assumed:
    'RFC 9112 §9.6 ("A sender SHOULD send a Connection header field … containing the "close" connection option when it intends to close a connection"), §9.3',
  statement:
    'After an answer, the server serves the next request on the connection or announces the end with Connection: close.',
  harm: 'A client that keeps its connections, as most do, loses its next request, or sends it twice.',
  provenBy: 'tp-close-unsaid',
  operations: OPERATION_NAMES,
  needs: ['http1', 'own-connection'],
  // A server may close a connection that Assay, while it was stalled, left idle.
  measuresTime: true,
  probe: nextOnConnection,
  *judge({ label, exchanges }) {
    const tries = [...Map.groupBy(exchanges, ({ attempt }) => attempt).values()];
    const whole = tries.filter(([first]) => first?.outcome === 'answered');
    need(whole.length > 0, `a complete answer to ${label}`);
    // A single lost connection may have another reason.
    if (!whole.every(closedUnsaid)) return;
    yield {
      expected: 'Connection: close, or an answer to the next request',
      actual: `the connection was closed after ${label}`,
      where: 'connection',
      exchange: whole[0]?.[0],
    };
  },
});

function closedUnsaid([first, next]: readonly Exchange[]): boolean {
  // Assay closed it.
  if (first?.surplus !== undefined) return false;
  const isLost = next === undefined || brokeUnanswered(next);
  return isLost && first?.answer !== undefined && !saysClose(first.answer, first.request.method);
}

/** By the header, by the HTTP version, or by a body that only the end of the connection ends. */
function saysClose({ headers, httpVersion, status }: ExchangeAnswer, method: string): boolean {
  const connection = header(headers, 'connection') ?? '';
  if (/\bclose\b/i.test(connection)) return true;
  if (httpVersion === '1.0') return !/\bkeep-alive\b/i.test(connection);
  if (method === 'HEAD' || status === 204 || status === 304) return false;
  const delimited = ['content-length', 'transfer-encoding'];
  return !headers.some(([name]) => delimited.includes(name));
}

export const transportHeadOptions = seriesRule('transport-head-options', {
  level: 'should',
  assumed: 'RFC 9110 §9.3.2, §9.3.7',
  statement:
    'OPTIONS returns 2xx, or 405 with Allow. HEAD returns the status of GET, or 405, without a body.',
  harm: 'Browsers and monitors send OPTIONS and HEAD: they take a 5xx for an outage.',
  provenBy: 'tp-options-500',
  operations: [],
  probe: headAndOptions,
  *judge({ label, exchanges }) {
    yield* label === 'HEAD' ? oddHead(exchanges) : oddOptions(exchanges);
  },
});

function* oddOptions([exchange]: readonly Exchange[]): Iterable<Finding> {
  need(exchange, 'an answer to OPTIONS');
  needWhole(exchange);
  const { status = 0, headers = [] } = exchange.answer ?? {};
  if ((status < 200 || status > 299) && status !== 405) {
    yield { expected: '2xx or 405 for OPTIONS', actual: status, where: 'status', exchange };
  } else if (header(headers, 'allow') === undefined) {
    yield { expected: 'the methods of the path', actual: 'absent', where: 'allow', exchange };
  }
}

function* oddHead([get, head]: readonly Exchange[]): Iterable<Finding> {
  need(get && head, 'answers to GET and to HEAD');
  needWhole(head);
  if (head.surplus !== undefined || get.failure === NOT_HTTP) {
    const actual = head.surplus ?? 'bytes in place of the next answer';
    yield { expected: 'no body for HEAD', actual, exchange: head };
    return;
  }
  needWhole(get);
  const [expected, actual] = [get.answer?.status, head.answer?.status];
  if (actual !== expected && actual !== 405) {
    const like = `${expected} for HEAD, as for GET, or 405`;
    yield { expected: like, actual, where: 'status', exchange: head };
  }
}

function needWhole(exchange: Exchange): void {
  const { outcome, answer } = exchange;
  const comesAgain = answer?.status === 429 || answer?.status === 503;
  need(outcome === 'answered' && !comesAgain, `an answer: ${describeOutcome(exchange)}`);
}
