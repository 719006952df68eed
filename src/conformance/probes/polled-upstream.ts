import { JOB_ENDS_MS, SCRIPTED_JOB } from '../findings/upstream/scripted-job.ts';
import type { Probe } from '../rule.ts';
import { relayed } from './relayed.ts';
import { sentOnce } from './requests.ts';
import { createScriptedJob } from './scripted-job.ts';
import { read } from './video-polls.ts';

/** The script begins with the upstream's request, and the wait with the caller's answer. */
const LATER_MS = 200;
const FAILS = { name: 'status 503', status: 503 };

/**
 * A video job that is read as soon as it is created, while it runs, while the upstream fails to read it,
 * and some time after its end.
 */
export const polledUpstream: Probe<'relay'> = {
  name: 'video-polls-seen-at-both-ends',
  seeks: 'a video job that was created',
  async run(gateway) {
    const nonce = gateway.nonce();
    const states = SCRIPTED_JOB.map(
      ({ afterMs, status, progress }) => [afterMs, status, progress] as const,
    );
    const job = await createScriptedJob(gateway, nonce, { states });
    if (job === undefined) return [];
    const { id, created } = job;
    const atOnce = await gateway.send(read(id));
    await gateway.sleep(JOB_ENDS_MS / 2 + LATER_MS);
    const running = await gateway.send(read(id));
    await gateway.upstream.script(nonce, [FAILS], 'video-read');
    const unread = await gateway.send(sentOnce(read(id)));
    await gateway.upstream.script(nonce, [], 'video-read');
    await gateway.sleep(JOB_ENDS_MS / 2 + gateway.expect.upstreamFreshMs);
    const exchanges = [created, atOnce, running, unread, await gateway.send(read(id))];
    return relayed(gateway, [{ label: 'a job that is polled', nonce, exchanges }]);
  },
};
