import type { Alteration } from '../hooks.ts';
import { editData } from '../http/edit-events.ts';

const TYPE = 'reference.progress';
const AFTER = 5;

export const responsesUnknownEvent: Alteration = {
  id: 'responses-unknown-event',
  summary: 'A responses stream has an event of an unknown type.',
  hooks: ({ planResponse }) => ({
    planResponse(completion) {
      const events = planResponse(completion);
      const { dueMs = 0 } = events[AFTER - 1] ?? {};
      const own = { name: TYPE, data: { type: TYPE }, dueMs };
      return editData(
        [...events.slice(0, AFTER), own, ...events.slice(AFTER)],
        (data, _event, index) => ({ ...data, sequence_number: index }),
      );
    },
  }),
};
