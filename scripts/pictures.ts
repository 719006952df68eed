/**
 * Takes the pictures of the documents: runs Assay against reference gateways of this process, and
 * writes the first screen of each page, and the moving picture, to `docs/images`. Needs Chromium and a
 * quiet machine; about three minutes. Names as arguments take only those.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createReferenceServer, type ReferenceOptions } from '../reference-server/server.ts';
import { main } from '../src/cli.ts';
import { RunReportSchema } from '../src/report/schema/run-report.ts';
import { launch, type OwnBrowser } from '../test/system/browser/chromium.ts';
import { movingPicture, RecordingTerminal } from './moving-picture.ts';

const ROOT = join(import.meta.dirname, '..');
/** A README loads them all. */
const LARGEST_BYTES = 200_000;

interface Picture {
  readonly name: string;
  readonly height: number;
  readonly gateways: readonly ReferenceOptions[];
  /** The command line, given the addresses of the gateways. */
  args(addresses: readonly string[]): readonly string[];
  readonly page: 'report.html' | 'compare.html';
}

const KEYS = ['picture_live_1', 'picture_live_2'] as const;

const PICTURES: readonly Picture[] = [
  {
    name: 'report-fail',
    height: 1000,
    gateways: [{ faults: ['cs-chunk-after-done', 'idem-no-replay'] }],
    args: ([target = '']) => ['gate', '--target', target, '--thorough', '--duration', '15s'],
    page: 'report.html',
  },
  {
    name: 'capacity',
    height: 900,
    gateways: [{ slots: 8, serviceTimeMs: 200 }],
    args: ([target = '']) => [
      'capacity',
      `--target=${target}`,
      '--operation=chat',
      '--plan-for=500/s',
      '--time-limit=3m',
    ],
    page: 'report.html',
  },
  {
    name: 'compare',
    height: 900,
    gateways: [{}, { ttftMs: 24 }],
    args: ([before = '', after = '']) => [
      'compare',
      `before=${before}`,
      `after=${after}`,
      '--load',
      '--scenario=chat-stream',
      '--arrival-rate=20/s',
      '--duration=60s',
    ],
    page: 'compare.html',
  },
];

/** Runs Assay, and resolves when it has ended; its verdict does not matter. */
async function run(args: readonly string[]): Promise<void> {
  const [ASSAY_API_KEY, ASSAY_API_KEY_2] = KEYS;
  const child = spawn(process.execPath, [join(ROOT, 'bin', 'assay.js'), ...args], {
    cwd: ROOT,
    env: { ...process.env, ASSAY_API_KEY, ASSAY_API_KEY_2 },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'close');
}

async function take(picture: Picture, browser: OwnBrowser, folder: string): Promise<void> {
  const servers = picture.gateways.map((options) =>
    createReferenceServer({ ...options, keys: KEYS }),
  );
  const addresses: string[] = [];
  for (const server of servers) addresses.push((await server.listen()).address);
  const out = join(folder, picture.name);
  await run([...picture.args(addresses), '--out', out]);
  for (const server of servers) await server.close(0);
  const page = await browser.context.newPage();
  await page.setViewportSize({ width: 1280, height: picture.height });
  await page.goto(pathToFileURL(join(out, picture.page)).href);
  const path = join(ROOT, 'docs', 'images', `${picture.name}.png`);
  await page.screenshot({ path });
  await page.close();
  const { size } = await stat(path);
  process.stdout.write(`${path}: ${Math.round(size / 1000)} kB\n`);
  if (size > LARGEST_BYTES) throw new Error(`Picture is too large: ${path}. Lower its height.`);
}

const MOVING = 'load';

/** A load of a gateway that has a fault, in this process, so that its terminal is ours. */
async function takeMoving(folder: string): Promise<void> {
  const server = createReferenceServer({ faults: ['cs-chunk-after-done'], keys: KEYS });
  const { address } = await server.listen(8080);
  const args = ['load', '--target', `${address}/v1`, '--duration', '12s'];
  // The line that repeats the run comes from there.
  process.argv.splice(2, process.argv.length, ...args, '--slo', OBJECTIVE);
  [process.env.ASSAY_API_KEY, process.env.ASSAY_API_KEY_2] = KEYS;
  process.chdir(folder);
  const terminal = new RecordingTerminal();
  await main(process.argv.slice(2), { stdout: terminal, stderr: terminal });
  await server.close(0);
  const report = RunReportSchema.parse(
    JSON.parse(await readFile(join('reports', 'latest', 'report.json'), 'utf8')),
  );
  process.chdir(ROOT);
  const command = `npx assay ${args.join(' ')} --slo '${OBJECTIVE}'`;
  const path = join(ROOT, 'docs', 'images', `${MOVING}.svg`);
  await writeFile(path, movingPicture(command, terminal, report));
}

const OBJECTIVE = 'chat ttft p95 < 800ms';

const names = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'assay-pictures-'));
const browser = await launch({ scripts: true });
try {
  for (const picture of PICTURES) {
    if (names.length === 0 || names.includes(picture.name)) await take(picture, browser, folder);
  }
  if (names.length === 0 || names.includes(MOVING)) await takeMoving(folder);
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
