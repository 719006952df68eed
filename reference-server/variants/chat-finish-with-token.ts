import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import { editChoices } from '../http/edit-events.ts';
import { isJsonObject } from '../http/json.ts';
import { finishReason } from '../models/chat.ts';

export const chatFinishWithToken: Alteration = {
  id: 'chat-finish-with-token',
  summary: 'The last token of a chat stream is in the chunk with finish_reason.',
  hooks: ({ planChat }) => ({
    planChat(completion) {
      const events = planChat(completion);
      const reason = finishReason(completion);
      const finish = events.findIndex((event) => finishes(event, reason));
      if (finish === -1) return events;
      const last = events.slice(finish - 1, finish).map((event) => finished(event, reason));
      return [...events.slice(0, finish - 1), ...last, ...events.slice(finish + 1)];
    },
  }),
};

function finishes({ data }: PlannedEvent, reason: string): boolean {
  if (typeof data === 'string' || !Array.isArray(data.choices)) return false;
  const [choice] = data.choices;
  return isJsonObject(choice) && choice.finish_reason === reason;
}

function finished(event: PlannedEvent, reason: string): PlannedEvent {
  const { data } = event;
  if (typeof data === 'string') return event;
  const edited = editChoices(data, (choice) => ({ ...choice, finish_reason: reason }));
  return { ...event, data: edited };
}
