import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const EXAMPLE = new URL('../../../docs/assay.example.yaml', import.meta.url);
/** As the example names it, from where it stands itself. */
const SCHEMA = './schema/assay.schema.json';

/** The example of the documentation, for any folder: an editor finds the schema from there too. */
export async function readExample(): Promise<string> {
  const text = await readFile(EXAMPLE, 'utf8');
  return text.replace(SCHEMA, fileURLToPath(new URL(SCHEMA, EXAMPLE)));
}
