/** Retries with one key: after success, while in flight, after a dropped connection. */
import { endGroup, type Group } from 'k6/x/gateway';
import { SCENARIOS } from './catalogue.ts';
import { type Request, settings } from './lib/gateway.ts';
import { type Iteration, iteration } from './lib/iteration.ts';
import { drawOffered } from './lib/offered.ts';
import { chatRequest, imagesRequest, responsesRequest, videoRequest } from './lib/requests.ts';
import {
  isSuccess,
  mayPass,
  type Retrying,
  sendAgain,
  sendTogether,
  sendUntilAnswered,
} from './lib/retry.ts';

export { options } from './lib/workload.ts';

const STREAMED_SHARE = 0.3;
const LATEST_EVENT = 4;
const LATEST_MS = 60;

export function run(turn: Iteration): void {
  const group: Group = { kind: 'key', id: turn.word() };
  const request = { ...billable(turn), idempotencyKey: group.id, group };
  const form = turn.draw.pick([afterSuccess, duringFlight, afterDrop]);
  form({ turn, request, attempt: 0 });
  endGroup(group);
}

function afterSuccess(retrying: Retrying): void {
  const replays = retrying.turn.draw.integer(1, 2);
  for (let left = 1 + replays; left > 0; left--) {
    if (!isSuccess(sendUntilAnswered(retrying))) return;
  }
}

function duringFlight(retrying: Retrying): void {
  const answers = sendTogether(retrying, settings.retries.together);
  const succeeded =
    answers.some(isSuccess) || (answers.every(mayPass) && isSuccess(sendUntilAnswered(retrying)));
  if (succeeded) sendUntilAnswered(retrying);
}

function afterDrop(retrying: Retrying): void {
  const { draw } = retrying.turn;
  // Early moments more often: a quick answer would arrive before a late one.
  const disconnectAfterMs = 1 + Math.floor(draw.share() ** 2 * LATEST_MS);
  const inStream = {
    disconnectAfterEvents: draw.integer(1, LATEST_EVENT),
    disconnectAfterMs: LATEST_MS,
  };
  const answer = sendAgain(retrying, draw.chance(0.5) ? inStream : { disconnectAfterMs });
  if (answer !== undefined && (isSuccess(answer) || mayPass(answer))) sendUntilAnswered(retrying);
}

function billable(turn: Iteration): Request {
  const streams = turn.draw.chance(STREAMED_SHARE);
  switch (drawOffered(turn.draw, SCENARIOS['idempotent-retry'].shares)) {
    case 'chat':
      return chatRequest(turn, streams);
    case 'responses':
      return responsesRequest(turn, streams);
    case 'images':
      return imagesRequest(turn);
    default:
      return videoRequest(turn);
  }
}

export default () => run(iteration());
