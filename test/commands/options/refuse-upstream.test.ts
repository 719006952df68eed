import { expect, test } from 'vitest';
import { assay, expectRefused } from '../../support/assay-in-process.ts';

const PROVIDERS = ['capacity', 'compare', 'conform', 'describe', 'gate', 'load', 'overhead'];

test.each(['judge', 'watch', 'list'])(
  'assay %s: --upstream is refused with the commands that have it',
  async (command) => {
    await expectRefused(
      [command, '--upstream', '127.0.0.1:0'],
      new RegExp(
        `^assay ${command} has no --upstream: .* use one of ${PROVIDERS.join(', ')}\\.$`,
        'm',
      ),
    );
  },
);

test('the help of assay upstream names the commands that start one', async () => {
  const { stdout } = await assay(['upstream', '--help']);
  for (const command of PROVIDERS) expect(stdout).toContain(command);
});
