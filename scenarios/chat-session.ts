/** Conversations of several turns: each turn sends all earlier turns again, after a think time. */
import { sleep } from 'k6';
import { now } from 'k6/x/gateway';
import { type Request, send, settings } from './lib/gateway.ts';
import { type Iteration, iteration } from './lib/iteration.ts';
import { answerTokens, isPlanned, prompt } from './lib/prompts.ts';
import { conversationRequest, type Message } from './lib/requests.ts';
import { isSuccess } from './lib/retry.ts';

export { options } from './lib/workload.ts';

const { turns, thinkMs } = settings.sessions;

const SYSTEM: Message = { role: 'system', content: 'Answer in one short sentence.' };
const STREAMED_SHARE = 0.6;
/** The part of a longer answer that the next turn repeats, in characters. */
const LONGEST_ANSWER = 4000;

export function run(turn: Iteration): void {
  const streams = turn.draw.chance(STREAMED_SHARE);
  const messages: Message[] = isPlanned() ? [] : [SYSTEM];
  let planned: Partial<Request> = {};
  for (let left = turns; left > 0; left--) {
    const most = answerTokens(turn);
    messages.push({ role: 'user', content: prompt(turn, most) });
    const answer = send({ ...conversationRequest(messages, streams, most), ...planned });
    if (!isSuccess(answer)) return;
    const said = answer.text().slice(0, LONGEST_ANSWER);
    if (said !== '') messages.push({ role: 'assistant', content: said });
    if (left > 1) planned = { intendedMs: think(turn) };
  }
}

/** Waits for the think time, and returns its scheduled end. */
function think(turn: Iteration): number {
  const pauseMs = thinkMs * (0.5 + turn.draw.share());
  const plannedMs = now() + pauseMs;
  sleep(pauseMs / 1000);
  return plannedMs;
}

export default () => run(iteration());
