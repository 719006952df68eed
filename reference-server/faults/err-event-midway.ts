import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { FAILURE } from '../http/refusal.ts';

export const errEventMidway: Alteration = {
  id: 'err-event-midway',
  summary: 'Each good stream has an error event in the middle, then the rest of its answer.',
  hooks: ({ planChat, planResponse }) => ({
    planChat: (completion) => withError(planChat(completion), { error: FAILURE }),
    planResponse: (completion) =>
      withError(planResponse(completion), { ...FAILURE, type: 'error' }),
  }),
};

function withError(
  events: readonly PlannedEvent[],
  data: Exclude<PlannedEvent['data'], string>,
): readonly PlannedEvent[] {
  const at = events.findIndex(({ token }) => token === true) + 1;
  const dueMs = events[at]?.dueMs ?? 0;
  return [...events.slice(0, at), { data, dueMs }, ...events.slice(at)];
}
