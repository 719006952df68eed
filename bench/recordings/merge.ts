import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { progress } from '../load-once.ts';
import { atMost, figure, type Row, rowTable } from '../row.ts';
import { judged } from './judged.ts';
import { replicate } from './replicated-recording.ts';
import { recordShortly } from './short-recording.ts';

/**
 * How long the recordings of many engines take to be judged as one run, and in what memory, compared
 * with a tenth of these recordings.
 */

/** Limit of the peak memory, relative to that with a tenth of the recordings. */
const FLAT = 1.2;

interface Recorded {
  readonly engines: number;
  /** That each engine has. */
  readonly exchanges: number;
  readonly scenario: string;
}

async function measureMerge({ engines, exchanges, scenario }: Recorded): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const source = join(folder, 'source');
    await recordShortly(scenario, source);
    const paths = Array.from({ length: engines }, (_, index) => {
      const path = join(folder, `${index + 1}.rec`);
      replicate(source, path, exchanges, { index, of: engines });
      return path;
    });
    const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
    progress(`merge: ${engines} recordings, ${(bytes / 1e9).toFixed(1)} GB`);
    const few = judged(paths.slice(0, Math.ceil(engines / 10)), 0);
    const all = judged(paths, 0);
    return [
      figure('exchanges judged', all.exchanges, ''),
      figure('findings', all.findings, ''),
      figure('time', all.seconds, 's'),
      figure('processor time', all.cpuSeconds, 's'),
      figure('judged in a second of processor time', all.perCpuSecond, '/s'),
      figure('the same, a tenth of the recordings', few.perCpuSecond, '/s'),
      figure('peak memory', all.peakMiB, 'MiB'),
      atMost(FLAT, figure('peak memory, to a tenth', all.peakMiB / few.peakMiB, 'times')),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { values } = parseArgs({
  options: {
    engines: { type: 'string', default: '100' },
    exchanges: { type: 'string', default: '100000' },
    scenario: { type: 'string', default: 'chat' },
  },
});
const { engines, exchanges, scenario } = values;
const rows = await measureMerge({
  engines: Number(engines),
  exchanges: Number(exchanges),
  scenario,
});
console.log(
  `${engines} recordings of ${exchanges} exchanges, ${scenario}, cores ${availableParallelism()}`,
);
console.log(rowTable(rows));
