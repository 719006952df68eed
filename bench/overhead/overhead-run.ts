import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunReport, RunReportSchema } from '../../src/report/schema/run-report.ts';

const CLI = join(import.meta.dirname, '../..', 'bin', 'assay.js');

export type OverheadStep = NonNullable<RunReport['overhead']>['steps'][number];
export type OverheadFigure = OverheadStep['figures'][number];
type OverheadAt = OverheadFigure['percentiles'][number];

/** A gateway whose provider is at `upstream`, and a second key where it has one. */
export interface MeasuredGateway {
  readonly address: string;
  /** `HOST:PORT`. */
  readonly upstream: string;
  readonly keys: readonly [string, string?];
}

/**
 * The steps of one run of `assay overhead`.
 * @param flags such as `--duration 20s`
 * @throws when the run failed; its message is on stderr
 */
export async function overheadOf(
  { address, upstream, keys: [first, second] }: MeasuredGateway,
  flags: readonly string[],
): Promise<readonly OverheadStep[]> {
  const out = await mkdtemp(join(tmpdir(), 'assay-overhead-'));
  try {
    const args = ['--target', address, '--upstream', upstream, '--out', out, '--quiet', ...flags];
    const env = { ...process.env, ASSAY_API_KEY: first, ASSAY_API_KEY_2: second };
    const child = spawn(process.execPath, [CLI, 'overhead', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`assay overhead ended with exit code ${code}.`);
    const report = RunReportSchema.parse(
      JSON.parse(await readFile(join(out, 'report.json'), 'utf8')),
    );
    return report.overhead?.steps ?? [];
  } finally {
    await rm(out, { recursive: true });
  }
}

/** Undefined where too few requests were measured. */
export function percentileOf(
  { percentiles }: OverheadFigure,
  wanted: number,
): OverheadAt | undefined {
  return percentiles.find(({ percent }) => percent === wanted);
}

export function medianOf(figure: OverheadFigure): OverheadAt {
  const median = percentileOf(figure, 50);
  if (median === undefined)
    throw new Error('Fewer requests than a median needs: raise --duration.');
  return median;
}

/** Whether the intervals of both ways to measure a figure have a part in common. */
export function waysAgree(figures: readonly OverheadFigure[], figure: OverheadFigure): boolean {
  const other = figures.find(
    ({ mode, metric, method }) =>
      mode === figure.mode && metric === figure.metric && method !== figure.method,
  );
  if (other === undefined) return true;
  const [one, two] = [medianOf(figure).interval, medianOf(other).interval];
  return one !== undefined && two !== undefined && one.low <= two.high && two.low <= one.high;
}
