import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { type ExchangeFacts, event, stream } from '../exchanges.ts';
import { message, response } from '../responses/bodies.ts';

/** One event of a responses stream before it is numbered. */
export type Event = Readonly<Record<string, unknown>> & { readonly type: string };

const PLACE = { item_id: 'msg-1', output_index: 0, content_index: 0 };
const PART = { type: 'output_text', text: '', annotations: [] };

export const DONE_EVENT = event('[DONE]');
export const CREATED = state('created', { status: 'in_progress', output: [], usage: null });
export const IN_PROGRESS = state('in_progress', { status: 'in_progress', output: [], usage: null });
export const ITEM_ADDED = {
  type: 'response.output_item.added',
  output_index: 0,
  item: { ...message(), status: 'in_progress' },
};
export const PART_ADDED = { type: 'response.content_part.added', ...PLACE, part: PART };
export const TEXT_DONE = { type: 'response.output_text.done', ...PLACE, text: 'Hello world' };
export const PART_DONE = {
  type: 'response.content_part.done',
  ...PLACE,
  part: { ...PART, text: 'Hello world' },
};
export const ITEM_DONE = {
  type: 'response.output_item.done',
  output_index: 0,
  item: message('Hello world'),
};
export const COMPLETED = state('completed', { output: [message('Hello world')] });
export const FAILED = state('failed', { status: 'failed', error: { code: 'x', message: 'y' } });
export const ERROR = { type: 'error', message: 'The model failed.', code: null, param: null };
export const FOREIGN = { type: 'vendor:ping', load: 0.3 };

export const OPENING = [CREATED, IN_PROGRESS, ITEM_ADDED, PART_ADDED];
export const TEXT = [delta('Hello '), delta('world')];
export const CLOSING = [TEXT_DONE, PART_DONE, ITEM_DONE, COMPLETED];
export const WHOLE = [...OPENING, ...TEXT, ...CLOSING];

/** A state event with the response of these members. */
export function state(name: string, members: Record<string, unknown> = {}): Event {
  return { type: `response.${name}`, response: response(members) };
}

export function delta(text: string, members: Record<string, unknown> = {}): Event {
  return { type: 'response.output_text.delta', ...PLACE, delta: text, ...members };
}

/** These events, numbered and named, each in a read of its own; then what is not to be numbered. */
export function sent(
  events: readonly Event[],
  facts: ExchangeFacts & { readonly tail?: readonly string[] } = {},
): Exchange {
  const numbered = events.map((body, index) =>
    event({ sequence_number: index, ...body }, body.type),
  );
  return stream([...numbered, ...(facts.tail ?? [])], { operation: 'responses', ...facts });
}
