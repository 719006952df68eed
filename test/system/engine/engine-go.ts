import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ENGINE_FOLDER } from '../../../src/load/engine/build-engine.ts';

/** Runs `go` in the module of the engine. @returns what it printed, after `FAILED` if it failed */
export function goInEngine(
  parameters: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  return promisify(execFile)('go', parameters, {
    cwd: ENGINE_FOLDER,
    env: { ...process.env, ...settings },
    maxBuffer: 64 << 20,
  }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `FAILED\n${stdout}${stderr}`,
  );
}

/** Whether a command is there, by one that only prints something. */
export function runs(command: string, parameters: readonly string[]): Promise<boolean> {
  return promisify(execFile)(command, parameters).then(
    () => true,
    () => false,
  );
}
