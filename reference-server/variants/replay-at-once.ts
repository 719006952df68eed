import type { Alteration } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import type { Completion } from '../models/completion.ts';

type Plan = (completion: Completion) => readonly PlannedEvent[];

/** The plan of a completion that has been streamed before has no gaps. */
function hurried(plan: Plan): Plan {
  const streamed = new WeakSet<Completion>();
  return (completion) => {
    const events = plan(completion);
    const isReplay = streamed.has(completion);
    streamed.add(completion);
    return isReplay ? events.map((event) => ({ ...event, dueMs: 0 })) : events;
  };
}

export const replayAtOnce: Alteration = {
  id: 'replay-at-once',
  summary: 'A replayed stream is sent all at once, from the store.',
  hooks: ({ planChat, planResponse }) => ({
    planChat: hurried(planChat),
    planResponse: hurried(planResponse),
  }),
};
