import type {
  OverheadFigureReport,
  OverheadReport,
  OverheadStepReport,
} from '../schema/overhead.ts';
import {
  formatArrivalRate,
  formatBytes,
  formatCount,
  formatFineMilliseconds,
  formatMilliseconds,
  formatNumberOf,
  formatShare,
} from './number-format.ts';

/** One line of the table of overheads. */
export interface OverheadRow {
  readonly step: string;
  readonly figure: string;
  readonly percentile: string;
  /** In ms. */
  readonly floor: string;
  readonly through: string;
  readonly overhead: string;
  readonly interval: string;
  /** The overhead with the time of the provider subtracted from each request. */
  readonly clockFree: string;
}

export const OVERHEAD_HEAD = [
  'Load',
  'Figure',
  '',
  'Direct',
  'Through',
  'Overhead',
  '95 % CI',
  'Clock-free',
] as const;

export const OVERHEAD_NOTE =
  'Times are in ms from the send of the request. Overhead is the time through the gateway less the time straight to the upstream. Clock-free: the same after the time that the upstream itself took was subtracted from each request. forward: until the request reached the upstream. relay: from the write of each token to its read.';

/** The rows of all steps; none where nothing was measured. */
export function stepRows({ steps }: OverheadReport): readonly OverheadRow[] {
  return steps.flatMap((step) =>
    step.figures
      .filter(({ method }) => method === 'difference')
      .flatMap((figure) => rowsOf(step, figure)),
  );
}

export function overheadCells(row: OverheadRow): string[] {
  const { step, figure, percentile, floor, through, overhead, interval, clockFree } = row;
  return [step, figure, percentile, floor, through, overhead, interval, clockFree];
}

function rowsOf(step: OverheadStepReport, figure: OverheadFigureReport): OverheadRow[] {
  const { mode, metric } = figure;
  const other = step.figures.find(
    (each) => each.mode === mode && each.metric === metric && each.method === 'clock-free',
  );
  return figure.percentiles.map(({ percent, floorMs, throughMs, overheadMs, interval }) => {
    const free = other?.percentiles.find((each) => each.percent === percent);
    return {
      step: stepName(step),
      figure: `${mode} ${metric}`,
      percentile: `p${percent}`,
      floor: formatFineMilliseconds(floorMs),
      through: formatFineMilliseconds(throughMs),
      overhead: formatFineMilliseconds(overheadMs),
      interval: intervalText(interval),
      clockFree:
        free === undefined
          ? '–'
          : `${formatFineMilliseconds(free.overheadMs)} (${intervalText(free.interval)})`,
    };
  });
}

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
  return [
    ...(knee === undefined ? [] : [kneeSentence(knee)]),
    ...steps.flatMap((step) => [
      ...outcomeSentences(step),
      ...failureSentences(step),
      ...tokenSentences(step),
      ...gatewaySentences(step),
    ]),
  ];
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

function tokenSentences(step: OverheadStepReport): string[] {
  if (step.tokens === undefined) return [];
  const { floor, through } = step.tokens.perRead;
  return [
    `${stepName(step)}: a read of the caller brought ${through.toFixed(2)} tokens of the upstream through the gateway, and ${floor.toFixed(2)} without it.`,
  ];
}

function gatewaySentences(step: OverheadStepReport): string[] {
  const { gateway } = step;
  if (gateway === undefined) return [];
  const { cpuMsPerRequest, cpuMsPerThousandTokens, residentBytes, threads, descriptors } = gateway;
  return [
    `${stepName(step)}: the gateway used ${formatFineMilliseconds(cpuMsPerRequest)} ms of CPU for each request (${formatMilliseconds(cpuMsPerThousandTokens)} for 1 000 tokens), ${formatBytes(residentBytes)} of memory, ${formatNumberOf(threads, 'thread')} and ${formatNumberOf(descriptors, 'descriptor')}.`,
  ];
}

function intervalText(
  interval: { readonly low: number; readonly high: number } | undefined,
): string {
  return interval === undefined
    ? '–'
    : `${formatFineMilliseconds(interval.low)}–${formatFineMilliseconds(interval.high)}`;
}
