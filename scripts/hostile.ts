import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type HostileResult, resultOf } from '../test/hostile/result.ts';
import { PAIRS, runPair } from '../test/hostile/run-all.ts';
import { layOutPackage } from '../test/support/programs/lay-out-package.ts';
import { hostilePage } from './pages/hostile-page.ts';

/**
 * Runs `assay conform` and `assay load` against hostile gateways.
 *
 * `npm run hostile -- [--at-once N] [NAME…]`
 *
 * Without names it runs all, which takes some ten minutes, and writes dist/docs/hostile.md.
 */

const PAGE = join(import.meta.dirname, '..', 'dist', 'docs', 'hostile.md');
const AT_ONCE = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'at-once': { type: 'string', default: String(AT_ONCE) } },
});

await layOutPackage();
const chosen = PAIRS.filter(([name]) => positionals.length === 0 || positionals.includes(name));
const queue = chosen.values();
const results: HostileResult[] = [];
await Promise.all(Array.from({ length: Number(values['at-once']) }, work));
const broken = results.filter(({ breaches }) => breaches.length > 0).length;
say(`${results.length} runs, ${broken} with ✗`);
if (positionals.length === 0) {
  await mkdir(dirname(PAGE), { recursive: true });
  await writeFile(PAGE, hostilePage(results, new Date()));
}
if (broken > 0) process.exitCode = 1;

async function work(): Promise<void> {
  for (const pair of queue) {
    const result = resultOf(await runPair(pair));
    const { seconds, breaches } = result;
    results.push(result);
    const sign = breaches.length === 0 ? '✓' : '✗';
    say(`${sign} ${pair.join(' ')} ${seconds.toFixed(1)} s ${breaches.join('; ')}`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
