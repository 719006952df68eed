import { UsageError } from '../../input/usage-error.ts';
import { type Objective, parseCompletedObjective } from '../objective.ts';

/** An objective whose limit depends on an earlier run, such as `chat ttft p95 <= 110% of baseline`. */
export interface RelativeObjective {
  /** As written. */
  readonly text: string;
  /** With an arbitrary limit. */
  readonly scope: Objective;
  /** 1.1 for 110 %. */
  readonly share: number;
  /** What stands before the limit. */
  readonly left: string;
}

/** What an earlier run measured, in the unit of the limit; undefined where it has no such figure. */
export type BaselineFigure = (scope: Objective) => number | undefined;

const RELATIVE = /^(?<left>.+?(?:<=|>=|<|>))\s*(?<percent>\d+(?:\.\d+)?)\s*%\s+of\s+baseline$/;

/**
 * Undefined for an objective with a limit of its own.
 * @throws UsageError that says which word is wrong
 */
export function readRelativeObjective(text: string): RelativeObjective | undefined {
  const { left, percent } = RELATIVE.exec(text.trim())?.groups ?? {};
  if (left === undefined) return undefined;
  if (/\bfindings\b/.test(left)) {
    throw new UsageError(
      `Objective cannot be relative to a baseline: ${JSON.stringify(text)}. Findings are counted: set a number, such as "findings <= 0".`,
    );
  }
  const scope = parseCompletedObjective(`${left} ${anyLimit(left)}`, text);
  return { text, scope, share: Number(percent) / 100, left };
}

function anyLimit(left: string): string {
  if (/\b(?:errors|throttled)\b/.test(left)) return '1%';
  return /\b(?:throughput|goodput|tokens)\b/.test(left) ? '1/s' : '1ms';
}

/** The objective with its limit, and the text that has this limit. */
export interface ResolvedObjective {
  readonly objective: Objective;
  readonly absolute: string;
}

/** @throws UsageError when the earlier run has no such figure */
export function resolveObjective(
  { text, scope, share, left }: RelativeObjective,
  figureOf: BaselineFigure,
): ResolvedObjective {
  const figure = figureOf(scope);
  if (figure === undefined || (scope.kind === 'rate' && figure === 0)) {
    throw new UsageError(
      `The baseline of --against has no figure for this objective: ${JSON.stringify(text)}. Percentiles of a report are p50, p90, p95, p99 and max of one operation. Set a limit, or name another report.`,
    );
  }
  const absolute = `${left} ${limitText(scope, figure * share)}`;
  return { objective: parseCompletedObjective(absolute, text), absolute };
}

function limitText({ kind }: Objective, limit: number): string {
  if (kind === 'latency') return `${limit.toFixed(3)}ms`;
  return kind === 'share' ? `${(limit * 100).toFixed(4)}%` : `${limit.toFixed(4)}/s`;
}
