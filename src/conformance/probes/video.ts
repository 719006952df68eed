import { isTerminal, jobIn } from '../../answers/video-jobs.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Series } from '../evidence.ts';
import { isAccepted } from '../findings/acceptance.ts';
import { endedAtOnce, reportedEnd } from '../findings/job-course.ts';
import type { ProbeGateway, ProbeRequest } from '../gateway.ts';
import { freshKey } from '../requests/keys.ts';
import { accepted } from '../requests/plain.ts';
import { need, needSeen, type Probe } from '../rule.ts';
import {
  CANCELS_AT_ONCE,
  cancelledJob,
  endedJob,
  jobCancelledByMany,
  ordinaryJob,
} from './modest-jobs.ts';
import { sendTrial, sequentially, withinBudget } from './trials.ts';
import {
  CREATED,
  cancel,
  cancelAsAnother,
  contentFor,
  createdId,
  fetchContent,
  jobRequest,
  READS_AFTER_CANCEL,
  READS_AFTER_END,
  read,
  readAgain,
  readToEnd,
  readUntilItRuns,
  slowJobRequest,
} from './video-polls.ts';

const JOBS_AT_ONCE = 2;

/** Creates a job and gathers its requests, in the order sent. */
async function job(
  gateway: ProbeGateway,
  label: string,
  request: ProbeRequest,
  meanwhile: (id: string) => Promise<readonly Exchange[]>,
): Promise<Series> {
  const created = await gateway.send(request);
  const id = createdId(created, gateway);
  return { label, exchanges: id === undefined ? [created] : [created, ...(await meanwhile(id))] };
}

/** Video jobs that are created in sequence, and concurrently. */
export const severalJobs: Probe<'answer'> = {
  name: 'several-video-jobs',
  modest: 'only jobs of other probes, so that an id that repeats rarely is missed',
  async run(gateway) {
    if (gateway.effort === 'modest') {
      return [await ordinaryJob(gateway), await gateway.control(jobRequest(gateway))];
    }
    const alone = await sequentially([jobRequest(gateway), jobRequest(gateway)], (request) =>
      gateway.send(request),
    );
    const together = Array.from({ length: JOBS_AT_ONCE }, () => jobRequest(gateway));
    return [...alone, ...(await gateway.together(together))];
  },
};

/** One video job, without its reads. */
export const newVideoJob: Probe<'answer'> = {
  name: 'new-video-job',
  async run(gateway) {
    return [await gateway.control(jobRequest(gateway))];
  },
};

/** One video job, and the reads of it until it has ended. */
export const pollsOfAJob: Probe<'sent'> = {
  name: 'polls-of-a-job',
  async run(gateway) {
    if (gateway.effort === 'modest') return (await endedJob(gateway)).reads;
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
    const series =
      gateway.effort === 'modest'
        ? await cancelOfAnother(gateway)
        : await inTime(cancelOne, isRefusedTooLate);
    const isLate = isRefusedTooLate(series);
    const what = 'a DELETE of an unfinished job';
    needSeen(!(isLate && endedAtOnce(series, gateway.expect.videoStates)), what);
    need(!isLate, what);
    return cancelsIn(series);
  },
};

async function cancelOfAnother(gateway: ProbeGateway): Promise<Series> {
  const { created, cancelling, reads } = await cancelledJob(gateway);
  const exchanges = [created, { ...cancelling, expected: 'accepted' as const }, ...reads];
  return { label: 'a job that is cancelled', exchanges };
}

/**
 * Two video jobs read to their end and a little longer. The content of one is downloaded; the other
 * is cancelled after its end. All requests for one id are one series.
 */
export const followedJobs: Probe<'job'> = {
  name: 'video-jobs-to-their-end',
  async run(gateway) {
    if (gateway.effort === 'modest') {
      const { created, reads, more, content, late } = await endedJob(gateway);
      const exchanges = [created, ...reads, ...more, ...content, ...late];
      return [{ label: 'a job to its end, which is then cancelled', exchanges }];
    }
    const { videoDeadlineMs } = gateway.expect;
    const jobs = await Promise.all([
      job(gateway, 'a job to its end', jobRequest(gateway), async (id) => {
        const reads = await readToEnd(gateway, id, videoDeadlineMs);
        const more = await readAgain(gateway, read(id), READS_AFTER_END);
        return [...reads, ...more, ...(await fetchContent(gateway, reads.at(-1)))];
      }),
      job(gateway, 'a job that is cancelled after its end', jobRequest(gateway), async (id) => [
        ...(await readToEnd(gateway, id, videoDeadlineMs)),
        await gateway.send(cancel(id)),
        ...(await readAgain(gateway, read(id), READS_AFTER_END)),
      ]),
    ]);
    return joinedById(jobs, gateway);
  },
};

/** On a busy machine a job may end before its cancel arrives: then another one is created. */
const TRIES_TO_CANCEL = 3;

/**
 * Two slow video jobs that are cancelled: one as soon as it is created, and one while it runs, whose DELETE and
 * reads from then on carry one Idempotency-Key.
 */
export const cancelledJobs: Probe<'job'> = {
  name: 'cancelled-video-jobs',
  async run(gateway) {
    if (gateway.effort === 'modest') {
      const [one, other] = await Promise.all([cancelledJob(gateway), jobCancelledByMany(gateway)]);
      const { created, before, cancels, reads } = other;
      return joinedById(
        [
          {
            label: 'a job that is cancelled immediately',
            exchanges: [one.created, one.cancelling, ...one.reads],
          },
          {
            label: 'a job that is cancelled while it runs',
            exchanges: [created, ...before, ...cancels, ...reads],
          },
        ],
        gateway,
      );
    }
    const isTooLate = (series: Series) => cameTooLate(series, gateway);
    const cancelled = (label: string, whileItRuns: boolean) =>
      inTime(
        () =>
          job(gateway, label, slowJobRequest(gateway), async (id) => {
            const key = whileItRuns ? { idempotencyKey: freshKey() } : {};
            const poll = { ...read(id), ...key };
            const before = whileItRuns
              ? [...(await readUntilItRuns(gateway, id)), await gateway.send(poll)]
              : [];
            return [
              ...before,
              await gateway.send({ ...cancel(id), ...key }),
              ...(await readToEnd(gateway, id, gateway.expect.cancelDeadlineMs, poll)),
              ...(await readAgain(gateway, poll, READS_AFTER_CANCEL, 2)),
            ];
          }),
        isTooLate,
      );
    const jobs = await Promise.all([
      cancelled('a job that is cancelled immediately', false),
      cancelled('a job that is cancelled while it runs', true),
    ]);
    return joinedById(jobs, gateway);
  },
};

/** A job that takes longer is abandoned: its end is not worth more waiting. */
const LONGEST_MS = 60_000;

/** A slow job that is deleted, and then read until it ends or is removed. */
export const deletedJob: Probe<'job'> = {
  name: 'deleted-video-job',
  async run(gateway) {
    const { videoDeadlineMs, videoStates, videoPollMs } = gateway.expect;
    const deadlineMs = Math.min(videoDeadlineMs, LONGEST_MS);
    return [
      await job(gateway, 'a job that is deleted', slowJobRequest(gateway), async (id) => {
        const exchanges = [await gateway.send(cancel(id)), await gateway.send(read(id))];
        for (let latest = exchanges.at(-1); latest !== undefined; latest = exchanges.at(-1)) {
          const seen = jobIn(latest, videoStates);
          const tookMs = latest.timing.endMs - (exchanges[0]?.timing.sendMs ?? 0);
          if (seen === undefined || isTerminal(seen.stage) || tookMs > deadlineMs) break;
          await gateway.sleep(videoPollMs);
          exchanges.push(await gateway.send(read(id)));
        }
        return exchanges;
      }),
    ];
  },
};

/**
 * A job of one tenant that another reads and cancels while it runs, also on the connection of its owner, and
 * that another reads and downloads once it has ended.
 */
export const jobOfAnotherTenant: Probe<'series'> = {
  name: 'video-job-of-another-tenant',
  async run(gateway) {
    if (gateway.effort === 'modest') {
      const { created, theirs } = await endedJob(gateway);
      return [{ label: 'a job of another tenant', exchanges: [created, ...theirs] }];
    }
    const credential = 'second';
    return [
      await job(gateway, 'a job of another tenant', slowJobRequest(gateway), async (id) => {
        const running = [
          await gateway.send({ ...read(id), credential }),
          ...(await cancelAsAnother(gateway, id)),
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

/** A job of a model that fails, read to its end and a little longer. */
export const failingJob: Probe<'job'> = {
  name: 'failing-video-job',
  async run(gateway) {
    const { failingVideoModel, failingModel, videoDeadlineMs } = gateway.expect;
    const model = failingVideoModel ?? modelFor(failingModel, 'video-create');
    return [
      await job(gateway, 'a job that fails', jobRequest(gateway, model), async (id) => [
        ...(await readToEnd(gateway, id, videoDeadlineMs)),
        ...(await readAgain(gateway, read(id), 1)),
      ]),
    ];
  },
};

/** A slow job that is cancelled twice in sequence. */
export const jobCancelledTwice: Probe<'series'> = {
  name: 'video-job-cancelled-twice',
  async run(gateway) {
    if (gateway.effort === 'modest') {
      const { created, cancelling, again, after } = await cancelledJob(gateway);
      const exchanges = [created, cancelling, again, after];
      return [{ label: 'a job that is cancelled twice', exchanges }];
    }
    return [
      await job(gateway, 'a job that is cancelled twice', slowJobRequest(gateway), async (id) => {
        const cancels = [await gateway.send(cancel(id)), await sendTrial(gateway, cancel(id))];
        // It may have ended before.
        return cancels.every(isAccepted) ? cancels : [...cancels, await gateway.send(read(id))];
      }),
    ];
  },
};

/** Slow jobs, each cancelled by many concurrent clients and then read. */
export const jobsCancelledAtOnce: Probe<'series'> = {
  name: 'video-jobs-cancelled-at-once',
  modest: '1 job instead of several, so that a race that the gateway rarely loses is missed',
  async run(gateway) {
    if (gateway.effort === 'modest') {
      const { created, cancels, reads } = await jobCancelledByMany(gateway);
      return [{ label: 'one job', exchanges: [created, ...cancels, ...reads] }];
    }
    const rounds = Array.from({ length: gateway.expect.raceRounds }, (_, at) => `round ${at + 1}`);
    return sequentially(rounds, (label) =>
      job(gateway, label, slowJobRequest(gateway), async (id) => [
        ...(await gateway.together(Array.from({ length: CANCELS_AT_ONCE }, () => cancel(id)))),
        await gateway.send(read(id)),
      ]),
    );
  },
};

/**
 * A slow video job with a key that is cancelled, and one that ends; then their request again. In each
 * series, the second request creates the other job.
 */
export const videoRetries: Probe<'series'> = {
  name: 'retries-of-video-jobs',
  modest: 'only of a job that was cancelled',
  async run(gateway) {
    if (gateway.effort === 'modest') {
      const other = await ordinaryJob(gateway);
      const { created, cancels, retry } = await jobCancelledByMany(gateway);
      const exchanges = [created, other, ...cancels, retry];
      return [{ label: 'a cancelled job', exchanges }];
    }
    const make = async (unkeyed: ProbeRequest) => {
      const key = freshKey();
      const group = { kind: 'key', id: key } as const;
      const request = { ...unkeyed, idempotencyKey: key, group };
      return { request, created: await gateway.send(request) };
    };
    const [one, other] = [await make(slowJobRequest(gateway)), await make(jobRequest(gateway))];
    const retried = async (
      label: string,
      { request, created }: typeof one,
      beside: typeof one,
      meanwhile: (id: string) => Promise<readonly Exchange[]>,
    ): Promise<Series> => {
      const id = createdId(created, gateway);
      if (id === undefined) return { label, exchanges: [created] };
      const between = await meanwhile(id);
      const again = await gateway.send({ ...request, attempt: 2 });
      return { label, exchanges: [created, beside.created, ...between, again] };
    };
    return Promise.all([
      retried('a cancelled job', one, other, async (id) => [await gateway.send(cancel(id))]),
      retried('an ended job', other, one, (id) =>
        readToEnd(gateway, id, gateway.expect.videoDeadlineMs),
      ),
    ]);
  },
};

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
