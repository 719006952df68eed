import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';

/** Represents a comment: it is never framed as an event. */
const WAITING: PlannedEvent = { name: 'waiting', data: {}, dueMs: 0 };

export const sseWaiting: Alteration = {
  id: 'sse-waiting',
  summary: 'A stream begins immediately, with a comment before its first token.',
  hooks: ({ planChat, planResponse, frame }) => ({
    planChat: (completion) => [WAITING, ...planChat(completion)],
    planResponse: (completion) => [WAITING, ...planResponse(completion)],
    frame: (event, place) => (event === WAITING ? ': processing\n\n' : frame(event, place)),
  }),
};
