import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = join(import.meta.dirname, '..', 'conformance', 'cascades.json');

/**
 * The rules that fail with each fault beside the one that the fault proves: a gateway that ignores
 * the stream switch, say, takes every rule over streams with it.
 */
export type Cascades = Readonly<Record<string, readonly string[]>>;

const CascadesSchema = z.record(z.string(), z.array(z.string()));

export function readCascades(): Cascades {
  return CascadesSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

/** One fault a line in the order of their names, so that a changed cascade is a changed line. */
export function writeCascades(cascades: Cascades): void {
  const lines = Object.keys(cascades)
    .toSorted()
    .map((fault) => `  ${JSON.stringify(fault)}: ${JSON.stringify(cascades[fault]?.toSorted())}`);
  writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
}
