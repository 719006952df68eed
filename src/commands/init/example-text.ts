import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../input/package-files.ts';

/** The path of the schema in the example, relative to it. */
const SCHEMA = './schema/assay.schema.json';

/**
 * The example of the documentation.
 * @param schema the path of the schema, from the folder of the file
 */
export async function exampleText(schema: string): Promise<string> {
  const text = await readFile(join(PACKAGE_FOLDER, 'docs', 'assay.example.yaml'), 'utf8');
  return text.replace(SCHEMA, schema);
}
