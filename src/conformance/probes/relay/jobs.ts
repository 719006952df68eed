import { jobIn } from '../../../answers/video-jobs.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { UpstreamExchange } from '../../../exchange/upstream/upstream-exchange.ts';
import type { UpstreamStep } from '../../../exchange/upstream/upstream-step.ts';
import type { Relay } from '../../evidence.ts';
import { JOB_ENDS_MS, SCRIPTED_JOB } from '../../findings/scripted-job.ts';
import type { ProbeGateway } from '../../gateway.ts';
import { accepted, billableRequest, sentOnce } from '../../requests/plain.ts';
import { need, type Probe } from '../../rule.ts';
import { sequentially } from '../trials.ts';
import {
  CREATED,
  cancel,
  contentRequest,
  createdId,
  read,
  readToEnd,
  usualContentRequest,
} from '../video-polls.ts';
import { relayed } from './relayed.ts';

type States = NonNullable<UpstreamStep['states']>;

/** A job that runs until it is cancelled, and one that has ended as soon as it is created. */
const RUNS_ON: States = [[0, 'in_progress', 10]];
const DONE: States = [[0, 'completed', 100]];

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

/** Creates a job that runs until it is cancelled; undefined if the gateway returns no id. */
export async function runningJob(gateway: ProbeGateway): Promise<ScriptedJob | undefined> {
  if (!gateway.offers('video-create')) return undefined;
  return createScriptedJob(gateway, () => ({ states: RUNS_ON }));
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
  const relays = await sequentially(trials, async ({ label, step, operation }) => {
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
  });
  await endJob(gateway, job);
  return relays.flat();
}

const LOOK_EVERY_MS = 50;

/** A video job that runs until it is cancelled, and its cancel. */
export const cancelledUpstream: Probe<'relay'> = {
  name: 'video-cancel-seen-at-both-ends',
  async run(gateway) {
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

/** A gateway may answer first, and cancel then. */
async function untilCancelled(gateway: ProbeGateway, nonce: string): Promise<void> {
  const looks = Math.ceil(gateway.expect.cancelDeadlineMs / LOOK_EVERY_MS);
  for (let look = 0; look < looks; look += 1) {
    const { exchanges } = await gateway.upstream.seen(nonce, 0);
    if (exchanges.some(({ operation }) => operation === 'video-cancel')) return;
    await gateway.sleep(LOOK_EVERY_MS);
  }
}

/** The script begins with the upstream's request, and the wait with the caller's answer. */
const LATER_MS = 200;
const FAILS = { name: 'status 503', status: 503 };

/**
 * A video job that is read as soon as it is created, while it runs, while the upstream fails to read it,
 * and some time after its end.
 */
export const polledUpstream: Probe<'relay'> = {
  name: 'video-polls-seen-at-both-ends',
  async run(gateway) {
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
    const { videoStates, videoDeadlineMs } = gateway.expect;
    const scripted = await createScriptedJob(gateway, (nonce) => ({
      states: DONE,
      contentBase64: contentWith(nonce).toString('base64'),
    }));
    need(scripted, CREATED);
    const { id, nonce, created } = scripted;
    const reads = await readToEnd(gateway, id, videoDeadlineMs);
    const last = reads.at(-1);
    const job = last && jobIn(last, videoStates);
    need(job?.stage === 'completed', 'a completed video job');
    const request = contentRequest(job) ?? usualContentRequest(id);
    const fetched = await gateway.send(sentOnce(request));
    return relayed(gateway, [
      { label: 'the content of a video', nonce, exchanges: [created, ...reads, fetched] },
    ]);
  },
};
