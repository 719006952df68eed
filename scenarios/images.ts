/** Images from a prompt. */
import { send } from './lib/gateway.ts';
import { type Iteration, iteration } from './lib/iteration.ts';
import { imagesRequest } from './lib/requests.ts';

export { options } from './lib/workload.ts';

export function run(turn: Iteration): void {
  send(imagesRequest(turn));
}

export default () => run(iteration());
