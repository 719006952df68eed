import type { ProbeGateway } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { createScriptedJob, RUNS_ON } from './scripted-job.ts';
import { cancel } from './video-polls.ts';

const LOOK_EVERY_MS = 50;

/** A video job that runs until it is cancelled, and its cancel. */
export const cancelledUpstream: Probe<'relay'> = {
  name: 'video-cancel-seen-at-both-ends',
  seeks: 'a video job that was created',
  async run(gateway) {
    const nonce = gateway.nonce();
    const job = await createScriptedJob(gateway, nonce, { states: RUNS_ON });
    if (job === undefined) return [];
    const { id, created } = job;
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
