/** Uploads of audio: small, large, and of exactly 25 MiB; some are retried with one key. */
import { endGroup, type Group, wav } from 'k6/x/gateway';
import { send, settings } from './lib/gateway.ts';
import { type Iteration, iteration } from './lib/iteration.ts';
import { transcriptionRequest } from './lib/requests.ts';
import { isSuccess } from './lib/retry.ts';

export { options } from './lib/workload.ts';

/** In memory once for all virtual users. */
const FILES = {
  /** One second at 16 kHz, 16 bits, one channel, with the header of 44 bytes. */
  small: wav(32_044),
  large: wav(5 * 1024 * 1024),
  /** The interface's limit of a file. */
  maximum: wav(25 * 1024 * 1024),
};

const RETRIED_SHARE = 0.1;

export function run(turn: Iteration): void {
  const size = turn.draw.weighted(settings.uploads) ?? 'small';
  const request = transcriptionRequest(turn, FILES[size]);
  if (!turn.draw.chance(RETRIED_SHARE)) {
    send(request);
    return;
  }
  const group: Group = { kind: 'key', id: turn.word() };
  const keyed = { ...request, idempotencyKey: group.id, group };
  if (isSuccess(send({ ...keyed, attempt: 1 }))) send({ ...keyed, attempt: 2 });
  endGroup(group);
}

export default () => run(iteration());
