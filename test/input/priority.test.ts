import { execFile } from 'node:child_process';
import { getPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('../../src/input/priority.ts', import.meta.url));
/** One that is not root on any system. */
const ORDINARY_USER = 65_534;
const UNUSUAL = 'The tests run with a priority that is not the usual one.';
const IS_ROOT = process.getuid?.() === 0;

/** The priorities of a process that ran this, as it began, lowered and restored. */
async function prioritiesOf(more: string, options: { uid?: number } = {}): Promise<number[]> {
  const program = `
    import { getPriority } from 'node:os';
    import { lowerPriority, runOnlyOneCommand } from '${MODULE}';
    const seen = [getPriority()];
    ${more}
    const restore = lowerPriority();
    seen.push(getPriority());
    restore();
    seen.push(getPriority());
    console.log(JSON.stringify(seen));`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program],
    options,
  );
  return JSON.parse(stdout);
}

test('priority: a process that has more to do keeps it', async () => {
  const [began = 0, ...later] = await prioritiesOf('');
  expect(later).toEqual([began, began]);
});

test('priority: an ordinary user, who cannot raise it again, gets one that is a little lower', async ({
  skip,
}) => {
  if (getPriority() !== 0) skip(UNUSUAL);
  const user = IS_ROOT ? { uid: ORDINARY_USER } : {};
  expect(await prioritiesOf('runOnlyOneCommand();', user)).toEqual([0, 5, 5]);
});

test('priority: where it can be restored, it is the lowest until then', async ({ skip }) => {
  if (getPriority() !== 0) skip(UNUSUAL);
  if (!IS_ROOT) skip('Only root can raise a priority.');
  expect(await prioritiesOf('runOnlyOneCommand();')).toEqual([0, 19, 0]);
});
