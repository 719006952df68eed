import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';

/** Not the name of an output: k6 refuses it before it runs anything, and lists those that it has. */
const NO_OUTPUT = 'which-are-there';
const SCRIPT = 'export default () => {};';
const LIST = /available types are: ([\w, -]+)/;
/** Outputs that the engine adds itself. */
const OWN = /^assay-/;
const PATIENCE_MS = 10_000;

/**
 * Names of the outputs of an engine, also of a custom build; undefined when it does not list them.
 * @param binary the engine
 */
export function listK6Outputs(binary: string): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => {
    const child = execFile(
      binary,
      ['run', '--no-usage-report', '--log-format', 'raw', '--out', NO_OUTPUT, '-'],
      { env: { K6_AUTO_EXTENSION_RESOLUTION: 'false', HOME: tmpdir() }, timeout: PATIENCE_MS },
      (_, _stdout, stderr) => {
        const [, list] = LIST.exec(stderr) ?? [];
        resolve(list?.split(', ').filter((name) => !OWN.test(name)));
      },
    );
    child.stdin?.on('error', () => undefined).end(SCRIPT);
  });
}
