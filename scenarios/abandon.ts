/** Clients that disconnect: in the middle of a stream, or before any answer. */

import { SCENARIOS } from './catalogue.ts';
import { type Request, send } from './lib/gateway.ts';
import { type Iteration, iteration } from './lib/iteration.ts';
import { drawOffered } from './lib/offered.ts';
import { chatRequest, responsesRequest } from './lib/requests.ts';

export { options } from './lib/workload.ts';

const LATEST_EVENT = 12;
const LATEST_MS = 150;

export function run(turn: Iteration): void {
  const { draw } = turn;
  const streams = draw.chance(0.8);
  const request =
    drawOffered(draw, SCENARIOS.abandon.shares) === 'chat'
      ? chatRequest(turn, streams)
      : responsesRequest(turn, streams);
  const disconnect: Partial<Request> =
    streams && draw.chance(0.7)
      ? { disconnectAfterEvents: draw.integer(1, LATEST_EVENT) }
      : { disconnectAfterMs: draw.integer(1, LATEST_MS) };
  send({ ...request, ...disconnect });
}

export default () => run(iteration());
