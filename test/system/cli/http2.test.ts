import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { ASSAY } from '../../support/programs/package-paths.ts';
import { folderOfTest, reportIn, writerIn } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';

test('HTTP/2: conform reaches assay serve over it, with TLS, by the certificate that it prints', async () => {
  const { ca = '', target, env } = await served(['--tls', '--http2']);
  const folder = await folderOfTest('http2');
  await writerIn(folder)('assay.yaml', `target: ${target}\ntls: {ca: ${ca}}\n`);
  for (const [flags, unjudged] of [
    [[], []],
    [['--http2'], ['not-applicable']],
  ] as const) {
    const out = join(folder, `report${flags.length}`);
    const words = ['conform', '--area', 'transport', '--no-thorough', '--out', out, ...flags];
    const { code, stderr } = await assay(words, { env, cwd: folder });
    expect(code).toBe(0);
    expect(stderr.includes(`HTTP/2, for the requests to ${target}\n`)).toBe(flags.length > 0);
    const { rules, target: facts } = await reportIn(out);
    const ofHttp1 = rules.filter(({ reason }) => reason?.startsWith('needs HTTP/1.1, '));
    expect([...new Set(ofHttp1.map(({ verdict }) => verdict))]).toEqual(unjudged);
    expect(`${facts.note}`.includes('Requests were sent over HTTP/2.')).toBe(flags.length > 0);
  }
});

test('HTTP/2: a finding about its connections is repeated over it', async () => {
  const { target, env } = await served(['--http2', '--fault', 'h2-long-header-breaks']);
  const out = await folderOfTest('http2-finding');
  const words = ['conform', '--http2', '--target', target, '--rule', 'transport-http2-long-header'];
  const { code } = await assay([...words, '--out', out], { env });
  const { rules } = await reportIn(out);
  const [finding] = rules.flatMap(({ conformance }) => conformance?.examples ?? []);
  expect(finding).toMatchObject({
    actual: 'POST /v1/chat/completions was reset (the target sent GOAWAY: NO_ERROR)',
    reproduce: { assay: expect.stringMatching(/ --http2 --rule transport-http2-long-header$/) },
  });
  expect(code).toBe(0);
});

test('HTTP/2: the bundled gateway is reached over it, and Ctrl-C ends the run with its report', async () => {
  const out = await folderOfTest('http2-embedded');
  let isOver = false;
  const { code, stderr } = await assay(['conform', '--http2', '--out', out], {
    onStderr: (text, signal) => {
      if (!isOver && text.includes('Conformance: ')) signal('SIGINT');
      isOver ||= text.includes('Conformance: ');
    },
  });
  expect(code).toBe(130);
  expect(stderr).toMatch(/^HTTP\/2, for the requests to embedded\n/);
  const { partial, target } = await reportIn(out);
  expect([partial, target.note]).toEqual([true, 'Requests were sent over HTTP/2.']);
});

/** `assay serve` until the test has finished. */
async function served(flags: readonly string[]) {
  const child = spawn(process.execPath, [ASSAY, 'serve', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const said = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name = '', value = ''] =
      /^(certificate|base address|export \w+)[ =](.*)$/.exec(line) ?? [];
    said.set(name, value);
    if (line.startsWith('models')) break;
  }
  return {
    ca: said.get('certificate'),
    target: said.get('base address') ?? '',
    env: { ASSAY_API_KEY: said.get('export ASSAY_API_KEY') ?? '' },
  };
}
