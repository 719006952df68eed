import { BILLABLE, type Billable } from '../../contract/operations.ts';
import type { Series } from '../evidence.ts';
import type { Expectations } from '../expectations.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { withCallsAsEffects } from '../sending/calls-as-effects.ts';
import { relayed } from './relayed.ts';
import {
  chatRequest,
  imageRequest,
  responsesRequest,
  tone,
  transcriptionRequest,
  videoRequest,
} from './requests.ts';

/** The billable operations that the target may support. */
export function billableOf(gateway: ProbeGateway): readonly Billable[] {
  return BILLABLE.filter((operation) => gateway.offers(operation));
}

/**
 * A plain request to a billable operation. Two requests with the same word are equal.
 * @param model the operation's own when absent or null
 */
export function billableRequest(
  expect: Expectations,
  operation: Billable,
  word: string,
  model?: string | null,
): ProbeRequest {
  const named = model === undefined ? {} : { model };
  const text = `Say one short sentence about ${word}.`;
  const picture = `A red circle on white, for ${word}.`;
  switch (operation) {
    case 'chat':
      return chatRequest(expect, { ...named, prompt: text });
    case 'responses':
      return responsesRequest(expect, { ...named, prompt: text });
    case 'images':
      return imageRequest(expect, { ...named, prompt: picture });
    case 'transcription':
      return transcriptionRequest(expect, { ...named, content: tone(word) });
    case 'video-create':
      return videoRequest(expect, { ...named, prompt: picture });
  }
}

/**
 * Gathers a series with its effects: those that the ledger counted during it, so no other probe may run,
 * or without a ledger the calls that the upstream would charge for.
 * @param nonce in every request of the series
 */
export async function withEffects(
  gateway: ProbeGateway,
  nonce: string,
  gather: () => Promise<Series>,
): Promise<Series> {
  const before = await gateway.effects();
  const series = await gather();
  const after = await gateway.effects();
  if (before !== undefined && after !== undefined) return { ...series, effects: after - before };
  return withUpstreamCalls(gateway, nonce, series);
}

/** The calls of the upstream with this nonce as effects, where an upstream is present. */
export async function withUpstreamCalls(
  gateway: ProbeGateway,
  nonce: string,
  series: Series,
): Promise<Series> {
  if (!gateway.upstream.isPresent) return series;
  const { label, exchanges } = series;
  const relays = await relayed(gateway, [{ label, nonce, exchanges }]);
  return relays.map(withCallsAsEffects)[0] ?? series;
}
