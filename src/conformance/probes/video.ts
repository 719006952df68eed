import type { Exchange } from '../../exchange/exchange.ts';
import type { ProbeGateway } from '../gateway.ts';
import type { Probe, Series } from '../rule.ts';
import { jobIn } from '../video-jobs.ts';
import { inTurn } from './in-turn.ts';
import { accepted, videoRequest } from './requests.ts';
import { cancel, createdId, read, readAgain, readToEnd } from './video-polls.ts';

/** Of a job that has ended: enough to see one that is still changed. */
const READS_AFTER_END = 5;
/** Of a job that was cancelled, two at a time: enough to see one replica of several that is stale. */
const READS_AFTER_CANCEL = 6;

/** One video job, without its reads. */
export const newVideoJob: Probe<'answer'> = {
  name: 'new-video-job',
  async run(gateway) {
    return [await gateway.send(jobRequest(gateway))];
  },
};

/** Two video jobs read to their end and a little longer; one of them is cancelled when it has ended. */
export const followedJobs: Probe<'job'> = {
  name: 'video-jobs-to-their-end',
  run(gateway) {
    const { videoDeadlineMs } = gateway.expect;
    return Promise.all([
      job(gateway, 'a job to its end', jobRequest(gateway), async (id) => [
        ...(await readToEnd(gateway, id, videoDeadlineMs)),
        ...(await readAgain(gateway, id, READS_AFTER_END)),
      ]),
      job(gateway, 'a job that is cancelled after its end', jobRequest(gateway), async (id) => [
        ...(await readToEnd(gateway, id, videoDeadlineMs)),
        await gateway.send(cancel(id)),
        ...(await readAgain(gateway, id, READS_AFTER_END)),
      ]),
    ]);
  },
};

/** Two slow video jobs that are cancelled, one as soon as it is made and one when it runs. */
export const cancelledJobs: Probe<'job'> = {
  name: 'cancelled-video-jobs',
  run(gateway) {
    const { slowModel } = gateway.expect;
    const request = () => jobRequest(gateway, slowModel ?? undefined);
    return Promise.all([
      job(gateway, 'a job that is cancelled at once', request(), (id) => cancelled(gateway, id)),
      job(gateway, 'a job that is cancelled while it runs', request(), async (id) => [
        ...(await readUntilItRuns(gateway, id)),
        ...(await cancelled(gateway, id)),
      ]),
    ]);
  },
};

/** A job of one tenant that another reads and cancels. */
export const jobOfAnotherTenant: Probe<'series'> = {
  name: 'video-job-of-another-tenant',
  async run(gateway) {
    const request = jobRequest(gateway, gateway.expect.slowModel ?? undefined);
    return [
      await job(gateway, 'a job of another tenant', request, async (id) => [
        await gateway.send({ ...read(id), credential: 'second' }),
        await gateway.send({ ...cancel(id), credential: 'second' }),
        await gateway.send(read(id)),
      ]),
    ];
  },
};

/** A job of a model that fails, read to its end. */
export const failingJob: Probe<'job'> = {
  name: 'failing-video-job',
  async run(gateway) {
    const { failingVideoModel, failingModel, videoDeadlineMs } = gateway.expect;
    const request = jobRequest(gateway, failingVideoModel ?? failingModel ?? undefined);
    const follow = (id: string) => readToEnd(gateway, id, videoDeadlineMs);
    return [await job(gateway, 'a job that fails', request, follow)];
  },
};

/** A slow job that is cancelled twice, one after the other. */
export const jobCancelledTwice: Probe<'series'> = {
  name: 'video-job-cancelled-twice',
  async run(gateway) {
    const request = jobRequest(gateway, gateway.expect.slowModel ?? undefined);
    return [
      await job(gateway, 'a job that is cancelled twice', request, async (id) => [
        await gateway.send(cancel(id)),
        await gateway.send(cancel(id)),
      ]),
    ];
  },
};

const CANCELS_AT_ONCE = 8;

/** Slow jobs, each cancelled by many callers at once. */
export const jobsCancelledAtOnce: Probe<'series'> = {
  name: 'video-jobs-cancelled-at-once',
  run(gateway) {
    const { raceRounds, slowModel } = gateway.expect;
    const rounds = Array.from({ length: raceRounds }, (_, index) => `round ${index + 1}`);
    return inTurn(rounds, (label) =>
      job(gateway, label, jobRequest(gateway, slowModel ?? undefined), (id) =>
        gateway.together(Array.from({ length: CANCELS_AT_ONCE }, () => cancel(id))),
      ),
    );
  },
};

function jobRequest(gateway: ProbeGateway, model?: string) {
  const prompt = `A red circle that rolls, for ${gateway.nonce()}.`;
  return accepted(videoRequest(gateway.expect, { prompt, model }));
}

/** Makes a job and gathers what is done with it, in the order sent. */
async function job(
  gateway: ProbeGateway,
  label: string,
  request: ReturnType<typeof jobRequest>,
  meanwhile: (id: string) => Promise<readonly Exchange[]>,
): Promise<Series> {
  const created = await gateway.send(request);
  const id = createdId(created, gateway);
  return { label, exchanges: id === undefined ? [created] : [created, ...(await meanwhile(id))] };
}

async function cancelled(gateway: ProbeGateway, id: string): Promise<readonly Exchange[]> {
  return [
    await gateway.send(cancel(id)),
    ...(await readToEnd(gateway, id, gateway.expect.cancelDeadlineMs)),
    ...(await readAgain(gateway, id, READS_AFTER_CANCEL, 2)),
  ];
}

async function readUntilItRuns(gateway: ProbeGateway, id: string): Promise<readonly Exchange[]> {
  const { expect } = gateway;
  const reads: Exchange[] = [];
  let latest: Exchange;
  do {
    if (reads.length > 0) await gateway.sleep(expect.videoPollMs);
    latest = await gateway.send(read(id));
    reads.push(latest);
  } while (
    jobIn(latest, expect.videoStates)?.stage === 'waiting' &&
    latest.timing.endMs - (reads[0]?.timing.sendMs ?? 0) < expect.videoDeadlineMs
  );
  return reads;
}
