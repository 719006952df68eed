/** Chats with streamed answers. */
import { send } from './lib/gateway.ts';
import { type Iteration, iteration } from './lib/iteration.ts';
import { chatRequest } from './lib/requests.ts';

export { options } from './lib/workload.ts';

export function run(turn: Iteration): void {
  send(chatRequest(turn, true));
}

export default () => run(iteration());
