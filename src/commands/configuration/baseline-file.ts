import { stringify } from 'yaml';
import {
  type Baseline,
  NO_BASELINE,
  parseBaseline,
  requireReasons,
} from '../../conformance/baseline.ts';
import type { CatalogueEntry } from '../../conformance/catalogue.ts';
import { errorCode } from '../../input/read-text-file.ts';
import { UsageError } from '../../input/usage-error.ts';
import { writeWhole } from '../../input/write-whole.ts';
import type { BaselineOptions } from '../options/run-options.ts';
import { readYaml } from './configuration.ts';

/** A baseline and its file. */
export interface BaselineFile {
  readonly file: string;
  readonly content: Baseline;
  /** Whether a stale entry fails the run at once. */
  readonly strict: boolean;
  /** Failed rules are written into it, with this reason if there is one; absent without an update. */
  readonly update?: { readonly reason?: string };
}

const HEAD = `# Accepted for now, one entry per rule: findings in the named operations, and rules that cannot be
# verified with this target. Each entry needs a reason and the last day on which it is accepted.
`;

/**
 * Reads the file of `--baseline`. A file that will be updated need not exist.
 * @param catalogue all rules that it may name
 * @throws UsageError
 */
export async function readBaseline(
  options: BaselineOptions,
  catalogue: readonly CatalogueEntry[],
): Promise<BaselineFile | undefined> {
  const { baseline: file, updateBaseline: updates = false, reason } = options;
  const strict = options.strictBaseline === true;
  if (file === undefined) return undefined;
  const written = await readYaml(file, updates, '--update-baseline writes it');
  const known = catalogue.map(({ rule }) => rule.id);
  const content = written === undefined ? NO_BASELINE : parseBaseline(written, file, known);
  if (updates) return { file, content, strict, update: reason === undefined ? {} : { reason } };
  requireReasons(content, file);
  return { file, content, strict };
}

/** @throws UsageError when the file cannot be written */
export async function writeBaseline(
  file: string,
  { accepted, unverified }: Baseline,
): Promise<void> {
  const content = {
    accepted: accepted.map(({ rule, operations, underLoad, reason, expires }) => ({
      rule,
      ...(operations.length > 0 && { operations }),
      ...(underLoad.length > 0 && { underLoad }),
      reason,
      expires,
    })),
    ...(unverified.length > 0 && { unverified }),
  };
  try {
    await writeWhole(file, HEAD + stringify(content));
  } catch (error) {
    const problem = errorCode(error);
    throw new UsageError(`Cannot write the baseline ${file} (${problem}). Check its folder.`);
  }
}
