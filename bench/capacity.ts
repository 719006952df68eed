import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunReportSchema } from '../src/report/schema/run-report.ts';
import { embedded } from '../src/target/embedded.ts';
import type { Target } from '../src/target/target.ts';
import { progress } from './load-once.ts';
import { atMost, figure, type Row, rowTable } from './row.ts';

/**
 * What `assay capacity` finds of gateways whose capacity is known on paper (slots / service time).
 */

const ASSAY = fileURLToPath(new URL('../bin/assay.js', import.meta.url));

const SETTINGS = [
  { slots: 8, serviceTimeMs: 200 },
  { slots: 4, serviceTimeMs: 50 },
  { slots: 16, serviceTimeMs: 400 },
] as const;

export async function measureCapacity(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const setting of SETTINGS) rows.push(...(await kneeRows(setting)));
  return rows;
}

async function kneeRows(setting: (typeof SETTINGS)[number]): Promise<Row[]> {
  const { slots, serviceTimeMs } = setting;
  const paper = (slots / serviceTimeMs) * 1000;
  const target = await gateway(setting);
  const startMs = performance.now();
  const { knee, saturated } = await search(target).finally(() => target.stop());
  const name = `${slots} × ${serviceTimeMs} ms`;
  const error = (rate: number | undefined) => Math.abs((rate ?? Number.NaN) / paper - 1) * 100;
  return [
    figure(`${name}: on paper`, paper, '/s'),
    figure(`${name}: knee`, knee?.arrivalRate ?? Number.NaN, '/s'),
    figure(`${name}: low end at 95 %`, knee?.confidence.low ?? Number.NaN, '/s'),
    figure(`${name}: high end`, knee?.confidence.high ?? Number.NaN, '/s'),
    atMost(3, figure(`${name}: error of the knee`, error(knee?.arrivalRate), '%')),
    figure(`${name}: error of the saturated throughput`, error(saturated?.throughput), '%'),
    atMost(300, figure(`${name}: time`, (performance.now() - startMs) / 1000, 's')),
  ];
}

async function search({ address, keys }: Target) {
  const out = await mkdtemp(join(tmpdir(), 'assay-bench-capacity-'));
  try {
    const command = ['capacity', '--target', address, '--operation', 'chat', '--out', out];
    const child = spawn(process.execPath, [ASSAY, ...command, '--arrivals', 'constant'], {
      env: { ...process.env, ASSAY_API_KEY: keys.first },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(child, 'exit');
    const report = RunReportSchema.parse(
      JSON.parse(await readFile(join(out, 'report.json'), 'utf8')),
    );
    if (report.capacity === undefined) throw new Error(report.reasons.join(' '));
    return report.capacity;
  } finally {
    await rm(out, { recursive: true });
  }
}

function gateway({ slots, serviceTimeMs }: { slots: number; serviceTimeMs: number }) {
  const timed = ['--service-time', `${serviceTimeMs}ms`, '--ttft', '10ms', '--itl', '0ms'];
  return embedded.start({
    text: 'embedded',
    environment: process.env,
    referenceOptions: ['--slots', String(slots), ...timed],
    progress,
  });
}

if (import.meta.main) console.log(rowTable(await measureCapacity()));
