import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { editChoices } from '../http/edit-events.ts';

/** A token, and after it a delta without members and one without text. */
function spaced(event: PlannedEvent): readonly PlannedEvent[] {
  const { data, dueMs, token } = event;
  if (token !== true || typeof data === 'string') return [event];
  const empty = [{}, { content: '' }].map((delta) => ({
    data: editChoices(data, (choice) => ({ ...choice, delta })),
    dueMs,
  }));
  return [event, ...empty];
}

export const chatEmptyDeltas: Alteration = {
  id: 'chat-empty-deltas',
  summary: 'A chat stream has deltas without text between its tokens.',
  hooks: ({ planChat }) => ({ planChat: (completion) => planChat(completion).flatMap(spaced) }),
};
