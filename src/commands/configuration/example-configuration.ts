import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const EXAMPLE = new URL('../../../docs/assay.example.yaml', import.meta.url);
/** The path of the schema in the example, relative to it. */
const SCHEMA = './schema/assay.schema.json';

/** The example of the documentation, with an absolute path of the schema, for any folder. */
export async function readExample(): Promise<string> {
  const text = await readFile(EXAMPLE, 'utf8');
  return text.replace(SCHEMA, fileURLToPath(new URL(SCHEMA, EXAMPLE)));
}
