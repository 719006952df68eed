import type { ExchangeRequest, Headers } from '../../exchange/exchange.ts';
import type { Observation } from '../behaviour.ts';
import type { Relay } from '../evidence.ts';
import { hasCallerKey } from '../findings/upstream/caller-key.ts';
import { callsOf } from '../findings/upstream-calls.ts';
import { CALLER_HEADERS, PROVIDER_HEADERS } from '../probes/relay/headers.ts';

/** Which of the headers that the probe sends reach the provider with their values. */
export function forwardedHeaders(relays: readonly Relay[]): readonly Observation[] {
  return firstOf(relays, ({ request: { headers } }, sent) => {
    const keys = credentialsIn(headers, sent).filter(([, value]) => hasCallerKey(value));
    return ['forwarded', inWords([...passed(CALLER_HEADERS, headers), ...namesOf(keys)])];
  });
}

/** Which of them reach it with another value. */
export function changedHeaders(relays: readonly Relay[]): readonly Observation[] {
  return firstOf(relays, ({ request: { headers } }, sent) => {
    const changed = headers.filter(
      ([name, value]) => Object.hasOwn(CALLER_HEADERS, name) && CALLER_HEADERS[name] !== value,
    );
    const keys = credentialsIn(headers, sent).filter(([, value]) => !hasCallerKey(value));
    return ['changed', inWords(namesOf([...changed, ...keys]))];
  });
}

/** The names of the headers that no caller sent. */
export function addedHeaders(relays: readonly Relay[]): readonly Observation[] {
  return firstOf(relays, ({ request: { headers } }, sent) => {
    const own = new Set([...namesOf(sent.headers), ...namesOf(credentialsIn(headers, sent)), HOST]);
    return ['added', inWords(namesOf(headers).filter((name) => !own.has(name)))];
  });
}

/** Which of the headers that the provider returns reach the caller with their values. */
export function returnedHeaders(relays: readonly Relay[]): readonly Observation[] {
  return firstOf(relays, (_, __, answered) => ['', inWords(passed(PROVIDER_HEADERS, answered))]);
}

/** Each request has one: that of its own server. */
const HOST = 'host';

type Words = (
  call: ReturnType<typeof callsOf>[number],
  sent: ExchangeRequest,
  answered: Headers,
) => readonly [subject: string, value: string];

function firstOf([relay]: readonly Relay[], words: Words): readonly Observation[] {
  const call = relay && callsOf(relay)[0];
  const exchange = relay?.exchanges[0];
  if (call === undefined || exchange === undefined) return [];
  const [subject, value] = words(call, exchange.request, exchange.answer?.headers ?? []);
  return [{ subject, value, exchange }];
}

/** The header with which the caller sent its key, and what the provider gets in it. */
function credentialsIn(headers: Headers, { credential, key }: ExchangeRequest): Headers {
  const name = credential === 'none' || key === null ? undefined : (key?.header ?? 'authorization');
  return headers.filter((header) => header[0] === name);
}

function passed(wanted: Readonly<Record<string, string>>, arrived: Headers): readonly string[] {
  return Object.entries(wanted).flatMap(([name, value]) =>
    arrived.some((header) => header[0].toLowerCase() === name && header[1] === value) ? [name] : [],
  );
}

function namesOf(headers: Headers): readonly string[] {
  return headers.map(([name]) => name.toLowerCase());
}

function inWords(names: readonly string[]): string {
  return names.length === 0 ? 'none' : [...new Set(names)].toSorted().join(', ');
}
