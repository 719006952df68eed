import { present } from '../../input/defined.ts';
import type { OverheadReport, OverheadStepReport } from '../schema/overhead.ts';
import {
  formatArrivalRate,
  formatBytes,
  formatCount,
  formatFineDigits,
  formatMilliseconds,
  formatNumberOf,
  formatShare,
} from './number-format.ts';

/** Such as `1 in flight` or `50/s`. */
export function stepName({
  arrivalRate,
  promptWords,
}: Pick<OverheadStepReport, 'arrivalRate' | 'promptWords'>): string {
  const name = arrivalRate === undefined ? '1 in flight' : formatArrivalRate(arrivalRate);
  return promptWords === undefined ? name : `${name}, 100 kB`;
}

/** The results of the steps, a sentence each. */
export function overheadSentences({ steps, knee }: OverheadReport): readonly string[] {
  return present([
    knee !== undefined && kneeSentence(knee),
    ...steps.flatMap((step) => [
      ...outcomeSentences(step),
      ...failureSentences(step),
      ...tokenSentences(step),
      ...gatewaySentences(step),
    ]),
  ]);
}

function kneeSentence({ above, below }: NonNullable<OverheadReport['knee']>): string {
  const fell = `The gateway fell behind at ${formatArrivalRate(below)}`;
  return above === undefined ? `${fell}.` : `${fell}; it kept up at ${formatArrivalRate(above)}.`;
}

function outcomeSentences(step: OverheadStepReport): string[] {
  const { outcome, usedBlocks, blocks } = step;
  const left = blocks - usedBlocks;
  if (outcome === 'cut-short' || left === 0) return [];
  return [
    `${stepName(step)}: the load generator could not keep up in ${left} of ${blocks} blocks, which were excluded on both sides.`,
  ];
}

function failureSentences(step: OverheadStepReport): string[] {
  const { failed, requests } = step;
  if (failed.floor + failed.through === 0) return [];
  const share = requests.through === 0 ? 0 : failed.through / requests.through;
  return [
    `${stepName(step)}: ${formatCount(failed.through)} requests through the gateway (${formatShare(share)}) and ${formatCount(failed.floor)} requests to the upstream failed, and were excluded.`,
  ];
}

/** By this factor a read brings more tokens than directly, beyond chance. */
const MERGED = 1.1;

function tokenSentences(step: OverheadStepReport): string[] {
  if (step.tokens === undefined) return [];
  const { floor, through } = step.tokens.perRead;
  return [
    `${stepName(step)}: tokens per read: ${through.toFixed(2)} through the gateway, ${floor.toFixed(2)} direct${through > floor * MERGED ? ' (the gateway merges tokens)' : ''}.`,
  ];
}

function gatewaySentences(step: OverheadStepReport): string[] {
  const { gateway } = step;
  if (gateway === undefined) return [];
  const { cpuMsPerRequest, cpuMsPerThousandTokens, residentBytes, threads, descriptors } = gateway;
  return [
    `${stepName(step)}: the gateway used ${formatFineDigits(cpuMsPerRequest)} ms of CPU for each request (${formatMilliseconds(cpuMsPerThousandTokens)} for 1 000 tokens), ${formatBytes(residentBytes)} of memory, ${formatNumberOf(threads, 'thread')} and ${formatNumberOf(descriptors, 'descriptor')}.`,
  ];
}
