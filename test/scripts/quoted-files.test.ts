import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withQuotedFiles } from '../../scripts/quoted-files.ts';

const RULE = 'src/conformance/rules/chat/answers.ts';
const FAULTS = 'reference-server/faults/chat.ts';
const PROBES = 'src/conformance/probes/answers.ts';

test('quoted files: an empty block and an old one get the text of the file', async () => {
  const page = (text: string) => `<!-- file: ${RULE} -->\n\`\`\`ts\n${text}\`\`\`\nAfter it.\n`;
  const filled = page(await readFile(new URL(`../../${RULE}`, import.meta.url), 'utf8'));
  expect(await withQuotedFiles(page(''))).toBe(filled);
  expect(await withQuotedFiles(page('old text\n\nof it\n'))).toBe(filled);
  expect(await withQuotedFiles(`${page('')}\`\`\`ts\nother\n\`\`\`\n`)).toBe(
    `${filled}\`\`\`ts\nother\n\`\`\`\n`,
  );
});

test('quoted files: one declaration comes with its comment and without its neighbours', async () => {
  const page = (start: string) => `<!-- file: ${PROBES}, lines: ${start} -->\n\`\`\`ts\n\`\`\`\n`;
  const filled = await withQuotedFiles(page('export const manyChats'));
  expect(filled).toMatch(/```ts\n\/\*\*.+\*\/\nexport const manyChats[\s\S]+\n\};\n```\n$/);
  expect(filled).not.toContain('shortChat');
  await expect(withQuotedFiles(page('export const gone'))).rejects.toThrow('export const gone');
});

test('quoted files: one row of a table comes without its neighbours', async () => {
  const page = (id: string) => `<!-- file: ${FAULTS}, row: ${id} -->\n\`\`\`ts\n\`\`\`\n`;
  expect(await withQuotedFiles(page('chat-drop-usage'))).toMatch(
    /```ts\n'chat-drop-usage': editsChat\(.+\),\n```\n$/,
  );
  expect(await withQuotedFiles(page('chat-usage-null'))).toMatch(
    /```ts\n'chat-usage-null': editsChat\(.+\n {2}usage: .+\n\}\),\n```\n$/,
  );
  await expect(withQuotedFiles(page('gone'))).rejects.toThrow('gone');
});
