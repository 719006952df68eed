import { sentBodyOf } from '../../answers/sent-body.ts';
import { isSuccess } from '../../exchange/exchange.ts';
import type { Behaviour } from '../behaviour.ts';
import {
  byOperation,
  describeJson,
  failureWords,
  headerNames,
  headerWords,
  jsonIn,
  namesOf,
  statusWords,
  successes,
} from '../observations/observation-words.ts';
import { requestIdWords } from '../observations/request-ids.ts';
import { everyOperation } from '../probes/unspecified.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const answers: readonly Behaviour[] = [
  {
    id: 'answer-members',
    question: 'Which fields does each answer have?',
    silence:
      'Fields are listed; which of them are always present, and which others exist: not shown.',
    probe: everyOperation,
    observe: ({ exchanges }) =>
      byOperation(successes(exchanges), (exchange) => namesOf(jsonIn(exchange) ?? {}, 1)),
  },
  {
    id: 'answered-model',
    question: 'Does an answer name the requested model?',
    silence: 'Whether the model in the answer has the requested name: not shown.',
    probe: everyOperation,

    observe({ exchanges }) {
      return byOperation(successes(exchanges), (exchange) => {
        const sent = sentBodyOf(exchange)?.model;
        const named = jsonIn(exchange)?.model;
        if (sent === undefined) return undefined;
        if (named === undefined) return 'no model named';
        return named === sent
          ? 'the requested name'
          : `requested ${describeJson(sent)}, returned ${describeJson(named)}`;
      });
    },
  },
  {
    id: 'cache-headers',
    question: 'Which cache headers does an answer have?',
    silence: 'The interface names no header of an answer.',
    probe: everyOperation,

    observe({ exchanges }) {
      return byOperation(exchanges, (exchange) => {
        const others = headerNames(exchange, /^(?:etag|expires|last-modified|vary|pragma)$/);
        return `${headerWords(exchange, 'cache-control')}; others: ${others}`;
      });
    },
  },
  {
    id: 'id-form',
    question: 'Which prefix do ids have?',
    silence: 'The form of an identifier: not shown.',
    probe: everyOperation,
    observe: ({ exchanges }) =>
      byOperation(successes(exchanges), (exchange) => formOf(jsonIn(exchange)?.id)),
  },
  {
    id: 'json-media-type',
    question: 'Which media type and parameters does a JSON answer have?',
    silence: 'application/json is named; parameters such as charset are not shown.',
    probe: everyOperation,
    observe: ({ exchanges }) =>
      byOperation(successes(exchanges), (exchange) => headerWords(exchange, 'content-type')),
  },
  {
    id: 'object-kind',
    question: 'Which value has the field object in each answer?',
    silence: '"Object kind": its values, except for responses, are not shown.',
    probe: everyOperation,

    observe({ exchanges }) {
      return byOperation(successes(exchanges), (exchange) => {
        const kind = jsonIn(exchange)?.object;
        return kind === undefined ? 'no such field' : describeJson(kind);
      });
    },
  },
  {
    id: 'rate-limit-headers',
    question: 'Does an answer show what remains of a rate limit?',
    silence: 'Rate limits: not shown.',
    probe: everyOperation,
    observe: ({ exchanges }) =>
      byOperation(exchanges, (exchange) =>
        headerNames(exchange, /ratelimit|rate-limit|^retry-after$/),
      ),
  },
  {
    id: 'request-id-header',
    question: 'Does an answer have a request id?',
    silence: 'The interface names no header of an answer.',
    probe: everyOperation,
    observe: ({ exchanges }) =>
      byOperation(exchanges, (exchange) => requestIdWords(exchange, exchanges)),
  },
  {
    id: 'server-header',
    question: 'Which software does an answer name?',
    silence: 'The interface names no header of an answer.',
    probe: everyOperation,
    observe: ({ exchanges }) =>
      byOperation(exchanges, (exchange) => headerNames(exchange, /^(?:server|via|x-powered-by)$/)),
  },
  {
    id: 'success-status',
    question: 'Which status does each operation return on success?',
    silence: 'Success and failure status codes of every endpoint: not shown.',
    probe: everyOperation,

    observe({ exchanges }) {
      return byOperation(exchanges, (exchange) => {
        return isSuccess(exchange.answer)
          ? statusWords(exchange)
          : `no success: ${failureWords(exchange)}`;
      });
    },
  },
  {
    id: 'timestamp-unit',
    question: 'Which unit do created and created_at have?',
    silence: 'Creation time (numeric): its unit is not shown.',
    probe: everyOperation,

    observe({ exchanges }) {
      return byOperation(successes(exchanges), (exchange) => {
        const json = jsonIn(exchange);
        const at = json?.created ?? json?.created_at;
        return at === undefined ? undefined : unitOf(at);
      });
    },
  },
  {
    id: 'usage-members',
    question: 'Which fields does the usage of each operation have?',
    silence: 'Fields inside usage objects: not shown.',
    probe: everyOperation,

    observe({ exchanges }) {
      return byOperation(successes(exchanges), (exchange) => {
        const usage = jsonIn(exchange)?.usage;
        return usage === undefined ? 'no usage' : describeJson(usage);
      });
    },
  },
];

function formOf(id: unknown): string {
  if (typeof id !== 'string') return id === undefined ? 'no id' : `a ${typeof id}`;
  if (UUID.test(id)) return 'a UUID';
  const prefix = /^[a-z]+[-_]/i.exec(id)?.[0];
  return prefix === undefined ? 'no prefix' : `${prefix}…`;
}

/** A time of this century in each unit, from the largest to the smallest. */
function unitOf(at: unknown): string {
  if (typeof at !== 'number') return `a ${typeof at}`;
  const whole = Number.isInteger(at) ? 'whole' : 'fractional';
  if (at < 1e8) return 'not a plausible time since 1970';
  if (at < 1e11) return `${whole} seconds since 1970`;
  if (at < 1e14) return `${whole} milliseconds since 1970`;
  return `${whole} units finer than milliseconds`;
}
