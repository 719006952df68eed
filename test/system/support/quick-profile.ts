import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';

const QUICK = `extends: reference
overrides:
  - { setting: raceRounds, value: 5, reason: A planted race shows in a few. }
  - { setting: imageSizes, value: [96x64, 64x64], reason: Small images are quick. }
`;

/** Writes a profile of every rule, with which a run takes two thirds of its processor time. */
export async function quickProfile(folder: string): Promise<string> {
  return write(folder, 'quick', QUICK);
}

/**
 * Writes one of the rules that the interface states: half of that time, and a result is conformant.
 * @param areas of which it has all rules
 */
export async function statedProfile(
  folder: string,
  areas: readonly string[] = [],
): Promise<string> {
  const others = CATALOGUE.filter(
    ({ rule, area }) => rule.provenance === 'assumed' && !areas.includes(area),
  ).map(({ rule }) => `  - { rule: ${rule.id}, value: off, reason: Fewer probes are quick. }\n`);
  return write(folder, ['stated', ...areas].join('-'), `${QUICK}${others.join('')}`);
}

async function write(folder: string, name: string, text: string): Promise<string> {
  const file = join(folder, `${name}.yaml`);
  await writeFile(file, `name: ${name}\n${text}`);
  return file;
}
