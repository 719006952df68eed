import { jobIn } from '../../answers/video-jobs.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import { isAccepted } from '../findings/acceptance.ts';
import { endedAtOnce, reportedEnd } from '../findings/job-course.ts';
import type { ProbeGateway } from '../gateway.ts';
import { accepted, videoRequest } from '../requests/plain.ts';
import { need, needSeen, type Probe } from '../rule.ts';
import { repeats } from './fewer.ts';
import { sendTrial } from './send-trial.ts';
import { sequentially } from './sequentially.ts';
import { contentFor, fetchContent } from './video-content.ts';
import { cancel, createdId, read, readAgain, readToEnd } from './video-polls.ts';
import { withinBudget } from './within-budget.ts';

/** Reads of a job that has ended: enough to see one that still changes. */
const READS_AFTER_END = 5;
/** Reads of a cancelled job, two at a time: enough to see one stale replica among several. */
const READS_AFTER_CANCEL = 6;

const JOBS_AT_ONCE = 2;

/** What the probes of a job need. */
const CREATED = 'a video job that was created';

/** Video jobs that are created in sequence, and concurrently. */
export const severalJobs: Probe<'answer'> = {
  name: 'several-video-jobs',
  modest: '2 concurrent jobs, and none in sequence',
  async run(gateway) {
    const request = () => jobRequest(gateway);
    const isModest = gateway.effort === 'modest';
    const alone = isModest ? [] : [await gateway.send(request()), await gateway.send(request())];
    const together = await gateway.together(Array.from({ length: JOBS_AT_ONCE }, request));
    return [...alone, ...together];
  },
};

/** One video job, without its reads. */
export const newVideoJob: Probe<'answer'> = {
  name: 'new-video-job',
  async run(gateway) {
    return [await gateway.send(jobRequest(gateway))];
  },
};

/** One video job, and the reads of it until it has ended. */
export const pollsOfAJob: Probe<'sent'> = {
  name: 'polls-of-a-job',
  async run(gateway) {
    const created = await gateway.send(jobRequest(gateway));
    const id = createdId(created, gateway);
    need(id, CREATED);
    return readToEnd(gateway, id, gateway.expect.videoDeadlineMs, accepted(read(id)));
  },
};

/** The cancel of a slow job that was just created. */
export const cancelOfARunningJob: Probe<'sent'> = {
  name: 'cancel-of-a-running-job',
  async run(gateway) {
    const isRefused = ({ answer }: Exchange) =>
      gateway.expect.cancelRefusalStatus.includes(answer?.status ?? 0);
    const cancelOne = () =>
      job(gateway, 'a job that is cancelled', slowJobRequest(gateway), async (id) => {
        const cancelling = await gateway.send(accepted(cancel(id)));
        return isRefused(cancelling) ? [cancelling, await gateway.send(read(id))] : [cancelling];
      });
    const cancelsIn = ({ exchanges }: Series) =>
      exchanges.filter(({ operation }) => operation === 'video-cancel');
    // Only a gateway that refuses it makes a difference between an ended job and another one.
    const isRefusedTooLate = (series: Series) =>
      cancelsIn(series).some(isRefused) && cameTooLate(series, gateway);
    const series = await inTime(cancelOne, isRefusedTooLate);
    const isLate = isRefusedTooLate(series);
    const what = 'a DELETE of an unfinished job';
    needSeen(!(isLate && endedAtOnce(series, gateway.expect.videoStates)), what);
    need(!isLate, what);
    return cancelsIn(series);
  },
};

/**
 * Two video jobs read to their end and a little longer. The content of one is downloaded; the other
 * is cancelled after its end. All requests for one id are one series.
 */
export const followedJobs: Probe<'job'> = {
  name: 'video-jobs-to-their-end',
  async run(gateway) {
    const { videoDeadlineMs } = gateway.expect;
    const jobs = await Promise.all([
      job(gateway, 'a job to its end', jobRequest(gateway), async (id) => {
        const reads = await readToEnd(gateway, id, videoDeadlineMs);
        const more = await readAgain(gateway, id, READS_AFTER_END);
        return [...reads, ...more, ...(await fetchContent(gateway, reads.at(-1)))];
      }),
      job(gateway, 'a job that is cancelled after its end', jobRequest(gateway), async (id) => [
        ...(await readToEnd(gateway, id, videoDeadlineMs)),
        await gateway.send(cancel(id)),
        ...(await readAgain(gateway, id, READS_AFTER_END)),
      ]),
    ]);
    return joinedById(jobs, gateway);
  },
};

/** On a busy machine a job may end before its cancel arrives: then another one is created. */
const TRIES_TO_CANCEL = 3;

/** Two slow video jobs that are cancelled, one as soon as it is created and one while it runs. */
export const cancelledJobs: Probe<'job'> = {
  name: 'cancelled-video-jobs',
  async run(gateway) {
    const request = () => slowJobRequest(gateway);
    const isTooLate = (series: Series) => cameTooLate(series, gateway);
    const atOnce = () =>
      job(gateway, 'a job that is cancelled immediately', request(), (id) =>
        cancelled(gateway, id),
      );
    const running = () =>
      job(gateway, 'a job that is cancelled while it runs', request(), async (id) => [
        ...(await readUntilItRuns(gateway, id)),
        ...(await cancelled(gateway, id)),
      ]);
    const jobs = await Promise.all([inTime(atOnce, isTooLate), inTime(running, isTooLate)]);
    return joinedById(jobs, gateway);
  },
};

/**
 * A job of one tenant that another reads and cancels while it runs, also on the connection of its owner, and
 * that another reads and downloads once it has ended.
 */
export const jobOfAnotherTenant: Probe<'series'> = {
  name: 'video-job-of-another-tenant',
  async run(gateway) {
    const request = slowJobRequest(gateway);
    const credential = 'second';
    return [
      await job(gateway, 'a job of another tenant', request, async (id) => {
        const running = [
          await gateway.send({ ...read(id), credential }),
          await gateway.send({ ...cancel(id), credential }),
          await gateway.send(read(id)),
          ...(await gateway.inOrder([read(id), { ...read(id), credential }])),
        ];
        const reads = await readToEnd(gateway, id, gateway.expect.videoDeadlineMs);
        const ended = await gateway.send({ ...read(id), credential });
        const content = await contentFor(gateway, reads.at(-1), credential);
        return [...running, ...reads, ended, ...content];
      }),
    ];
  },
};

/** A job of a model that fails, read to its end. */
export const failingJob: Probe<'job'> = {
  name: 'failing-video-job',
  async run(gateway) {
    const { failingVideoModel, failingModel, videoDeadlineMs } = gateway.expect;
    const model = failingVideoModel ?? modelFor(failingModel, 'video-create');
    const request = jobRequest(gateway, model);
    const follow = (id: string) => readToEnd(gateway, id, videoDeadlineMs);
    return [await job(gateway, 'a job that fails', request, follow)];
  },
};

/** A slow job that is cancelled twice in sequence. */
export const jobCancelledTwice: Probe<'series'> = {
  name: 'video-job-cancelled-twice',
  async run(gateway) {
    const request = slowJobRequest(gateway);
    return [
      await job(gateway, 'a job that is cancelled twice', request, async (id) => {
        const cancels = [await gateway.send(cancel(id)), await sendTrial(gateway, cancel(id))];
        // It may have ended before.
        return cancels.every(isAccepted) ? cancels : [...cancels, await gateway.send(read(id))];
      }),
    ];
  },
};

const CANCELS_AT_ONCE = 8;

/** Slow jobs, each cancelled by many concurrent clients and then read. */
export const jobsCancelledAtOnce: Probe<'series'> = {
  name: 'video-jobs-cancelled-at-once',
  modest: '1 job instead of several, so that a race that the gateway rarely loses is missed',
  run(gateway) {
    const { raceRounds } = gateway.expect;
    const rounds = Array.from(
      { length: repeats(gateway, raceRounds, 1) },
      (_, index) => `round ${index + 1}`,
    );
    return sequentially(rounds, (label) =>
      job(gateway, label, slowJobRequest(gateway), async (id) => [
        ...(await gateway.together(Array.from({ length: CANCELS_AT_ONCE }, () => cancel(id)))),
        await gateway.send(read(id)),
      ]),
    );
  },
};

function slowJobRequest(gateway: ProbeGateway) {
  return jobRequest(gateway, modelFor(gateway.expect.slowModel, 'video-create'));
}

function jobRequest(gateway: ProbeGateway, model: string | null = null) {
  const prompt = `A red circle that rolls, for ${gateway.nonce()}.`;
  return accepted(videoRequest(gateway.expect, { prompt, model }));
}

/** Creates a job and gathers its requests, in the order sent. */
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

/** The first try whose cancel reached an unfinished job, or the last one. */
async function inTime(
  cancelOne: () => Promise<Series>,
  isTooLate: (series: Series) => boolean,
): Promise<Series> {
  let series = await cancelOne();
  for (let tries = 1; tries < TRIES_TO_CANCEL && isTooLate(series); tries += 1) {
    const again = await withinBudget(cancelOne());
    if (again === undefined) break;
    series = again;
  }
  return series;
}

/** Whether the cancel, or the first read after it, shows a job that had already ended. */
function cameTooLate({ exchanges }: Series, { expect }: ProbeGateway): boolean {
  const at = exchanges.findIndex(({ operation }) => operation === 'video-cancel');
  const cancelling = exchanges[at];
  if (cancelling === undefined) return false;
  if (reportedEnd(cancelling, expect.videoStates) === 'completed') return true;
  const seen = exchanges.slice(at).map((each) => jobIn(each, expect.videoStates)?.stage);
  const first = seen.find((stage) => stage !== undefined);
  return first === 'completed' || first === 'failed';
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

/** Jobs with the same id cannot be distinguished: all their requests are one series. */
function joinedById(jobs: readonly Series[], gateway: ProbeGateway): readonly Series[] {
  const idOf = ({ exchanges: [created] }: Series) => created && createdId(created, gateway);
  const joined = Map.groupBy(jobs, (one) => idOf(one) ?? one);
  return [...joined.values()].map((same) => ({
    label: same.map(({ label }) => label).join(', '),
    exchanges: same
      .flatMap(({ exchanges }) => exchanges)
      .toSorted((one, other) => one.timing.sendMs - other.timing.sendMs),
  }));
}
