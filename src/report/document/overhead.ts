import { overheadCharts } from '../charts/overhead-charts.ts';
import { formatFineMilliseconds } from '../phrases/number-format.ts';
import { overheadSentences, stepName } from '../phrases/overhead-sentences.ts';
import type {
  OverheadFigureReport,
  OverheadReport,
  OverheadStepReport,
} from '../schema/overhead.ts';
import type { RunReport } from '../schema/run-report.ts';
import { addedBlocks } from './added.ts';
import { charts, paragraph, type Row, type Section, section, type Table } from './document.ts';

/** What the gateway adds: at each load that `assay overhead` sent, or under the load of the run. */
export function overheadSection({ overhead, load }: RunReport): Section | undefined {
  const blocks = overhead === undefined ? addedBlocks(load) : stepBlocks(overhead);
  return blocks.length === 0 ? undefined : section('Overhead', blocks, { id: 'overhead' });
}

function stepBlocks(overhead: OverheadReport) {
  return [
    charts(() => overheadCharts(overhead)),
    ...overheadSentences(overhead).map((sentence) => paragraph(sentence)),
    table(overhead),
  ];
}

function table({ steps }: OverheadReport): Table | undefined {
  const groups = steps.map((step) => ({ name: stepName(step), rows: stepRows(step) }));
  if (groups.every(({ rows }) => rows.length === 0)) return undefined;
  const titles = ['Figure, ms', 'Direct', 'Through', 'Overhead', '95 % CI', 'Clock-free'];
  return {
    kind: 'table',
    name: 'Overhead at each load',
    columns: titles.map((title) => ({ title })),
    groups,
    note: 'Times are in ms from the send of the request. Overhead is the time through the gateway less the time straight to the upstream. Clock-free: the same after the time that the upstream itself took was subtracted from each request. forward: until the request reached the upstream. relay: from the write of each token to its read.',
  };
}

function stepRows({ figures }: OverheadStepReport): readonly Row[] {
  const clockFree = figures.filter(({ method }) => method === 'clock-free');
  return figures
    .filter(({ method }) => method === 'difference')
    .flatMap((figure) => {
      const { mode, metric } = figure;
      const free = clockFree.find((each) => each.mode === mode && each.metric === metric);
      return figureRows(figure, free);
    });
}

function figureRows(
  { mode, metric, percentiles }: OverheadFigureReport,
  free: OverheadFigureReport | undefined,
): readonly Row[] {
  return percentiles.map(({ percent, floorMs, throughMs, overheadMs, interval }) => {
    const clockFree = free?.percentiles.find((each) => each.percent === percent);
    return {
      name: `${mode} ${metric} p${percent}`,
      cells: [
        ...[floorMs, throughMs, overheadMs].map(formatFineMilliseconds),
        intervalText(interval),
        clockFree === undefined
          ? '–'
          : `${formatFineMilliseconds(clockFree.overheadMs)} (${intervalText(clockFree.interval)})`,
      ],
    };
  });
}

function intervalText(
  interval: { readonly low: number; readonly high: number } | undefined,
): string {
  return interval === undefined
    ? '–'
    : `${formatFineMilliseconds(interval.low)} to ${formatFineMilliseconds(interval.high)}`;
}
