import { findEngine } from '../../load/engine/find-engine.ts';
import type { Target } from '../../target/target.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { PlanDeclined } from '../spending/approve-plan.ts';
import {
  type ConnectedTarget,
  type ConnectOptions,
  connectTarget,
} from '../target/connect-target.ts';
import { defaultTargetLine, openTarget, wayTo } from '../target/open-target.ts';
import {
  type OpenUpstream,
  openUpstream,
  type TargetInFront,
  type UpstreamPace,
} from '../target/open-upstream.ts';
import type { Session } from './session.ts';

interface Opening {
  readonly configuration: Configuration;
  /** Whether the load engine is needed, also without an upstream. */
  readonly loads?: boolean;
  readonly pace?: UpstreamPace | undefined;
}

interface SeveralTargets extends Opening {
  readonly targets: readonly TargetInFront[];
  /** Whether the targets use no upstream, whatever the configuration says. */
  readonly isBare?: boolean;
  /** Said before anything is opened. */
  readonly note?: string | undefined;
}

interface OneTarget extends Opening {
  /** Said when the run ended before it had a result. */
  readonly nothing: string;
}

type Connecting = Omit<ConnectOptions, 'configuration' | 'upstream' | 'signal' | 'say'>;

/** The targets of a run, which are opened one by one. */
export interface Targets {
  /** Path of the engine; absent where it is not needed. */
  readonly engine: string | undefined;
  /**
   * Opens a target and connects to it.
   * @param at in the order of the targets
   * @throws TargetUnreachable, UsageError, SetupError
   */
  connect(at: number, options: Connecting): Promise<ConnectedTarget>;
}

/**
 * Does the work of a run with its targets and the provider behind them, and stops what was started.
 * @returns undefined when the user declined the plan
 * @throws UsageError, SetupError, and what the work throws
 */
export async function withTargets<T>(
  { environment, progress, signal }: Session,
  { configuration, targets, loads = false, isBare = false, pace, note }: SeveralTargets,
  work: (targets: Targets) => Promise<T>,
): Promise<T | undefined> {
  const say = (line: string): void => progress.say(line);
  const plainWay = await wayTo(configuration, environment);
  if (note !== undefined) say(note);
  const opened: Target[] = [];
  const connected: ConnectedTarget[] = [];
  let behind: OpenUpstream | undefined;
  try {
    const isNeeded = loads || configuration.upstream !== undefined;
    const env = { ...process.env, ...environment };
    const engine = isNeeded ? await findEngine({ env, progress: say, signal }) : undefined;
    if (!isBare) {
      behind = await openUpstream(configuration, targets, { way: plainWay, engine, say, pace });
    }
    return await work({
      engine,
      async connect(at, options) {
        const { text = '', ...keys } = targets[at] ?? {};
        const way = behind?.ways[at] ?? plainWay;
        const target = await openTarget({ ...way, ...keys, text, progress: say });
        opened.push(target);
        const upstream = behind?.upstream;
        const one = { ...options, configuration, upstream, signal, say };
        const connection = await connectTarget(target, one);
        connected.push(connection);
        return connection;
      },
    });
  } catch (error) {
    if (!(error instanceof PlanDeclined)) throw error;
    say('Not started: nothing was sent that costs money.');
    return undefined;
  } finally {
    progress.end();
    for (const { connection } of connected) await connection.close();
    await stopAll(opened).finally(() => behind?.upstream.stop());
  }
}

/** Stops all, also where one fails. */
async function stopAll(targets: readonly Target[]): Promise<void> {
  const stops = await Promise.allSettled(targets.map((target) => target.stop()));
  const failure = stops.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}

/**
 * The same with the one target of the configuration.
 * @returns undefined also when the run was interrupted before it had a result
 */
export async function withTarget<T>(
  session: Session,
  { nothing, ...opening }: OneTarget,
  work: (engine: string | undefined, connect: ConnectOne) => Promise<T>,
): Promise<T | undefined> {
  const { configuration } = opening;
  const targets = [{ text: configuration.target }];
  const note = defaultTargetLine(configuration);
  try {
    return await withTargets(session, { ...opening, targets, note }, ({ engine, connect }) =>
      work(engine, (options) => connect(0, options)),
    );
  } catch (error) {
    if (!session.signal.aborted) throw error;
    session.progress.say(nothing);
    return undefined;
  }
}

type ConnectOne = (options: Connecting) => Promise<ConnectedTarget>;
