import { isTerminal, jobIn, type Stage } from '../../answers/video-jobs.ts';
import { modelFor } from '../../contract/models-by-operation.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { reportedEnd } from '../findings/job-course.ts';
import type { ProbeGateway } from '../gateway.ts';
import { needSeen, type Probe } from '../rule.ts';
import { withinBudget } from './trials.ts';
import { cancel, createdId, read, slowJobRequest } from './video-polls.ts';

const JOBS = 24;
const JOBS_TO_LEARN = 5;
/**
 * Reads in one polling interval: the duration must be known more precisely than a client needs it.
 */
const POLLS_TO_LEARN = 8;
/** When the first and the last job are cancelled, as shares of the duration of a job. */
const EARLIEST = 0.6;
const LATEST = 1.2;
/** Further rounds, of fewer jobs, when all were cancelled too early or too late. */
const MORE_ROUNDS = 2;
const JOBS_OF_A_ROUND = 8;
/**
 * How much later a round is than one that was too early, or how much earlier than one that was too
 * late.
 */
const LATER = 1.6;
const EARLIER = 0.5;

/**
 * Slow jobs, cancelled from well before to well after they end, and read at once and when all have
 * ended. Some jobs that are not cancelled show how long a job takes.
 */
export const cancelsAtTheEnd: Probe<'series'> = {
  name: 'cancels-that-meet-the-end',
  modest: 'all of it: its jobs cost too much',
  alone: true,
  async run(gateway) {
    needSeen(
      modelFor(gateway.expect.slowModel, 'video-create'),
      'jobs that overlap with their DELETE: set slowModel in a profile',
    );
    needSeen(gateway.effort === 'thorough', 'more video jobs than a modest run creates');
    const learning = Array.from({ length: JOBS_TO_LEARN }, () => learnLengthMs(gateway));
    const lengths = (await Promise.all(learning)).filter((length) => length !== undefined);
    const median = lengths.toSorted((one, other) => one - other)[lengths.length >> 1];
    if (median === undefined) return [{ label: 'jobs of unknown length', exchanges: [] }];
    const exchanges = [...(await cancelsAround(gateway, median, JOBS))];
    let lengthMs = median;
    for (let round = 0; round < MORE_ROUNDS; round += 1) {
      const ends = reportedEnds(exchanges, gateway);
      if (ends.size !== 1) break;
      // On a busy machine a job takes longer than measured, or a DELETE arrives later.
      lengthMs *= ends.has('completed') ? EARLIER : LATER;
      const more = await withinBudget(cancelsAround(gateway, lengthMs, JOBS_OF_A_ROUND));
      if (more === undefined) break;
      exchanges.push(...more);
    }
    return [{ label: `${JOBS} jobs of ${median.toFixed(0)} ms`, exchanges }];
  },
};

/** Jobs that are cancelled from before to after this time. */
async function cancelsAround(
  gateway: ProbeGateway,
  lengthMs: number,
  count: number,
): Promise<readonly Exchange[]> {
  const jobs = Array.from({ length: count }, (_, index) => {
    const share = EARLIEST + ((LATEST - EARLIEST) * index) / (count - 1);
    return cancelled(gateway, lengthMs * share, lengthMs * (LATEST - EARLIEST));
  });
  return (await Promise.all(jobs)).flat();
}

function reportedEnds(
  exchanges: readonly Exchange[],
  { expect }: ProbeGateway,
): ReadonlySet<Stage> {
  const cancels = exchanges.filter(({ operation }) => operation === 'video-cancel');
  return new Set(cancels.flatMap((each) => reportedEnd(each, expect.videoStates) ?? []));
}

/** From the answer that created a job to the first that shows it ended; undefined if none does. */
async function learnLengthMs(gateway: ProbeGateway): Promise<number | undefined> {
  const { expect } = gateway;
  const created = await gateway.send(slowJobRequest(gateway));
  const id = createdId(created, gateway);
  if (id === undefined) return undefined;
  for (;;) {
    const latest = await gateway.send(read(id));
    const sinceMs = latest.timing.sendMs - created.timing.endMs;
    if (isTerminal(jobIn(latest, expect.videoStates)?.stage)) return sinceMs;
    if (sinceMs > expect.videoDeadlineMs) return undefined;
    await gateway.sleep(expect.videoPollMs / POLLS_TO_LEARN);
  }
}

async function cancelled(
  gateway: ProbeGateway,
  afterMs: number,
  restMs: number,
): Promise<readonly Exchange[]> {
  const created = await gateway.send(slowJobRequest(gateway));
  const id = createdId(created, gateway);
  if (id === undefined) return [created];
  await gateway.sleep(afterMs);
  const answered = await gateway.send(cancel(id));
  const atOnce = await gateway.send(read(id));
  await gateway.sleep(restMs);
  return [created, answered, atOnce, await gateway.send(read(id))];
}
