import { expect, onTestFinished, test } from 'vitest';
import { stepsOf } from '../../src/explore/program.ts';
import { Restarts } from '../../src/explore/restarts.ts';
import { freshKeys } from '../../src/target/keys.ts';
import { testFolder } from '../support/test-folder.ts';
import { type ExplorationOrder, exploreAt } from './explore-reference.ts';
import { ReferenceProcess } from './reference-process.ts';

/** Two processes over one store, or one that crashes and starts again. */
type How = 'two processes' | 'restarts';

/** @returns explores it */
async function gatewayWithStore(how: How, faults: readonly string[] = []) {
  const keys = freshKeys();
  const options = [
    '--store',
    await testFolder('stores'),
    ...faults.flatMap((id) => ['--fault', id]),
  ];
  const start = () => new ReferenceProcess(keys, options).start();
  const target = await start();
  const others = how === 'two processes' ? [await start()] : [];
  const processes = [target, ...others];
  onTestFinished(async () => {
    await Promise.all(processes.map((each) => each.crash()));
  });
  const addresses = processes.map(({ address }) => address);
  const restarts = how === 'restarts' && { restarts: new Restarts(() => target.restart()) };
  return async (order: ExplorationOrder) =>
    await exploreAt({ ...order, ...restarts, keys, addresses });
}

test.each<How>(['two processes', 'restarts'])('%s over one store: finds nothing', async (how) => {
  const explore = await gatewayWithStore(how);
  const { jury, reproductions, steps } = await explore({ timeMs: 10_000 });

  expect(reproductions.map(({ rule, program }) => [rule, JSON.stringify(program)])).toEqual([]);
  expect(jury.judges.filter(({ tally }) => tally.findings > 0).map(({ rule }) => rule.id)).toEqual(
    [],
  );
  expect(steps).toBeGreaterThan(50);
});

test.each<[string, How]>([
  ['store-keys-per-process', 'two processes'],
  ['store-job-ids-reused', 'two processes'],
  ['store-record-late', 'two processes'],
  ['store-keys-lost', 'restarts'],
  ['store-job-ids-reused', 'restarts'],
  ['store-record-late', 'restarts'],
])(
  '%s: found with %s in a few steps, which fail again if the fault is one of keys',
  async (fault, how) => {
    const explore = await gatewayWithStore(how, [fault]);
    const { reproductions } = await explore({ timeMs: 90_000, until: 'any' });

    const [found] = reproductions;
    expect(found).toBeDefined();
    if (found === undefined) return;
    expect(stepsOf(found.program).length, JSON.stringify(found.program)).toBeLessThanOrEqual(4);
    // Which job an id meets depends on what was created before.
    if (fault === 'store-job-ids-reused') return;
    const again = await explore({ timeMs: 60_000, examples: [found] });
    expect(again.reproductions.map(({ rule }) => rule)).toContain(found.rule);
  },
);

test('what a profile says is lost at a restart is not used again', async () => {
  const explore = await gatewayWithStore('restarts', ['store-keys-lost']);
  const { reproductions } = await explore({ timeMs: 10_000, lostAtRestart: ['keys'] });

  expect(reproductions.map(({ rule, program }) => [rule, JSON.stringify(program)])).toEqual([]);
});
