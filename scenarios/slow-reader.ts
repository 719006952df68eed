/** Clients that read a stream more slowly than it is written: the rest waits at the gateway. */

import { SCENARIOS } from './catalogue.ts';
import { send, settings } from './lib/gateway.ts';
import { type Iteration, iteration } from './lib/iteration.ts';
import { drawOffered } from './lib/offered.ts';
import { chatRequest, responsesRequest } from './lib/requests.ts';

export { options } from './lib/workload.ts';

const { bytesPerSecond, disconnectAfterMs } = settings.slowReaders;

export function run(turn: Iteration): void {
  const ofChat = drawOffered(turn.draw, SCENARIOS['slow-reader'].shares) === 'chat';
  const request = ofChat ? chatRequest(turn, true) : responsesRequest(turn, true);
  const tags = { reader: 'slow' };
  send({ ...request, tags, readBytesPerSecond: bytesPerSecond, disconnectAfterMs });
}

export default () => run(iteration());
