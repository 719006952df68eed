import type { Effort } from '../../conformance/effort.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import { billableOf } from '../../conformance/requests/forms.ts';
import { billableRequest } from '../../conformance/requests/plain.ts';
import type { Rule } from '../../conformance/rule.ts';
import { neededOperations } from '../../conformance/run/plan-requests.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import type { Budget } from '../../conformance/sending/budget.ts';
import { OPERATION_NAMES } from '../../contract/operations.ts';
import { wayOf } from '../../exchange/access.ts';
import { type Exchange, isSuccess } from '../../exchange/exchange.ts';
import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { ExchangeSink } from '../../load/judging/load-collector.ts';
import { modesSent } from '../../load/scenarios/supported-mix.ts';
import type { Target } from '../../target/target.ts';
import type { Upstream } from '../../target/upstream/upstream.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { chooseProfile } from './choose-profile.ts';
import { type Discovery, discoverTarget } from './discover-operations.ts';
import { preflight } from './preflight.ts';
import { TargetConnection } from './target-connection.ts';

export interface ConnectOptions {
  readonly configuration: Configuration;
  /** The provider behind the target, where that is Assay. */
  readonly upstream: Upstream | undefined;
  /** Further addresses of the target. */
  readonly replicas?: readonly string[] | undefined;
  /** That of the nonces; targets with one upstream must not have the same. That of the run when absent. */
  readonly seed?: number;
  /** Every operation is needed, unless the rules and the load of the run need fewer. */
  readonly conformance: boolean;
  /** The rules of the run, where conformance is checked; all when absent. */
  readonly rules?: readonly Rule[];
  /** Whether a load follows the check of conformance. */
  readonly load: boolean;
  readonly effort: Effort;
  /** Whether it is a reference gateway. */
  readonly isReference: boolean;
  /** Limits and counts what the run spends. */
  readonly budget: Budget | undefined;
  /** Called when the target responds, before the first request that may cost money. */
  readonly onResponding: (profile: ResolvedProfile, capabilities: Capabilities) => Promise<void>;
  /** An operation that the profile says is offered, and that is not, is only absent. */
  readonly ignorePromises?: boolean;
  /** Whether rules judge what it sends; true when absent. */
  readonly isJudged?: boolean;
  /** See `discoverOperations`. */
  readonly free?: boolean;
  readonly traces?: ExchangeSink | undefined;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** A target that responds and accepts its key, with the operations that it offers. */
export interface ConnectedTarget extends Discovery {
  readonly target: Target;
  readonly connection: TargetConnection;
  readonly upstream?: Upstream;
  readonly capabilities: Capabilities;
  /** The exchange of the preflight. */
  readonly read: Exchange;
}

/** @throws TargetUnreachable, UsageError when nothing could be judged */
export async function connectTarget(
  target: Target,
  {
    configuration,
    upstream,
    replicas,
    seed = configuration.workload.seed,
    conformance,
    rules,
    load,
    effort,
    isReference,
    budget,
    onResponding,
    ignorePromises = false,
    isJudged = true,
    free,
    traces,
    signal,
    say,
  }: ConnectOptions,
): Promise<ConnectedTarget> {
  const profile = await chooseProfile(target, configuration, isReference);
  const connecting = { profile, upstream, effort, budget, traces, seed, signal };
  const connection = new TargetConnection(target, { ...connecting, replicas });
  const capabilities: Capabilities = {
    secondKey: target.keys.second !== undefined,
    ...wayOf(target.address, target.access),
    ...(upstream && { upstream: {} }),
  };
  const wantedOperations = async () => {
    const sent = [...(modesSent(configuration.workload)?.keys() ?? [])];
    if (!conformance) return sent;
    if (rules === undefined) return OPERATION_NAMES;
    const needed = await neededOperations(rules, profile, capabilities);
    return load ? [...new Set([...needed, ...sent])] : needed;
  };
  try {
    const read = await preflight(connection, say, isJudged);
    for (const address of replicas ?? []) {
      await requireReplica(new TargetConnection({ ...target, address }, connecting), say);
    }
    await onResponding(profile, capabilities);
    if (ignorePromises) connection.forgetPromises();
    const discovery = await discoverTarget(connection, {
      conformance,
      wanted: await wantedOperations(),
      read,
      ...defined({ free }),
      signal,
      say,
    });
    const found = { target, connection, read, ...discovery, ...defined({ upstream }) };
    if (upstream === undefined || signal.aborted) return { ...found, capabilities };
    const problem = await upstreamProblem(connection, upstream, discovery.profile);
    if (problem === undefined) return { ...found, capabilities };
    say(problem);
    const remark = [discovery.remark, problem].filter((each) => each !== undefined).join(' ');
    return { ...found, remark, capabilities: { ...capabilities, upstream: { problem } } };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** @throws TargetUnreachable, UsageError where a replica does not respond, or refuses the key of the target */
async function requireReplica(
  replica: TargetConnection,
  say: (line: string) => void,
): Promise<void> {
  try {
    const { answer } = await preflight(replica, say, false);
    if (answer?.status !== 401 && answer?.status !== 403) return;
    throw new UsageError(
      `Replica refused the API key of the target: ${replica.target.address} returned ${answer.status}. Give both the same keys.`,
    );
  } finally {
    await replica.close();
  }
}

const RECIPES = 'docs/guides/gateways/README.md';

/** A gateway that answers has called its provider before; its frame may be on its way. */
const SEEN_WITHIN_MS = 1000;

/**
 * Sends one request, and looks whether it reaches the upstream.
 * @returns why it did not, one sentence; undefined where it did, or where the gateway refused it
 */
async function upstreamProblem(
  { gateways, target }: TargetConnection,
  upstream: Upstream,
  { expect }: ResolvedProfile,
): Promise<string | undefined> {
  const gateway = gateways.gatewayFor({ name: 'upstream' }, (exchange) =>
    gateways.release([exchange]),
  );
  const [operation] = billableOf(gateway);
  if (operation === undefined) return undefined;
  const nonce = gateway.nonce();
  const before = upstream.store.received;
  const { answer } = await gateway.send(billableRequest(expect, operation, nonce));
  if (!isSuccess(answer)) return undefined;
  const { exchanges, open } = await upstream.seen(nonce, SEEN_WITHIN_MS);
  if (exchanges.length + open > 0) return undefined;
  const answered = `${target.address} answered a valid request to ${operation}`;
  if (upstream.store.received === 0) {
    return `The gateway did not call the upstream: ${answered} without a request to ${upstream.address}. Configure ${upstream.address}/v1 as the base address of its provider, with any key: ${RECIPES} shows how.`;
  }
  return upstream.store.received === before
    ? `The gateway did not call the upstream for each request: ${answered} without a request to ${upstream.address}, which received others. Turn off its cache, and send each model to this provider: ${RECIPES} shows how.`
    : `The gateway changed the prompt: ${upstream.address} received a request without the word that identifies it, ${nonce}. Turn off what rewrites prompts: nothing else shows which upstream request belongs to which request.`;
}
