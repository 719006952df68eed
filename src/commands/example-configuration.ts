import { readFile } from 'node:fs/promises';

/** The example configuration that stands in the documentation. */
export function readExample(): Promise<string> {
  return readFile(new URL('../../docs/assay.example.yaml', import.meta.url), 'utf8');
}
