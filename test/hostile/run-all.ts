import { BEHAVIOURS, KINDS } from '../../reference-server/hostile/behaviours/index.ts';
import type { HostileCommand } from './commands.ts';
import { startHostileProcess } from './hostile-process.ts';
import { type HostileRun, runHostile } from './run-hostile.ts';

export const COMMANDS: readonly HostileCommand[] = ['conform', 'load'];

/** A behaviour and the command that runs against it. */
export type Pair = readonly [name: string, command: HostileCommand];

/** Every behaviour with every command. */
export const PAIRS: readonly Pair[] = pairsOf(BEHAVIOURS.keys());

/** Enough for an ordinary test run: one behaviour of each kind, with each command in turn. */
export const SAMPLE: readonly Pair[] = Object.values(KINDS).flatMap((kind, place) =>
  pairsOf(Object.keys(kind)).slice(place % COMMANDS.length, (place % COMMANDS.length) + 1),
);

function pairsOf(names: Iterable<string>): readonly Pair[] {
  return [...names].flatMap((name) => COMMANDS.map((command) => [name, command] as const));
}

/** Runs one pair, each process started for it alone. */
export async function runPair([name, command]: Pair): Promise<HostileRun> {
  const gateway = await startHostileProcess(name);
  try {
    return await runHostile(name, command, gateway);
  } finally {
    await gateway.end();
  }
}
