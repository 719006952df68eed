/** Chats that call a function: the call, then its result, then the answer. */
import { send } from './lib/gateway.ts';
import { type Iteration, iteration } from './lib/iteration.ts';
import { isPlanned, prompt } from './lib/prompts.ts';
import { toolsRequest } from './lib/requests.ts';
import { isSuccess } from './lib/retry.ts';

export { options } from './lib/workload.ts';

export function run(turn: Iteration): void {
  const weather = `How is the weather in ${turn.word()}?`;
  const text = isPlanned() ? `${prompt(turn)} ${weather}` : weather;
  const answer = send(toolsRequest(text, []));
  const calls = answer.calls();
  // A result without the id of a call would be refused.
  const isCalled = calls.length > 0 && calls.every(({ id }) => id !== '');
  if (isSuccess(answer) && isCalled) send(toolsRequest(text, calls));
}

export default () => run(iteration());
