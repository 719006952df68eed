import { isTerminal, jobIn } from '../../answers/video-jobs.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { accepted, videoRequest } from '../requests/plain.ts';
import type { Probe } from '../rule.ts';
import { cancel, createdId, read } from './video-polls.ts';

/** A job that takes longer is abandoned: its end is not worth more waiting. */
const LONGEST_MS = 60_000;

/** A slow job that is deleted, and then read until it ends or is removed. */
export const deletedJob: Probe<'job'> = {
  name: 'deleted-video-job',
  async run(gateway) {
    const { videoStates, videoPollMs, videoDeadlineMs } = gateway.expect;
    const model = modelFor(gateway.expect.slowModel, 'video-create');
    const prompt = `A red circle that rolls, for ${gateway.nonce()}.`;
    const request = videoRequest(gateway.expect, { prompt, model });
    const created = await gateway.send(accepted(request));
    const id = createdId(created, gateway);
    if (id === undefined) return [{ label: 'a job that is deleted', exchanges: [created] }];
    const exchanges: Exchange[] = [created, await gateway.send(cancel(id))];
    const untilMs = created.timing.sendMs + Math.min(videoDeadlineMs, LONGEST_MS);
    for (;;) {
      const latest = await gateway.send(read(id));
      exchanges.push(latest);
      const job = jobIn(latest, videoStates);
      if (job === undefined || isTerminal(job.stage) || latest.timing.endMs > untilMs) break;
      await gateway.sleep(videoPollMs);
    }
    return [{ label: 'a job that is deleted', exchanges }];
  },
};
