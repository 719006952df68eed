import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { didYouMean } from '../../input/did-you-mean.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { Subject } from '../../report/comparison/compare.ts';
import { parseRecordedRun } from '../../report/comparison/recorded-run.ts';
import * as targetKinds from '../../target/kinds.ts';
import { parseAddress } from '../../target/remote.ts';

/** One argument of `assay compare`. */
export interface Named {
  readonly label: string;
  /** An address, embedded or container; else the path of a file or a folder. */
  readonly thing: string;
  /** `ASSAY_API_KEY_OURS` of the label `ours`. */
  readonly keyVariable: string;
  /** To be sent to; else it is a file or a folder. */
  readonly live: boolean;
}

const LABELLED = /^(?<label>[A-Za-z][\w.-]*)=(?<thing>.+)$/s;
const OWN_NAMES = ['report.json', 'behaviour.json'];
const LIVE_NAMES = Object.keys(targetKinds).filter((name) => name !== 'remote');

/** @throws UsageError for fewer than two, two of one label, or what is no address of a target */
export function nameSubjects(texts: readonly string[]): readonly Named[] {
  if (texts.length < 2) {
    throw new UsageError(
      `compare needs two or more to compare; got ${texts.length}. Name addresses, embedded, or reports of earlier runs.`,
    );
  }
  const named = texts.map(nameOne);
  const taken = new Map<string, Named>();
  for (const each of named) {
    const other = taken.get(each.keyVariable);
    if (other !== undefined) throw new UsageError(alike(other, each));
    taken.set(each.keyVariable, each);
  }
  for (const each of named) {
    const other = taken.get(`${each.keyVariable}_2`);
    if (each.live && other?.live) throw new UsageError(alike(each, other));
  }
  return named;
}

/** A key that two would take must go to neither: it is the secret of one of them. */
function alike(one: Named, other: Named): string {
  return one.label === other.label
    ? `Two have the same label: ${one.label}. Name them, such as one=${one.thing} and other=${other.thing}.`
    : `The labels ${one.label} and ${other.label} share the variable ${other.keyVariable}. Name one of them otherwise.`;
}

function nameOne(text: string): Named {
  const { label, thing: told = text } = LABELLED.exec(text)?.groups ?? {};
  const isAddress = /^https?:/.test(told);
  const live = isAddress || LIVE_NAMES.includes(told);
  const thing = isAddress ? parseAddress(told) : told;
  const name = label ?? labelOf(thing, live);
  return { label: name, thing, keyVariable: variableOf(name), live };
}

function labelOf(thing: string, live: boolean): string {
  if (live) return URL.canParse(thing) ? new URL(thing).host : thing;
  const path = resolve(thing);
  const name = basename(path);
  return OWN_NAMES.includes(name) ? basename(dirname(path)) : name.replace(/\.json$/, '');
}

function variableOf(label: string): string {
  return `ASSAY_API_KEY_${label.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}

/**
 * What an earlier run wrote: the file itself, or those of a folder.
 * @throws UsageError
 */
export async function readSubject({ label, thing }: Named): Promise<Subject> {
  const files = (await isFolder(thing)) ? OWN_NAMES.map((name) => join(thing, name)) : [thing];
  const contents = await Promise.all(files.map((file) => readJson(file, files.length > 1)));
  const found = contents.filter((content) => content !== undefined);
  if (found.length === 0) {
    throw new UsageError(`Folder holds neither ${OWN_NAMES.join(' nor ')}: ${thing}.`);
  }
  return Object.assign({ label, source: 'recorded' as const, address: thing }, ...found);
}

async function isFolder(thing: string): Promise<boolean> {
  try {
    return (await stat(thing)).isDirectory();
  } catch {
    throw new UsageError(
      `Nothing to compare: ${thing}.${didYouMean(thing, LIVE_NAMES)} It is an http(s) address, ${LIVE_NAMES.join(', ')}, or a report.json, a behaviour.json or the folder of an earlier run.`,
    );
  }
}

async function readJson(
  file: string,
  mayBeMissing: boolean,
): Promise<Pick<Subject, 'report' | 'sheet'> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (mayBeMissing && error.code === 'ENOENT') return undefined;
    throw new UsageError(`Cannot read the file: ${file} (${error.code}). Check its permissions.`);
  });
  return text === undefined ? undefined : parseRecordedRun(parseJson(text, file), file);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`File is no JSON: ${file}. Name a report.json or a behaviour.json.`);
  }
}
