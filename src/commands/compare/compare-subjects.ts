import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { Subject } from '../../report/comparison/recorded-run.ts';
import * as targetKinds from '../../target/kinds.ts';
import { isAddress, parseAddress } from '../../target/remote.ts';
import { readRecordedRun } from '../configuration/baseline-file.ts';
import { filesOfRun } from '../recorded/files-of-run.ts';

/** One argument of `assay compare`. */
export interface SubjectArgument {
  readonly label: string;
  /** An address, embedded or container, or the path of a file or folder. */
  readonly source: string;
  /** `ASSAY_API_KEY_OURS` for the label `ours`. */
  readonly keyVariable: string;
  /** A target; else a file or a folder. */
  readonly live: boolean;
}

const LABELLED = /^(?<label>[A-Za-z][\w.-]*)=(?<source>.+)$/s;
const REPORT_FILES = ['report.json', 'behaviour.json'];
const NAME_A_REPORT = 'Name a report.json or a behaviour.json.';
const LIVE_NAMES = Object.keys(targetKinds).filter((name) => name !== 'remote');

/** @throws UsageError for fewer than two subjects, a label that is used twice, or an invalid address */
export function parseSubjects(texts: readonly string[]): readonly SubjectArgument[] {
  if (texts.length < 2) {
    throw new UsageError(
      `compare needs at least two subjects; got ${texts.length}. Name addresses, embedded, or reports of earlier runs.`,
    );
  }
  const subjects = texts.map(parseArgument);
  const taken = new Map<string, SubjectArgument>();
  for (const each of subjects) {
    const other = taken.get(each.keyVariable);
    if (other !== undefined) throw new UsageError(duplicateLabelMessage(other, each));
    taken.set(each.keyVariable, each);
  }
  for (const each of subjects) {
    const other = taken.get(`${each.keyVariable}_2`);
    if (each.live && other?.live) throw new UsageError(duplicateLabelMessage(each, other));
  }
  return subjects;
}

/** Two subjects must not share the variable of a key: it is the secret of one of them. */
function duplicateLabelMessage(one: SubjectArgument, other: SubjectArgument): string {
  return one.label === other.label
    ? `Two subjects have the same label: ${one.label}. Label them, such as one=${one.source} and other=${other.source}.`
    : `The labels ${one.label} and ${other.label} share the variable ${other.keyVariable}. Rename one of them.`;
}

function parseArgument(text: string): SubjectArgument {
  const { label, source: written = text } = LABELLED.exec(text)?.groups ?? {};
  const live = isAddress(written) || LIVE_NAMES.includes(written);
  const source = isAddress(written) ? parseAddress(written) : written;
  const name = label ?? labelOf(source, live);
  return { label: name, source, keyVariable: variableOf(name), live };
}

function labelOf(source: string, live: boolean): string {
  if (live) return URL.canParse(source) ? new URL(source).host : source;
  const path = resolve(source);
  const name = basename(path);
  return REPORT_FILES.includes(name) ? basename(dirname(path)) : name.replace(/\.json$/, '');
}

function variableOf(label: string): string {
  return `ASSAY_API_KEY_${label.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}

/**
 * Reads what an earlier run wrote: one file, or those of a folder.
 * @throws UsageError
 */
export async function readSubject({ label, source }: SubjectArgument): Promise<Subject> {
  if (!existsSync(source)) {
    throw new UsageError(
      `Unknown subject: ${source}.${didYouMean(source, LIVE_NAMES)} Name an http(s) address, ${LIVE_NAMES.join(', ')}, a report.json, a behaviour.json or the folder of an earlier run.`,
    );
  }
  const files = await filesOfRun(source, REPORT_FILES);
  const found = await Promise.all(files.map((file) => readRecordedRun(file, NAME_A_REPORT)));
  return Object.assign({ label, source: 'recorded' as const, address: source }, ...found);
}
