import { event } from '../exchanges.ts';

/** One chunk of a chat stream, as it stands on the wire, with these members in place of good ones. */
export function chunk(choices: readonly unknown[], members: Record<string, unknown> = {}): string {
  return event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'some-model',
    choices,
    ...members,
  });
}

/** A chunk whose only choice has this delta. */
export function delta(content: unknown, members: Record<string, unknown> = {}): string {
  return chunk([{ index: 0, delta: { content }, finish_reason: null, ...members }]);
}

export const ROLE = chunk([{ index: 0, delta: { role: 'assistant', content: '' } }]);
export const STOP = chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]);
export const DONE_EVENT = event('[DONE]');
export const USAGE = chunk([], { usage: { total_tokens: 7 } });
export const ERROR_EVENT = event({
  error: { message: 'The model failed.', type: 'server_error', param: null, code: null },
});

export const WHOLE = [ROLE, delta('Hello'), delta(' world'), STOP, DONE_EVENT];
