import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findEngine } from '../../src/load/engine/find-engine.ts';
import { writeLargeRecording } from '../system/support/large-recording.ts';
import { type Signalled, signalled } from '../system/support/signalled.ts';
import { SIGNALLED, SIGNALS } from '../system/support/signalled-commands.ts';
import { signalledServe } from '../system/support/signalled-serve.ts';

/** The time in which a run must end after a signal: answers in flight get five seconds. */
const END_MS = 20_000;

let folder: string;
let recording: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'as-'));
  recording = join(folder, 'large.rec');
  await writeLargeRecording(recording, 400_000);
  await findEngine();
}, 300_000);

afterAll(async () => {
  await rm(folder, { recursive: true });
}, 60_000);

const judge = (): Signalled => ({
  args: ['judge'],
  subjects: () => [recording],
  begun: 'folder',
});

const commands: readonly (readonly [name: string, command: () => Signalled])[] = [
  ...Object.entries(SIGNALLED).map(([name, command]) => [name, () => command] as const),
  ['judge', judge],
];
const cells = commands.flatMap(([name, command]) =>
  SIGNALS.map((signals) => [name, signals.join(' and '), command, signals] as const),
);

describe('signals', () => {
  test.each(cells)(
    '%s: %s ends it in time, and leaves no child or file',
    async (name, which, command, signals) => {
      const place = join(folder, `${name}${which}`.replace(/\W/g, ''));
      const { run, isEnded, left, files, tookMs } = await signalled(place, command(), signals);
      expect({ isEnded, left, files }, run.stderr).toEqual({ isEnded: true, left: [], files: [] });
      expect(tookMs).toBeLessThan(END_MS);
    },
    120_000,
  );

  test.each(SIGNALS.map((signals) => [signals.join(' and '), signals] as const))(
    'serve: %s ends the gateway too, with exit code 0',
    async (_, signals) => {
      const { code, left } = await signalledServe(signals);
      expect({ code, left }).toEqual({ code: 0, left: [] });
    },
  );
});
