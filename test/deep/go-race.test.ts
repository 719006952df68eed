import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENGINE_FOLDER } from '../../src/load/engine/build-engine.ts';
import { goInEngine } from '../system/engine/engine-go.ts';

/** A race is found without optimization too, and an empty build cache is filled sooner. */
const TEST = ['test', '-trimpath', '-vet=off', '-race', '-gcflags=all=-N -l'];

test('engine: the race detector finds nothing in its packages', async () => {
  // Not the command itself: only that needs all of k6.
  const packages = (await goInEngine(['list', './...'])).split('\n').filter((name) => {
    const folder = /^assay\/engine\/(?!scripttest$)(.+)/.exec(name)?.[1];
    return folder !== undefined && hasConcurrency(join(ENGINE_FOLDER, folder));
  });
  const output = await goInEngine([...TEST, ...packages], { CGO_ENABLED: '1' });
  expect(output).not.toContain('FAIL');
  for (const name of ['arrivals', 'framing', 'gateway', 'tap', 'transport', 'upstream']) {
    expect(output).toMatch(new RegExp(`^ok .*engine/${name}\\s`, 'm'));
  }
}, 900_000);

/** Code without it has no race of its own; the tests of its callers run it with the detector too. */
function hasConcurrency(folder: string): boolean {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.go'))
    .some((name) =>
      /\bgo (?:func\b|[\w.]+\()|\bsync\b/.test(readFileSync(join(folder, name), 'utf8')),
    );
}
