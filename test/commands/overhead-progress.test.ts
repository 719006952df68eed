import { expect, test } from 'vitest';
import { OverheadProgress } from '../../src/commands/overhead/overhead-progress.ts';
import { Progress } from '../../src/commands/terminal/progress.ts';
import { Screen } from '../system/support/screen.ts';

test('overhead: the progress has the step, the figures so far and the time that is left', () => {
  const screen = new Screen(100, 24);
  const shown = new OverheadProgress(new Progress(screen), 3, 2, 0);
  shown.show(0);
  expect(screen.lines).toEqual(['Overhead: step 1 of 3, block 1 of 2']);
  shown.end(3, 4.1);
  shown.show(20_000);
  expect(screen.lines).toEqual([
    'Overhead: step 1 of 3, block 2 of 2, TTFT +1.10 ms so far, about 1 min 40 s left',
  ]);
  shown.end(3, 3);
  shown.show(40_000);
  expect(screen.lines).toEqual(['Overhead: step 2 of 3, block 1 of 2, about 1 min 20 s left']);
});
