import type { TestProject } from 'vitest/node';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import { layOutPackage } from './lay-out-package.ts';

/** Builds what the tests start as processes: the package, and the load engine, at first for a minute. */
export async function setup(project: TestProject): Promise<void> {
  await layOutPackage();
  project.onTestsRerun(layOutPackage);
  try {
    // Each process that looks for it itself reads and digests it, and all of its sources.
    process.env.ASSAY_ENGINE = await findEngine({ progress: say });
  } catch (error) {
    // The tests that need it will fail; the others still run.
    say(error instanceof Error ? error.message : String(error));
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
