import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const QUICK = `name: quick
extends: reference
overrides:
  - { setting: raceRounds, value: 5, reason: A planted race shows in a few. }
  - { setting: imageSizes, value: [96x64, 64x64], reason: Small images are quick. }
`;

/** Writes a profile of every rule, with which a run takes two thirds of its processor time. */
export async function quickProfile(folder: string): Promise<string> {
  const file = join(folder, 'quick.yaml');
  await writeFile(file, QUICK);
  return file;
}
