import type { Exchange } from '../../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../../exchange/upstream/upstream-exchange.ts';
import type { UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import type { Relay } from '../../evidence.ts';
import { JOB_ENDS_MS, SCRIPTED_JOB } from '../../findings/scripted-job.ts';
import type { ProbeGateway } from '../../gateway.ts';
import { accepted, billableRequest, sentOnce } from '../../requests/plain.ts';
import { need, type Probe } from '../../rule.ts';
import { shared } from '../../sending/shared-controls.ts';
import { cancelledJob, endedJob, FAILS, RUNS_ON, untilCancelled } from '../modest-jobs.ts';
import { sequentially } from '../trials.ts';
import { CREATED, cancel, contentOf, createdId, read, readToEnd } from '../video-polls.ts';
import { relayed } from './relayed.ts';

/** A job that has ended as soon as it is created. */
const DONE: NonNullable<UpstreamStep['states']> = [[0, 'completed', 100]];

/** A video job whose course the upstream scripts. */
export interface ScriptedJob {
  readonly id: string;
  /** That of its prompt. */
  readonly nonce: string;
  readonly created: Exchange;
}

/** Undefined if the gateway returns no id. */
async function createScriptedJob(
  gateway: ProbeGateway,
  course: (nonce: string) => UpstreamStep,
): Promise<ScriptedJob | undefined> {
  const nonce = gateway.nonce();
  await gateway.upstream.script(nonce, [course(nonce)]);
  const created = await gateway.send(
    accepted(billableRequest(gateway.expect, 'video-create', nonce)),
  );
  const id = createdId(created, gateway);
  return id === undefined ? undefined : { id, nonce, created };
}

/**
 * Creates a job that runs until it is cancelled; undefined if the gateway returns no id. In a modest run it is one
 * for all probes.
 */
export const runningJob = shared(async (gateway) => {
  if (!gateway.offers('video-create')) return undefined;
  const job = await createScriptedJob(gateway, () => ({ states: RUNS_ON }));
  return job && { ...job, inTurn: turnTaking() };
});

/** What several probes do, of which each begins when the one before has ended. */
function turnTaking(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** A gateway may read a job for itself until it ends: it is cancelled where that is possible. */
export async function endJob(gateway: ProbeGateway, { id }: ScriptedJob): Promise<void> {
  if (gateway.offers('video-cancel')) await gateway.send(cancel(id));
}

/** What the upstream does with each read, or with each cancel, of a job. */
export interface JobCase {
  readonly label: string;
  /** Its name is that of no other case. */
  readonly step: UpstreamStep & { readonly name: string };
}

/** In the order in which they are sent: a gateway may keep a cancel in mind that its provider has refused. */
const OF_A_JOB = ['video-read', 'video-cancel'] as const;

/** Reads one running video job once for each case, and cancels it once for each. */
export async function trialsOfAJob(
  gateway: ProbeGateway,
  cases: readonly JobCase[],
): Promise<readonly Relay[]> {
  const job = await runningJob(gateway);
  if (job === undefined) return [];
  const { id, nonce } = job;
  const trials = OF_A_JOB.filter((operation) => gateway.offers(operation)).flatMap((operation) =>
    cases.map((each) => ({ ...each, operation })),
  );
  const tried = async ({ label, step, operation }: (typeof trials)[number]) => {
    await gateway.upstream.script(nonce, [step], operation);
    const request = operation === 'video-read' ? read(id) : cancel(id);
    const exchanges = [await gateway.send(sentOnce(request))];
    // What a gateway sends later, it sends for itself.
    await gateway.upstream.script(nonce, [], operation);
    const sent = { label: `${operation}, ${label}`, nonce, exchanges };
    const isOfTrial = (call: UpstreamExchange) =>
      call.operation === operation && call.script === step.name;
    return (await relayed(gateway, [sent], 0)).map((relay) => ({
      ...relay,
      open: 0,
      upstream: relay.upstream.filter(isOfTrial),
    }));
  };
  const relays = await job.inTurn(() => sequentially(trials, tried));
  if (gateway.effort === 'thorough') await endJob(gateway, job);
  return relays.flat();
}

/** A video job that runs until it is cancelled, and its cancel. */
export const cancelledUpstream: Probe<'relay'> = {
  name: 'video-cancel-seen-at-both-ends',
  async run(gateway) {
    if (gateway.effort === 'modest') return (await cancelledJob(gateway)).relays;
    const job = await createScriptedJob(gateway, () => ({ states: RUNS_ON }));
    need(job, CREATED);
    const { id, nonce, created } = job;
    const cancelling = await gateway.send(cancel(id));
    await untilCancelled(gateway, nonce);
    return relayed(gateway, [
      { label: 'a job that runs', nonce, exchanges: [created, cancelling] },
    ]);
  },
};

/** The script begins with the upstream's request, and the wait with the caller's answer. */
const LATER_MS = 200;

/**
 * A video job that is read as soon as it is created, while it runs, while the upstream fails to read it,
 * and some time after its end.
 */
export const polledUpstream: Probe<'relay'> = {
  name: 'video-polls-seen-at-both-ends',
  async run(gateway) {
    if (gateway.effort === 'modest') return (await endedJob(gateway)).polled;
    const states = SCRIPTED_JOB.map(
      ({ afterMs, status, progress }) => [afterMs, status, progress] as const,
    );
    const job = await createScriptedJob(gateway, () => ({ states }));
    need(job, CREATED);
    const { id, nonce, created } = job;
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

const CONTENT_BYTES = 64 * 1024;

/** All bytes that there are, so that one that is read as a text changes. */
function contentWith(nonce: string): Buffer {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  return Buffer.alloc(CONTENT_BYTES, Buffer.concat([Buffer.from(`${nonce} \r\n`), bytes]));
}

/** A video job that has ended as soon as it is created, and its content. */
export const relayedVideoContent: Probe<'relay'> = {
  name: 'video-content-seen-at-both-ends',
  async run(gateway) {
    if (gateway.effort === 'modest') return (await endedJob(gateway)).fetched;
    const { videoDeadlineMs } = gateway.expect;
    const scripted = await createScriptedJob(gateway, (nonce) => ({
      states: DONE,
      contentBase64: contentWith(nonce).toString('base64'),
    }));
    need(scripted, CREATED);
    const { id, nonce, created } = scripted;
    const reads = await readToEnd(gateway, id, videoDeadlineMs);
    const fetched = await contentOf(gateway, id, reads.at(-1));
    need(fetched.length > 0, 'a completed video job');
    return relayed(gateway, [
      { label: 'the content of a video', nonce, exchanges: [created, ...reads, ...fetched] },
    ]);
  },
};
