import { findEngine } from '../../src/load/engine/find-engine.ts';

/** Builds the load engine before the tests that run it: the first time takes over a minute. */
export async function setup(): Promise<void> {
  try {
    await findEngine({ progress: say });
  } catch (error) {
    // The tests that need it will fail; the others still run.
    say(error instanceof Error ? error.message : String(error));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
