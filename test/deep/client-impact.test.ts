import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'client-impact.ts');
/** The first run installs the clients. */
const PATIENCE_MS = 300_000;

const run = promisify(execFile);

/** What the clients do on a few faults, which is in the table. */
const KNOWN = {
  'chat-accepted': ['openai-node: throws AuthenticationError', 'AI SDK: throws AI_APICallError'],
  'chat-stream-assembly-equals-sync': ['openai-python: loses text silently'],
  'chat-stream-incremental': ['AI SDK: gets the whole text at the end'],
  'chat-stream-abort-frees': ['openai-node: hangs until its timeout'],
  'idempotency-one-effect': ['openai-python: is billed for 2 calls instead of 1'],
  'transport-speaks-http': [],
};

test('client impact: the clients do what the table says', { timeout: PATIENCE_MS }, async () => {
  const { stdout } = await run(process.execPath, [SCRIPT, ...Object.keys(KNOWN)]);
  const sections = stdout.split(/\n(?=\S)/);
  for (const [rule, lines] of Object.entries(KNOWN)) {
    const section = sections.find((each) => each.startsWith(`${rule} (`)) ?? '';
    expect(section).not.toBe('');
    for (const line of lines) expect(section).toContain(line);
    expect(lines.length > 0 || !section.includes('\n')).toBe(true);
  }
});
