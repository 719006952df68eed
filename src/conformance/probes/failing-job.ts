import type { UpstreamExchange } from '../../exchange/upstream/upstream-exchange.ts';
import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import type { Relay } from '../evidence.ts';
import type { ProbeGateway } from '../gateway.ts';
import { relayed } from './relayed.ts';
import { sentOnce } from './requests.ts';
import { createScriptedJob, RUNS_ON } from './scripted-job.ts';
import { sequentially } from './sequentially.ts';
import { cancel, read } from './video-polls.ts';

/** In the order in which they are sent: a gateway may keep a cancel in mind that its provider has refused. */
const OPERATIONS = ['video-read', 'video-cancel'] as const;

/** What the upstream does with each read, or with each cancel, of a job. */
export interface JobCase {
  readonly label: string;
  /** Its name is that of no other case. */
  readonly step: UpstreamStep & { readonly name: string };
}

export interface RunningJob {
  readonly id: string;
  /** That of its prompt. */
  readonly nonce: string;
}

/** Creates a job that runs until it is cancelled; undefined if the gateway returns no id. */
export async function runningJob(gateway: ProbeGateway): Promise<RunningJob | undefined> {
  if (!gateway.offers('video-create')) return undefined;
  const nonce = gateway.nonce();
  const job = await createScriptedJob(gateway, nonce, { states: RUNS_ON });
  return job && { id: job.id, nonce };
}

/** Reads one running video job once for each case, and cancels it once for each. */
export async function failingJob(
  gateway: ProbeGateway,
  cases: readonly JobCase[],
): Promise<readonly Relay[]> {
  const job = await runningJob(gateway);
  if (job === undefined) return [];
  const { id, nonce } = job;
  const trials = OPERATIONS.filter((operation) => gateway.offers(operation)).flatMap((operation) =>
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

/** A gateway may read a job for itself until it ends: it is cancelled where that is possible. */
export async function endJob(gateway: ProbeGateway, { id }: RunningJob): Promise<void> {
  if (gateway.offers('video-cancel')) await gateway.send(cancel(id));
}
