import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { assay } from '../../support/assay-in-process.ts';
import { loopbackServer } from '../../support/loopback-server.ts';
import { withReference } from '../../support/reference-gateway.ts';
import { reportIn, testFolder } from '../../support/test-folder.ts';

const folder = await testFolder('spending');

const PRICES = `prices:
  currency: USD
  chat: 0.01
  responses: 0.02
  images: 0.5
  transcription: 0.1
  video: 1
`;

/** `assay conform` of a reference gateway of its own, with the effects that its ledger counted. */
async function conform(args: readonly string[], configuration = '') {
  const config = join(folder, 'assay.yaml');
  await writeFile(config, configuration);
  const out = await mkdtemp(join(folder, 'out-'));
  return withReference({}, async ({ address, keys: { first: ASSAY_API_KEY } }) => {
    const run = await assay(
      ['conform', '--target', address, '--config', config, '--out', out, ...args],
      { env: { ASSAY_API_KEY } },
    );
    const ledger = await fetch(`${address}/__effects`, {
      headers: { authorization: `Bearer ${ASSAY_API_KEY}` },
    });
    const { effects } = z.object({ effects: z.number() }).parse(await ledger.json());
    return { ...run, out, effects };
  });
}

const AREA = ['--area', 'chat'];

test('--no-thorough: fewer calls, all rules pass, and a rule says what was omitted', async () => {
  const run = await conform([...AREA, '--no-thorough']);
  const { effort, rules, spending } = await reportIn(run.out);
  expect(run.code, run.stdout).toBe(0);
  expect(effort).toBe('modest');
  expect(spending).toBeUndefined();
  expect(run.effects).toBeLessThan(40);
  expect(rules.find(({ id }) => id === 'chat-id-unique')).toMatchObject({
    verdict: 'pass',
    remark: expect.stringMatching(/^modest run: 2 chats instead of many concurrent ones/),
  });
  expect(rules.find(({ id }) => id === 'chat-choices-shape')?.remark).toBeUndefined();
});

test('prices: the plan is a sum, and the report says what the ledger of the gateway says', async () => {
  const run = await conform([...AREA, '--no-thorough', '--budget', '9.00'], PRICES);
  const { spending } = await reportIn(run.out);
  expect(run.stderr).toMatch(/^Plan: about \d+ billable calls: \d+ chats.*; about \d\.\d\d USD\./m);
  expect(run.stderr).toContain('Budget: 9.00 USD.');
  expect(spending).toMatchObject({ unit: 'USD', limit: 9 });
  const counted = await conform([...AREA, '--no-thorough', '--budget', '99 calls'], PRICES);
  expect((await reportIn(counted.out)).spending).toEqual({
    unit: 'calls',
    spent: counted.effects,
    limit: 99,
  });
  expect(counted.stdout).toContain(`Spent about ${counted.effects} billable calls, budget 99`);
});

test('--budget: a plan beyond it ends with exit code 3, and nothing that costs money was sent', async () => {
  const run = await conform([...AREA, '--budget', '20']);
  expect(run.stderr).toMatch(/^Plan exceeds the budget of 20 calls: about \d+ billable calls: /m);
  expect(run).toMatchObject({ code: 3, effects: 0 });
});

test('--dry-run: a plan beyond the budget is shown, and ends with exit code 3', async () => {
  const run = await conform([...AREA, '--budget', '20', '--dry-run', '--verbose', '--thorough']);
  expect(run.stdout).toContain('many-chats: chat 202; 202 billable');
  expect(run.stderr).toMatch(/^Plan exceeds the budget of 20 calls/m);
  expect(run).toMatchObject({ code: 3, effects: 0 });
});

test('discovery: only operations that the rules need are tried', async () => {
  const run = await conform(['--rule', 'chat-choices-shape', '--budget', '99']);
  const { spending } = await reportIn(run.out);
  expect(run.code, run.stdout).toBe(0);
  // One chat of discovery, and two of the probe.
  expect(run.effects).toBe(3);
  expect(spending?.spent).toBe(3);
});

async function startUnknowing(): Promise<string> {
  const host = await loopbackServer((_, response) => {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: 'No such route here.' } }));
  });
  return `http://${host}`;
}

test.each([
  ['conform', ['--area', 'chat']],
  ['load', ['--scenario', 'chat-stream']],
  ['capacity', ['--operation', 'chat']],
])(
  'discovery: %s ends with the words of a target that returns 404 for everything',
  async (command, options) => {
    const address = await startUnknowing();
    const run = await assay([command, ...options, '--target', `${address}/v2`], {
      env: { ASSAY_API_KEY: 'a-key-of-this-test' },
      cwd: folder,
    });
    expect(run.stderr).toContain(
      `Target offers no operation of this run: ${address}/v2. Check the path of its address: /v2 may be wrong, or one too many.\n` +
        '  chat: POST /v2/chat/completions returned 404, application/json: "No such route here.".',
    );
    expect(run.stdout).toBe('');
    expect(run.code).toBe(3);
  },
);

test('discovery: an address without a path may need one', async () => {
  const target = await startUnknowing();
  const run = await assay(['load', '--scenario', 'chat', '--target', target], {
    env: { ASSAY_API_KEY: 'a-key-of-this-test' },
    cwd: folder,
  });
  expect(run.stderr).toContain('Check whether its address needs a path prefix, such as /v1.');
});
