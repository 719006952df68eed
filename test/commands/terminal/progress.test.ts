import { expect, test } from 'vitest';
import { type LiveView, Progress } from '../../../src/commands/terminal/progress.ts';
import { Screen } from '../../system/support/screen.ts';

function view(...lines: readonly string[]): LiveView {
  return { block: () => lines, line: () => lines.join(' · ') };
}

/** A stream without a terminal, and what was written to it. */
function log() {
  const written: string[] = [];
  return { written, write: (text: string) => written.push(text) };
}

test('progress: a block replaces the previous one, also a longer one', () => {
  const screen = new Screen(80, 24);
  const progress = new Progress(screen);
  progress.say('Load: mixed');
  progress.live(view('one', 'two', 'three'));
  expect(screen.lines).toEqual(['Load: mixed', 'one', 'two', 'three']);
  progress.live(view('four', 'five'));
  expect(screen.lines).toEqual(['Load: mixed', 'four', 'five']);
});

test('progress: a permanent line is above the next block', () => {
  const screen = new Screen(80, 24);
  const progress = new Progress(screen);
  progress.live(view('one', 'two'));
  progress.say('Interrupted: stopping the run.');
  progress.live(view('three'));
  expect(screen.lines).toEqual(['Interrupted: stopping the run.', 'three']);
});

test('progress: the last block is removed at the end', () => {
  const screen = new Screen(80, 24);
  const progress = new Progress(screen);
  progress.say('Load: mixed');
  progress.live(view('one', 'two'));
  progress.end();
  expect(screen.lines).toEqual(['Load: mixed', '']);
});

test('progress: the last block is removed from a terminal that became narrower', () => {
  const screen = new Screen(80, 24);
  const progress = new Progress(screen);
  progress.live(view('x'.repeat(70), 'y'.repeat(30)));
  screen.resize(40);
  progress.end();
  expect(screen.lines).toEqual(['']);
});

test('progress: a block stays within the terminal', () => {
  const screen = new Screen(20, 4);
  const progress = new Progress(screen);
  progress.live(view('x'.repeat(50), 'two', 'three', 'four', 'five'));
  expect(screen.lines).toEqual(['x'.repeat(19), 'two', 'three']);
});

test('progress: a block receives its size, and whether it may be coloured', () => {
  const seen: unknown[] = [];
  const block: LiveView['block'] = ({ columns, rows, paint }) => {
    seen.push(columns, rows, paint('fail', 'x'));
    return [];
  };
  const screen = new Screen(100, 30);
  new Progress(screen).live({ block, line: () => '' });
  expect(seen).toEqual([99, 29, 'x']);
});

test('progress: without a terminal a line comes every five seconds, not each second', () => {
  const stream = log();
  let nowMs = 0;
  const progress = new Progress(stream, { clock: () => nowMs });
  progress.say('Load: mixed');
  for (let second = 1; second <= 11; second += 1) {
    // Views come a little early or late.
    nowMs = second * 1000 + (second % 2 === 0 ? 30 : -30);
    progress.live(view(`second ${second}`, 'more'));
    progress.show('not shown');
  }
  progress.end();
  expect(stream.written).toEqual(['Load: mixed\n', 'second 5 · more\n', 'second 10 · more\n']);
});

test.each([
  ['a terminal', () => new Screen(80, 24)],
  ['a log', () => ({ ...log(), isTTY: false })],
])('progress: quiet prints nothing on %s', (_, make) => {
  const stream = make();
  const written: string[] = [];
  const progress = new Progress(
    { ...stream, write: (text) => written.push(text) },
    { quiet: true, clock: () => 1e9 },
  );
  progress.say('Load: mixed');
  progress.show('one');
  progress.live(view('two'));
  progress.end();
  expect(written).toEqual([]);
});

test('progress: a line of a terminal breaks between words, and no figure is cut', () => {
  const screen = new Screen(60, 24);
  const progress = new Progress(screen);
  progress.say('Capacity: from 4 req/s up to 4 000 req/s, constant arrivals, time limit 10 min');
  progress.show('38.8/s, 9 s left · 12 in flight · 0 errors · 0 findings · at most 8 min 12 s');
  expect(screen.lines).toEqual([
    'Capacity: from 4 req/s up to 4 000 req/s, constant arrivals,',
    '  time limit 10 min',
    '38.8/s, 9 s left · 12 in flight · 0 errors · 0 findings ·',
    '  at most 8 min 12 s',
  ]);
});

test('progress: a line of a log does not break', () => {
  const stream = log();
  new Progress(stream).say('word '.repeat(40).trim());
  expect(stream.written).toEqual([`${'word '.repeat(40).trim()}\n`]);
});
