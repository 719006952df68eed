import { expect, test } from 'vitest';
import { configurationLines } from '../../../src/commands/configuration/configuration-lines.ts';
import { parseYaml } from '../../../src/input/parse-yaml.ts';
import { readAccess } from '../../../src/target/read-access.ts';

const KEYS = 3000;
const TIMES = 8;
/** Work that grows with the square of the keys is 64 times as much. */
const MOST = 3 * TIMES;

const names = (count: number) => Array.from({ length: count }, (_, at) => `key-${at}`);
const yaml = (count: number) =>
  names(count)
    .map((name) => `${name}: 1\n`)
    .join('');
const headers = (count: number) => Object.fromEntries(names(count).map((name) => [name, 'x']));

/** Processor time of this thread, the least of three. */
function costUs(work: () => unknown): number {
  const costs = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    work();
    return process.threadCpuUsage(before).user;
  });
  return Math.min(...costs);
}

test.each([
  ['yaml', (count: number) => parseYaml(yaml(count), 'f.yaml')],
  ['lines of a configuration', (count: number) => configurationLines(yaml(count))],
  ['headers', (count: number) => readAccess({ headers: headers(count) }, {})],
])('%s: the work for many keys grows with their number', (_, work) => {
  work(KEYS);
  expect(costUs(() => work(KEYS * TIMES)) / costUs(() => work(KEYS))).toBeLessThan(MOST);
});
