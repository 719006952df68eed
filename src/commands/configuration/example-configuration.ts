import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../input/package-files.ts';

const DOCS = join(PACKAGE_FOLDER, 'docs');
/** The path of the schema in the example, relative to it. */
const SCHEMA = './schema/assay.schema.json';

/** The example of the documentation, with an absolute path of the schema, for any folder. */
export async function readExample(): Promise<string> {
  const text = await readFile(join(DOCS, 'assay.example.yaml'), 'utf8');
  return text.replace(SCHEMA, join(DOCS, SCHEMA));
}
