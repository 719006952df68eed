import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { RunReportSchema } from '../../../src/report/schema/run-report.ts';
import { assay } from '../../support/assay-in-process.ts';
import { withReference } from '../../support/reference-gateway.ts';
import { testFolder } from '../../support/test-folder.ts';

/** Copies of each recording with one flipped bit. */
const FLIPS = 25;
const CUTS = 12;

const folder = await testFolder('damaged');
let passing: Buffer;
let failing: Buffer;

beforeAll(async () => {
  passing = await recorded('passing.rec', []);
  failing = await recorded('failing.rec', ['cs-chunk-after-done']);
});

/** A second of traffic of every kind, with the effects of its keys. */
async function recorded(name: string, faults: readonly string[]): Promise<Buffer> {
  const path = join(folder, name);
  await withReference({ faults: [...faults] }, ({ address, env }) => {
    const load = ['load', '--target', address, '--arrival-rate', '25/s', '--duration', '1s'];
    return assay([...load, '--record', path, '--quiet', '--json'], { env, cwd: folder });
  });
  return readFile(path);
}

interface Judged {
  readonly code: number | null;
  /** What is reported about the recording: the refusal, or why the report is partial. */
  readonly said: string;
  readonly partial: boolean;
}

async function judged(bytes: Buffer): Promise<Judged> {
  const path = join(folder, 'judged.rec');
  await writeFile(path, bytes);
  const order = ['judge', path, '--json', '--quiet', '--format', 'json'];
  const { code, stdout, stderr } = await assay(order, { cwd: folder });
  if (stdout === '') return { code, said: stderr, partial: true };
  const { partial, reasons } = RunReportSchema.parse(JSON.parse(stdout));
  return { code, said: reasons.join(' '), partial };
}

/** Refused, or judged up to the damage, which is reported; a gateway with good answers is not blamed. */
function isHonest({ code, said, partial }: Judged, whole: number): boolean {
  if (code === 3)
    return /^(File is not a recording|Recording is damaged|Recording has format)/.test(said);
  const named = /Recording is incomplete: .* frame \d+/.test(said);
  return named && partial && (code === 2 || (whole === 1 && code === 1));
}

/** Places that are the same in every run. */
function* draws(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Judges each damaged copy and returns the places with a dishonest result. */
async function dishonest(
  copies: Iterable<readonly [place: string, bytes: Buffer]>,
  whole: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [place, bytes] of copies) {
    const result = await judged(bytes);
    if (!isHonest(result, whole)) found.push(`${place}: ${result.code} ${result.said}`);
  }
  return found;
}

function* flipped(bytes: Buffer): Generator<readonly [string, Buffer]> {
  const draw = draws(bytes.length);
  for (let copy = 0; copy < FLIPS; copy++) {
    const bit = Math.floor(draw.next().value * bytes.length * 8);
    const changed = Buffer.from(bytes);
    const at = bit >> 3;
    changed.writeUInt8(changed.readUInt8(at) ^ (1 << (bit & 7)), at);
    yield [`bit ${bit} of ${bytes.length * 8}`, changed];
  }
}

function* truncated(bytes: Buffer): Generator<readonly [string, Buffer]> {
  for (let cut = 0; cut < CUTS; cut++) {
    const length = Math.floor((bytes.length * cut) / CUTS);
    yield [`${length} of ${bytes.length} bytes`, bytes.subarray(0, length)];
  }
}

describe('damaged recording', () => {
  test('recording: the undamaged ones pass and fail', async () => {
    expect(await judged(passing)).toMatchObject({ code: 0, partial: false });
    expect(await judged(failing)).toMatchObject({ code: 1, partial: false });
  });

  test('recording: a flipped bit is found and reported, and never changes a verdict', async () => {
    expect(await dishonest(flipped(passing), 0)).toEqual([]);
    expect(await dishonest(flipped(failing), 1)).toEqual([]);
  });

  test('recording: a missing end is found and reported, and never changes a verdict', async () => {
    expect(await dishonest(truncated(passing), 0)).toEqual([]);
  });

  test('recording: half of the load misses no objective', async () => {
    const half = join(folder, 'half.rec');
    await writeFile(half, passing.subarray(0, passing.length / 2));
    const config = join(folder, 'objectives.yaml');
    await writeFile(
      config,
      'slo: ["all throughput > 1000/s", "all e2e p50 < 0.01ms", "all errors <= 0%"]',
    );
    const { code, stdout } = await assay(['judge', half, '--config', config, '--json', '--quiet']);
    const { slo } = RunReportSchema.parse(JSON.parse(stdout));
    expect(slo.map(({ met }) => met)).toEqual([null, null, true]);
    expect(slo[1]?.reason).toBe('part of the load is missing');
    expect(code).toBe(2);
  });

  test('recording: one that ends before the effects of its keys is incomplete', async () => {
    const engineOnly = passing.subarray(0, endOfEngine(passing));
    expect(await judged(engineOnly)).toMatchObject({
      code: 2,
      partial: true,
      said: expect.stringContaining('it ends without the effects of its keys'),
    });
  });
});

/** Where the engine's last frame and its checksum end. */
function endOfEngine(bytes: Buffer): number {
  let at = 0;
  for (let type = 0; type !== 6; ) {
    type = bytes.readUInt8(at + 4);
    at += 4 + bytes.readUInt32LE(at) + 4;
  }
  return at;
}
