import type { Headers } from '../../exchange/exchange.ts';
import type { Observation } from '../behaviour.ts';
import type { Relay } from '../evidence.ts';
import { callsOf } from '../findings/upstream-calls.ts';
import { CALLER_HEADERS, PROVIDER_HEADERS } from '../probes/upstream-headers.ts';

/** Which of the headers that the probe sends reach the provider with their values. */
export function forwardedHeaders(relays: readonly Relay[]): readonly Observation[] {
  return firstOf(relays, ({ request }) => ['forwarded', passed(CALLER_HEADERS, request.headers)]);
}

/** Which of them reach it with another value. */
export function changedHeaders(relays: readonly Relay[]): readonly Observation[] {
  return firstOf(relays, ({ request: { headers } }) => {
    const changed = Object.entries(CALLER_HEADERS).flatMap(([name, value]) =>
      headers.some((header) => header[0] === name && header[1] !== value) ? [name] : [],
    );
    return ['changed', inWords(changed)];
  });
}

/** The names of the headers that no caller sent. */
export function addedHeaders(relays: readonly Relay[]): readonly Observation[] {
  return firstOf(relays, ({ request }, sent) => {
    const own = new Set(sent.map(([name]) => name.toLowerCase()));
    const added = request.headers.map(([name]) => name).filter((name) => !own.has(name));
    return ['added', inWords(added)];
  });
}

/** Which of the headers that the provider returns reach the caller with their values. */
export function returnedHeaders(relays: readonly Relay[]): readonly Observation[] {
  return firstOf(relays, (_, __, answered) => ['', passed(PROVIDER_HEADERS, answered)]);
}

type Words = (
  call: ReturnType<typeof callsOf>[number],
  sent: Headers,
  answered: Headers,
) => readonly [subject: string, value: string];

function firstOf([relay]: readonly Relay[], words: Words): readonly Observation[] {
  const call = relay && callsOf(relay)[0];
  const exchange = relay?.exchanges[0];
  if (call === undefined || exchange === undefined) return [];
  const [subject, value] = words(call, exchange.request.headers, exchange.answer?.headers ?? []);
  return [{ subject, value, exchange }];
}

function passed(wanted: Readonly<Record<string, string>>, arrived: Headers): string {
  return inWords(
    Object.entries(wanted).flatMap(([name, value]) =>
      arrived.some((header) => header[0].toLowerCase() === name && header[1] === value)
        ? [name]
        : [],
    ),
  );
}

function inWords(names: readonly string[]): string {
  return names.length === 0 ? 'none' : [...new Set(names)].toSorted().join(', ');
}
