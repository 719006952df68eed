/** Clients that read a stream slower than it is written: what they leave waits at the gateway. */
import { send, settings } from './lib/gateway.ts';
import { type Iteration, iteration } from './lib/iteration.ts';
import { drawOffered } from './lib/offered.ts';
import { OPERATION_SHARES } from './lib/operation-shares.ts';
import { chatRequest, responsesRequest } from './lib/requests.ts';

export { options } from './lib/workload.ts';

const { bytesPerSecond, leaveAfterMs } = settings.slowReaders;

export function slowReader(turn: Iteration): void {
  const ofChat = drawOffered(turn.draw, OPERATION_SHARES['slow-reader']) === 'chat';
  const request = ofChat ? chatRequest(turn, true) : responsesRequest(turn, true);
  const tags = { reader: 'slow' };
  send({ ...request, tags, readBytesPerSecond: bytesPerSecond, leaveAfterMs });
}

export default () => slowReader(iteration());
