import { editChoices } from '../edit-events.ts';
import type { Alteration } from '../hooks.ts';
import { isJsonObject } from '../json.ts';
import type { PlannedEvent } from '../result.ts';

export const chatFinishWithToken: Alteration = {
  id: 'chat-finish-with-token',
  summary: 'The last token of a chat stream comes together with finish_reason.',
  hooks: ({ planChat }) => ({
    planChat(completion) {
      const events = planChat(completion);
      const finish = events.findIndex(finishes);
      if (finish === -1) return events;
      const last = events.slice(finish - 1, finish).map(finished);
      return [...events.slice(0, finish - 1), ...last, ...events.slice(finish + 1)];
    },
  }),
};

function finishes({ data }: PlannedEvent): boolean {
  if (typeof data === 'string' || !Array.isArray(data.choices)) return false;
  const [choice] = data.choices;
  return isJsonObject(choice) && choice.finish_reason === 'stop';
}

function finished(event: PlannedEvent): PlannedEvent {
  const { data } = event;
  if (typeof data === 'string') return event;
  const edited = editChoices(data, (choice) => ({ ...choice, finish_reason: 'stop' }));
  return { ...event, data: edited };
}
