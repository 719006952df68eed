import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseYaml } from '../../src/input/parse-yaml.ts';
import { readTextFile } from '../../src/input/read-text-file.ts';
import { testFolder } from '../support/test-folder.ts';

const TEXT = '# café 😀\r\ntarget: embedded\r\n';

const folder = await testFolder('text');

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\u{feff}${TEXT}`)],
  ['UTF-16, as PowerShell writes it', Buffer.from(`\u{feff}${TEXT}`, 'utf16le')],
  ['UTF-16 of the other byte order', Buffer.from(`\u{feff}${TEXT}`, 'utf16le').swap16()],
])('text file: %s is read', async (_, bytes) => {
  const file = join(folder, 'text.yaml');
  await writeFile(file, bytes);
  const text = await readTextFile(file, 1000);
  expect(text).toContain('café 😀');
  expect(parseYaml(text, file)).toEqual({ target: 'embedded' });
});
