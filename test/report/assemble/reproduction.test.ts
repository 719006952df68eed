import { expect, test } from 'vitest';
import { firstFinding, printed, startGateway } from './faulty-finding.ts';

/** A rule, and what the lines of its finding print at the faulty gateway and not at the clean one. */
test.concurrent.each([
  ['auth-unknown-key-refused', /^HTTP\/1\.1 200/],
  ['auth-key-exact-match', /^HTTP\/1\.1 200[\s\S]*^HTTP\/1\.1 200/m],
  ['auth-query-key-refused', /^HTTP\/1\.1 200[\s\S]*^HTTP\/1\.1 200/m],
  ['chat-stream-done-once-last', /\[DONE\]\s+data: /],
])('reproduction: the curl lines send the requests that showed %s', async (rule, shown) => {
  const faulty = await startGateway(rule);
  const clean = await startGateway(undefined, faulty.keys);
  try {
    const { reproduce, evidence } = (await firstFinding(rule, faulty)) ?? {};
    expect(reproduce?.assay).toBe(`assay conform --target ${faulty.address} --rule ${rule}`);
    const lines = reproduce?.shell ?? evidence?.curl ?? '';
    for (const line of lines.split('\n')) expect(line).toMatch(/^curl /);
    for (const key of faulty.keys) expect(lines).not.toContain(key.slice(-10));
    expect(await printed(lines, faulty.keys)).toMatch(shown);
    const there = lines.replaceAll(faulty.address, clean.address);
    expect(await printed(there, clean.keys)).not.toMatch(shown);
  } finally {
    await faulty.stop();
    await clean.stop();
  }
});

test.concurrent.each(['transcription-25mib-plus-one', 'transcription-binary-safe'])(
  'reproduction: the upload of %s has only the command of Assay',
  async (rule) => {
    const faulty = await startGateway(rule);
    try {
      const { reproduce, evidence } = (await firstFinding(rule, faulty)) ?? {};
      const assay = `assay conform --target ${faulty.address} --rule ${rule}`;
      expect(reproduce).toEqual({ assay });
      expect(evidence?.curl).toBeUndefined();
    } finally {
      await faulty.stop();
    }
  },
);
