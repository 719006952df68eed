import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { accepted, videoRequest } from './requests.ts';
import { cancel, createdId } from './video-polls.ts';

const LOOK_EVERY_MS = 50;
const RUNS_ON: readonly (readonly [number, string, number])[] = [[0, 'in_progress', 10]];

/** A video job that runs until it is cancelled, and its cancel. */
export const cancelledUpstream: Probe<'relay'> = {
  name: 'video-cancel-seen-at-both-ends',
  seeks: 'a video job that was created',
  async run(gateway) {
    const nonce = gateway.nonce();
    await gateway.upstream.script(nonce, [{ states: RUNS_ON }]);
    const prompt = `A red circle that rolls, for ${nonce}.`;
    const created = await gateway.send(accepted(videoRequest(gateway.expect, { prompt })));
    const id = createdId(created, gateway);
    if (id === undefined) return [];
    const cancelling = await gateway.send(cancel(id));
    await untilCancelled(gateway, nonce);
    return relayed(gateway, [
      { label: 'a job that runs', nonce, exchanges: [created, cancelling] },
    ]);
  },
};

/** A gateway may answer first, and cancel then. */
async function untilCancelled(gateway: ProbeGateway, nonce: string): Promise<void> {
  const looks = Math.ceil(gateway.expect.cancelDeadlineMs / LOOK_EVERY_MS);
  for (let look = 0; look < looks; look += 1) {
    const { exchanges } = await gateway.upstream.seen(nonce, 0);
    if (exchanges.some(({ operation }) => operation === 'video-cancel')) return;
    await gateway.sleep(LOOK_EVERY_MS);
  }
}
