import type { Effort } from '../../conformance/effort.ts';
import type { Budget } from '../../conformance/sending/budget.ts';
import { UsageError } from '../../input/usage-error.ts';
import { findEngine } from '../../load/engine/find-engine.ts';
import type { Target } from '../../target/target.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { type Approval, approver } from '../spending/approve-plan.ts';
import { budgetFor, effortFor } from '../spending/spending.ts';
import { isFree } from '../target/choose-profile.ts';
import {
  type ConnectedTarget,
  type ConnectOptions,
  connectTarget,
} from '../target/connect-target.ts';
import { defaultTargetLine, openTarget, routeLines, wayTo } from '../target/open-target.ts';
import {
  type OpenUpstream,
  openUpstream,
  type TargetInFront,
  type UpstreamPace,
} from '../target/open-upstream.ts';
import { openExporter, type TraceExporter } from '../traces/trace-exporter.ts';
import type { Session } from './session.ts';

/** What a run does, with which targets, and what it may spend. */
export interface RunOrder extends Pick<Approval, 'parts' | 'catalogue' | 'options'> {
  readonly configuration: Configuration;
  /** That of the configuration when absent. */
  readonly targets?: readonly TargetInFront[];
  /** Whether the targets use no upstream, whatever the configuration says. */
  readonly isBare?: boolean;
  /** When the upstream writes and reports, where that is not as usual. */
  readonly pace?: UpstreamPace | undefined;
  /** What the plan of its spending is made from; the configuration when absent. */
  readonly planned?: Configuration;
}

type Connecting = Pick<
  ConnectOptions,
  'seed' | 'conformance' | 'rules' | 'ignorePromises' | 'isJudged' | 'free'
>;

/** A target of a run, with how much is sent to it, and what counts that. */
export interface OpenedTarget extends ConnectedTarget {
  readonly effort: Effort;
  /** Absent where nothing limits or counts what is spent. */
  readonly budget: Budget | undefined;
  /** Absent where no span is sent. */
  readonly traces?: TraceExporter | undefined;
}

/** The targets of a run, which are opened one by one. */
export interface Targets {
  /** Path of the engine; absent where it is not needed. */
  readonly engine: string | undefined;
  /**
   * Opens a target and connects to it.
   * @param at in the order of the targets
   * @throws TargetUnreachable, UsageError, SetupError, PlanDeclined
   */
  connect(at: number, options: Connecting): Promise<OpenedTarget>;
}

/**
 * Does the work of a run with its targets and the provider behind them, and stops what was started.
 * @throws UsageError, SetupError, PlanDeclined, and what the work throws
 */
export async function withTargets<T>(
  session: Session,
  order: RunOrder,
  work: (targets: Targets) => Promise<T>,
): Promise<T> {
  const { environment, progress, signal } = session;
  const { configuration, parts, options, isBare = false, planned = configuration, pace } = order;
  const { targets = [{ text: configuration.target }] } = order;
  const loads = parts.measurement !== undefined;
  const texts = targets.map(({ text }) => text);
  const say = (line: string): void => progress.say(line);
  const plainWay = await wayTo(configuration, environment);
  for (const line of routeLines(texts, plainWay)) say(line);
  const traces = openExporter(configuration, environment, say);
  const areFree = await Promise.all(texts.map((text) => isFree(text, plainWay)));
  const budget = budgetFor(areFree, configuration, limitedBy(order, areFree));
  const onResponding = approver({
    ...order,
    configuration: planned,
    areFree,
    budget,
    session,
  });
  const note = order.targets === undefined ? defaultTargetLine(configuration) : undefined;
  if (note !== undefined) say(note);
  const opened: Target[] = [];
  const connected: ConnectedTarget[] = [];
  let behind: OpenUpstream | undefined;
  try {
    const isNeeded = loads || (configuration.upstream !== undefined && !isBare);
    const env = { ...process.env, ...environment };
    const engine = isNeeded ? await findEngine({ env, progress: say, signal }) : undefined;
    if (!isBare) {
      behind = await openUpstream(configuration, targets, { way: plainWay, engine, say, pace });
    }
    return await work({
      engine,
      async connect(at, connecting) {
        const { text = '', ...keys } = targets[at] ?? {};
        const way = behind?.ways[at] ?? plainWay;
        const target = await openTarget({ ...way, ...keys, text, progress: say });
        opened.push(target);
        const isReference = areFree[at] === true;
        const effort = effortFor(isReference, options.thorough);
        const connection = await connectTarget(target, {
          ...connecting,
          configuration,
          upstream: behind?.upstream,
          replicas: parts.explore?.replicas,
          load: loads,
          effort,
          isReference,
          budget,
          onResponding,
          traces,
          signal,
          say,
        });
        connected.push(connection);
        return { ...connection, effort, budget, traces };
      },
    });
  } finally {
    progress.end();
    for (const { connection } of connected) await connection.close();
    await traces?.close();
    await stopAll(opened).finally(() => behind?.upstream.stop());
  }
}

/** An exploration goes on for as long as it may: without a limit it would spend without one. */
function limitedBy({ parts, options }: RunOrder, areFree: readonly boolean[]) {
  const isOpen = parts.explore !== undefined && options.budget === undefined;
  if (!isOpen || !areFree.includes(false)) return options;
  if (!parts.conformance) return { ...options, budget: EXPLORED_CALLS };
  throw new UsageError(
    '--explore needs --budget: calls of this target may cost money. Add a limit for the whole run, such as --budget "1000 calls".',
  );
}

const EXPLORED_CALLS = '150 calls';

/** Stops all, also where one fails. */
async function stopAll(targets: readonly Target[]): Promise<void> {
  const stops = await Promise.allSettled(targets.map((target) => target.stop()));
  const failure = stops.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

/**
 * The same with the target of the configuration, or with the first of several.
 * @param nothing said when the run was interrupted before it had a result
 * @returns undefined then
 */
export async function withTarget<T>(
  session: Session,
  order: RunOrder,
  nothing: string,
  work: (
    engine: string | undefined,
    connect: (options: Connecting, at?: number) => Promise<OpenedTarget>,
  ) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await withTargets(session, order, ({ engine, connect }) =>
      work(engine, (options, at = 0) => connect(at, options)),
    );
  } catch (error) {
    if (!session.signal.aborted) throw error;
    session.progress.say(nothing);
    return undefined;
  }
}
