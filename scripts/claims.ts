import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const FILE = join(import.meta.dirname, '..', 'docs', 'concepts', 'claims.yaml');

const ClaimSchema = z.union([
  z.strictObject({ quote: z.string().min(1), rules: z.array(z.string()).min(1) }),
  z.strictObject({ quote: z.string().min(1), reason: z.string().min(1) }),
]);

const SectionsSchema = z.array(
  z.strictObject({ section: z.string().min(1), claims: z.array(ClaimSchema).min(1) }),
);

/** A part of the interface with its claims, in its order. */
export type ClaimedSection = z.infer<typeof SectionsSchema>[number];

/** What the interface claims. A claim has the rules that test it, or the reason why none can. */
export async function readClaims(): Promise<readonly ClaimedSection[]> {
  return SectionsSchema.parse(parse(await readFile(FILE, 'utf8')));
}
