import { isIP } from 'node:net';
import type { Effort } from '../../conformance/effort.ts';
import { Budget } from '../../conformance/sending/budget.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { SpendingOptions } from '../options/run-options.ts';
import { allowanceOf } from './allowance.ts';

/**
 * How much the probes send to a target: all to one on this machine, less to any other, unless the
 * user says so.
 * @param target an address, or the name of a gateway that Assay starts
 */
export function effortFor(target: string, thorough: boolean | undefined): Effort {
  return (thorough ?? !isRemote(target)) ? 'thorough' : 'modest';
}

/** Whether what a run spends is shown and counted. */
export function countsSpending(
  target: string,
  { prices }: Pick<Configuration, 'prices'>,
  { budget }: SpendingOptions,
): boolean {
  return isRemote(target) || prices !== undefined || budget !== undefined;
}

/** Counts what a run spends, and limits it; undefined where nothing does. */
export function budgetFor(
  targets: readonly string[],
  configuration: Configuration,
  options: SpendingOptions,
): Budget | undefined {
  const isCounted = targets.some((target) => countsSpending(target, configuration, options));
  return isCounted ? new Budget(allowanceOf(options.budget, configuration.prices)) : undefined;
}

/** Whether a target is another machine, as far as its address shows. */
export function isRemote(target: string): boolean {
  if (!URL.canParse(target) || !/^https?:/.test(target)) return false;
  const host = new URL(target).hostname.replace(/^\[|\]$|\.$/g, '');
  if (isIP(host) === 4) return !host.startsWith('127.');
  if (isIP(host) === 6) return host !== '::1' && !host.startsWith('::ffff:7f');
  return host !== 'localhost' && !host.endsWith('.localhost');
}
