import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunReport, RunReportSchema } from '../../src/report/schema/run-report.ts';

const CLI = join(import.meta.dirname, '../..', 'bin', 'assay.js');

export type OverheadStep = NonNullable<RunReport['overhead']>['steps'][number];
export type OverheadRow = OverheadStep['rows'][number];

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

/** What the gateway adds at one percentile, in ms. */
export interface OverheadAt {
  readonly floorMs: number;
  readonly overheadMs: number;
  readonly interval: OverheadRow['changes'][number]['interval'];
}

/** Undefined where too few requests were measured. */
export function overheadAt(
  { rows }: OverheadStep,
  { mode, metric }: Pick<OverheadRow, 'mode' | 'metric'>,
  statistic: OverheadRow['statistic'],
): OverheadAt | undefined {
  const row = rows.find(
    (each) => each.mode === mode && each.metric === metric && each.statistic === statistic,
  );
  const { delta = null, interval = null } = row?.changes[0] ?? {};
  const floorMs = row?.cells[0]?.value ?? null;
  return delta === null || floorMs === null ? undefined : { floorMs, overheadMs: delta, interval };
}

/** The same figure with the time of the provider and without it. */
const WAYS: readonly (readonly OverheadRow['metric'][])[] = [
  ['ttft', 'addedTtft'],
  ['e2e', 'addedE2e'],
];

/** Whether the intervals of both ways to measure a median have a part in common. */
export function waysAgree(
  step: OverheadStep,
  { mode, metric }: Pick<OverheadRow, 'mode' | 'metric'>,
): boolean {
  const ways = WAYS.find((names) => names.includes(metric)) ?? [metric, metric];
  const [one, other] = ways.map(
    (each) => overheadAt(step, { mode, metric: each }, 'p50')?.interval,
  );
  return one != null && other != null && one.low <= other.high && other.low <= one.high;
}
