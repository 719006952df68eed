import type { Effort } from '../../conformance/effort.ts';
import type { ResolvedProfile } from '../../conformance/profiles/resolved-profile.ts';
import type { Capabilities } from '../../conformance/run/prerequisites.ts';
import type { Budget } from '../../conformance/sending/budget.ts';
import type { Target } from '../../target/target.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { chooseProfile } from './choose-profile.ts';
import { type Discovery, discoverTarget } from './discover-operations.ts';
import { preflight } from './preflight.ts';
import { TargetConnection } from './target-connection.ts';

interface ConnectOptions {
  readonly configuration: Configuration;
  /** Conformance needs every operation; a load only those that its scenario sends. */
  readonly conformance: boolean;
  /** `thorough` when absent. */
  readonly effort?: Effort;
  /** Limits and counts what the run spends. */
  readonly budget?: Budget | undefined;
  /** Called when the target responds, before the first request that may cost money. */
  readonly onResponding?: (profile: ResolvedProfile, capabilities: Capabilities) => Promise<void>;
  /** An operation that the profile says is offered, and that is not, is only absent. */
  readonly ignorePromises?: boolean;
  /** Whether rules judge what it sends; true when absent. */
  readonly isJudged?: boolean;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

/** A target that responds and accepts its key, with the operations that it offers. */
export interface ConnectedTarget extends Discovery {
  readonly target: Target;
  readonly connection: TargetConnection;
  readonly capabilities: Capabilities;
}

/** @throws TargetUnreachable, UsageError when nothing could be judged */
export async function connectTarget(
  target: Target,
  {
    configuration,
    conformance,
    effort,
    budget,
    onResponding,
    ignorePromises = false,
    isJudged = true,
    signal,
    say,
  }: ConnectOptions,
): Promise<ConnectedTarget> {
  const profile = await chooseProfile(target, configuration);
  const { seed } = configuration.workload;
  const connection = new TargetConnection(target, { profile, effort, budget, seed, signal });
  const capabilities = { secondKey: target.keys.second !== undefined };
  try {
    const read = await preflight(connection, say, isJudged);
    await onResponding?.(profile, capabilities);
    if (ignorePromises) connection.forgetPromises();
    const discovery = await discoverTarget(connection, {
      configuration,
      conformance,
      read,
      signal,
      say,
    });
    return { target, connection, capabilities, ...discovery };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
