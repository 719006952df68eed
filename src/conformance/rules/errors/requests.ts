import { isJsonObject, member } from '../../../answers/json.ts';
import { describeOutcome, narrow } from '../../../answers/narrow.ts';
import { JSON_OPERATIONS, OPERATIONS } from '../../../contract/operations.ts';
import { type Exchange, header } from '../../../exchange/exchange.ts';
import { BODY_NOT_SENT } from '../../../exchange/http/transport-failure.ts';
import { anyRule, seriesRule } from '../../declare.ts';
import {
  isAccepted,
  isSettled,
  notAccepted,
  notRefused,
  wasReset,
} from '../../findings/acceptance.ts';
import { hostileRequests, mediaTypes, unknownRoutes, wrongMethods } from '../../probes/http.ts';
import { badChats, badJson, earlyFailures } from '../../probes/refused.ts';
import { differenceIn } from '../../requests/difference.ts';
import { LARGE_BODY, LONG_HEADER, PROTO_MEMBER } from '../../requests/hostile.ts';
import { need } from '../../rule.ts';

export const errorsBadJson = seriesRule('errors-bad-json', {
  level: 'must',
  assumed: 'RFC 9110 §15.5.1; RFC 8259 §2, §8.1; interface ("All bodies are JSON")',
  statement: 'A request body that is not one JSON object returns 4xx.',
  harm: 'A client that sends a broken body and gets a 5xx sends it again forever.',
  provenBy: 'err-bad-json-500',
  operations: ['chat', 'responses', 'images', 'video-create'],
  probe: badJson,
  *judge({ label, exchanges }) {
    const settled = exchanges.filter((exchange) => isSettled(exchange) || wasReset(exchange));
    need(settled.length > 0, `an answer: ${exchanges.map(describeOutcome).join('; ')}`);
    for (const exchange of settled) {
      const status = exchange.answer?.status ?? 0;
      if (status >= 400 && status < 500) continue;
      const actual = exchange.answer === undefined ? describeOutcome(exchange) : status;
      yield { expected: `4xx for ${label}`, actual, where: 'status', exchange };
    }
  },
});

export const errorsMediaType = seriesRule('errors-media-type', {
  level: 'should',
  assumed: 'RFC 9110 §8.3.1 (types in any case, with parameters); §15.5.16',
  statement:
    'A JSON endpoint accepts application/json in any case and with a charset, and refuses other media types.',
  harm: 'Many client libraries add a charset automatically: their users could send no request.',
  provenBy: 'err-charset-415',
  operations: JSON_OPERATIONS,
  probe: mediaTypes,
  judge(series) {
    return JSON_TYPE.test(differenceIn(series.label)) ? notAccepted(series) : notRefused(series);
  },
});

const JSON_TYPE = /^application\/json\b/i;

export const errorsMethodNotAllowed = seriesRule('errors-method-not-allowed', {
  level: 'should',
  assumed: 'RFC 9110 §15.5.6, §10.2.1',
  statement:
    'A wrong method at a known path returns 405, with the supported methods in the header Allow.',
  harm: 'A developer who used the wrong method searches for a wrong path, or for an outage.',
  provenBy: 'err-405-no-allow',
  operations: [],
  settings: ['wrongMethodStatus'],
  probe: wrongMethods,
  *judge({ label: path, exchanges }, expect) {
    const [exchange, ...right] = exchanges;
    need(exchange && isSettled(exchange), `an answer: ${exchanges.map(describeOutcome).join()}`);
    const { status = 0, headers = [] } = exchange.answer ?? {};
    if (!expect.wrongMethodStatus.includes(status)) {
      const expected = expect.wrongMethodStatus.join(' or ');
      yield { expected, actual: status, where: 'status', exchange };
    }
    if (status !== 405) return;
    const allow = header(headers, 'allow') ?? '';
    const allowed = new Set(allow.split(',').map((method) => method.trim().toUpperCase()));
    const methods = right.length === 0 ? methodsOf(path) : offeredMethods(right);
    if (methods.every((method) => allowed.has(method))) return;
    const expected = methods.join(' and ');
    yield { expected, actual: allow || 'absent', where: 'allow', exchange };
  },
});

function methodsOf(path: string): readonly string[] {
  return Object.values(OPERATIONS).flatMap((each) => (each.path === path ? [each.method] : []));
}

/** A gateway that supports only one operation of a path names only that method. */
function offeredMethods(right: readonly Exchange[]): readonly string[] {
  return right.flatMap(({ request, answer }) =>
    answer === undefined || NO_METHOD.has(answer.status) ? [] : [request.method],
  );
}

const NO_METHOD: ReadonlySet<number> = new Set([405, 501]);

export const errorsUnknownRoute = anyRule('errors-unknown-route', {
  level: 'must',
  assumed: 'RFC 9110 §15.5.5',
  statement: 'An unknown path returns 404.',
  harm: 'A misspelled URL that returns 200 looks like a working gateway.',
  provenBy: 'err-catch-all-200',
  operations: [],
  probe: unknownRoutes,
  *judge({ exchange, status }) {
    need(exchange.operation === 'other', 'a request to an unknown path');
    need(status < 500 && status !== 429, 'an answer about the path');
    if (status !== 404) yield { expected: '404', actual: status, where: 'status' };
  },
});

export const errorsParamNamesField = seriesRule('errors-param-names-field', {
  level: 'should',
  assumed: 'OpenAI OpenAPI 2.3.0, Error.param; ray-project/ray#64833',
  statement: 'If one field is wrong, the param of the error names it.',
  harm: 'A form highlights the field that param names: without it, the user has to search for the mistake.',
  provenBy: 'err-param-null',
  operations: ['chat'],
  probe: badChats,
  *judge({ label, exchanges }) {
    const [field = ''] = /^\w+/.exec(differenceIn(label)) ?? [];
    const [good, bad] = exchanges;
    need(good && isAccepted(good), 'a valid request to succeed first, as a control');
    const failure = bad && narrow('failure', bad);
    need(bad && failure && failure.status < 500 && failure.status !== 429, `a refusal of ${field}`);
    const error = member(failure.json, 'error');
    need(isJsonObject(error), 'a body with an error object');
    const { param } = error;
    if (typeof param !== 'string' || !param.includes(field)) {
      yield { expected: field, actual: param, where: 'error.param', exchange: bad };
    }
  },
});

export const errorsBeforeStream = seriesRule('errors-before-stream', {
  level: 'must',
  assumed: 'BerriAI/litellm#18757; agentweave #105',
  statement:
    'A stream request that fails before its first token gets the same status, in one JSON body, as the request without the stream switch.',
  harm: 'Clients decide by the status whether to retry: they take a failure inside a 200 stream for an answer.',
  provenBy: 'err-200-sse',
  operations: ['chat', 'responses'],
  probe: earlyFailures,
  *judge({ label, exchanges }) {
    const [body, stream] = exchanges;
    need(body && stream && isKnown(body) && isKnown(stream), 'an answer to both requests');
    const expected = body.answer?.status ?? 0;
    need(expected >= 400, `${label} to be a failure`);
    if (stream.answer?.status !== expected) {
      yield {
        expected: `status ${expected} for ${label}, as in one body`,
        actual: describeOutcome(stream),
        exchange: stream,
      };
    }
  },
});

/** A failing model may return 503, if it does so both times. */
function isKnown(exchange: Parameters<typeof isSettled>[0]): boolean {
  return isSettled(exchange) || exchange.answer?.status === 503;
}

export const errorsHostileBody = seriesRule('errors-hostile-body', {
  level: 'should',
  assumed: 'RFC 9110 §15.5.1, §15.5.14; RFC 6585 §5; OWASP API Security Top 10 2023, API4',
  statement:
    'A request built to exhaust a parser returns 4xx within 10 s, or succeeds if only its size is unusual. The next request succeeds.',
  harm: 'One caller can stop the service for all others with one request.',
  provenBy: 'err-deep-json-crash',
  operations: ['chat'],
  measuresTime: true,
  probe: hostileRequests,
  *judge({ label, exchanges }) {
    const [good, hostile, next] = exchanges;
    need(good && isAccepted(good), 'a valid request to succeed first, as a control');
    need(hostile && next, 'a hostile request and the request after it');
    need(hostile.failure !== BODY_NOT_SENT, `${label} to be sent within 10 s`);
    need(isSettled(hostile) || BREAKS.has(hostile.outcome), `an answer to ${label}`);
    if (!isRightFor(label, hostile)) {
      const expected = `${TAKEN.has(label) ? '2xx or 4xx' : '4xx'} for ${label}`;
      yield { expected, actual: describeOutcome(hostile), exchange: hostile };
    }
    need(isSettled(next) || BREAKS.has(next.outcome), 'an answer to the next request');
    if (!isAccepted(next)) {
      yield { expected: '2xx for the next request', actual: describeOutcome(next), exchange: next };
    }
  },
});

const BREAKS: ReadonlySet<Exchange['outcome']> = new Set([
  'refused',
  'reset',
  'timed-out',
  'truncated',
]);

/** A gateway may also serve these in time: they harm only one that does not limit its parser. */
const TAKEN: ReadonlySet<string> = new Set([PROTO_MEMBER, LONG_HEADER, LARGE_BODY]);

/** A gateway may close the connection for these, before or during its refusal. */
const BROKEN_OFF: ReadonlySet<string> = new Set([LARGE_BODY, LONG_HEADER]);

function isRightFor(label: string, { outcome, answer }: Exchange): boolean {
  const mayBreak = BROKEN_OFF.has(label);
  if (answer === undefined) return mayBreak && outcome === 'reset';
  const whole = outcome === 'answered' || (mayBreak && outcome === 'truncated');
  const { status } = answer;
  const isRefusal = status >= 400 && status < 500;
  return whole && (isRefusal || (TAKEN.has(label) && status < 300));
}
