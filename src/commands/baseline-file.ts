import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { type Baseline, parseBaseline } from '../conformance/baseline.ts';
import { UsageError } from '../words/usage-error.ts';
import { readYaml } from './configuration.ts';
import type { ConformOptions } from './run-options.ts';

/** A baseline and where it stands. */
export interface BaselineFile {
  readonly file: string;
  readonly content: Baseline;
  /** Whether what failed is to be written into it. */
  readonly update: boolean;
}

const HEAD = `# Findings accepted for now: "assay conform --baseline" names what is new, stale or expired.
# Each needs a reason, and a last day on which it is accepted.
`;

/**
 * What `--baseline` names; a file that is to be updated need not be there yet.
 * @throws UsageError
 */
export async function readBaseline(options: ConformOptions): Promise<BaselineFile | undefined> {
  const { baseline: file, updateBaseline } = options;
  const update = updateBaseline === true;
  if (file === undefined) {
    if (!update) return undefined;
    throw new UsageError('--update-baseline needs a file to write: add --baseline FILE.');
  }
  const content = await readYaml(file, update, '--update-baseline writes it');
  return { file, content: parseBaseline(content ?? { accepted: [] }, file), update };
}

/** @throws UsageError when the file cannot be written */
export async function writeBaseline(file: string, baseline: Baseline): Promise<void> {
  try {
    await writeFile(file, HEAD + stringify(baseline));
  } catch (error) {
    const problem = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageError(`Cannot write the baseline: ${file} (${problem}).`);
  }
}
