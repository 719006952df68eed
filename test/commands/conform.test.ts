import { expect, test } from 'vitest';
import { z } from 'zod';
import { assay, expectRefused } from '../support/assay-in-process.ts';
import { serveInTest } from '../support/tcp-server.ts';
import { testFolder, writerIn } from '../support/test-folder.ts';

const RULES = z.array(z.object({ rule: z.string() }));

const folder = await testFolder('conform');

const file = writerIn(folder);

test('conform: an unknown operation in the configuration is reported with exit code 3', async () => {
  const config = await file(
    'unknown-operation.yaml',
    'operations:\n  - { operation: imges, value: absent, reason: x }\n',
  );
  await expectRefused(
    ['conform', '--config', config],
    'Unknown operation: imges. Did you mean images?',
  );
});

test.each([
  [
    '--baseline with a missing file',
    ['--baseline', 'no-such.yaml'],
    /^Cannot read no-such\.yaml\./,
  ],
  [
    '--update-baseline without a file',
    ['--update-baseline'],
    /^--update-baseline needs --baseline FILE: that is the file to write\. Add --baseline FILE, or/,
  ],
  [
    '--reason without --update-baseline',
    ['--baseline', 'no-such.yaml', '--reason', 'ticket 12'],
    /^--reason needs --update-baseline: it is the reason of new entries\. Add --update-baseline, or/,
  ],
  [
    'a placeholder as --reason',
    ['--baseline', 'no-such.yaml', '--update-baseline', '--reason', 'TODO'],
    /^--reason is a placeholder: "TODO"\./,
  ],
  [
    '--strict-baseline without a file',
    ['--strict-baseline'],
    /^--strict-baseline needs --baseline FILE\. Add --baseline FILE, or remove/,
  ],
  [
    'an unknown rule set',
    ['--rule-set', '2026.22'],
    /^Unknown rule set: 2026\.22\. Did you mean 2026\.12\?/,
  ],
  [
    'a budget that is not a number',
    ['--budget', 'few'],
    /^--budget needs a sum or a number of calls/,
  ],
])('conform: %s is reported with exit code 3', async (_, args, message) => {
  await expectRefused(['conform', ...args], message, { cwd: folder });
});

test('conform --dry-run: it prints requests and billable calls, and sends nothing', async () => {
  const { origin, received } = await serveInTest(() => {});
  const rule = ['--rule', 'chat-id-unique', '--verbose', '--thorough'];
  const run = await assay(['conform', '--dry-run', '--target', origin, ...rule]);
  expect(received).toEqual([]);
  expect(run.stdout).toMatch(
    /^Dry run for \S+: nothing is sent\. 1 rules? with 1 probes?, profile default\.\nPlan: about \d+ billable calls: \d+ chats\.\n\nRequests /,
  );
  expect(run.stdout).toMatch(
    /\n\ndiscovery, before the probes: chat 1, other 1\nmany-chats: chat (\d+); \1 billable\n {2}chat-id-unique\n$/,
  );
  const chats = Number(/many-chats: chat (\d+)/.exec(run.stdout)?.[1]);
  expect(run.stdout).toContain(`Requests  ${chats + 2}: chat ${chats + 1}, other 1`);
  expect(run.stdout).toContain(`Billable  ${chats + 1}: chat ${chats + 1}`);
  expect(run.stdout).toContain('Ends      probes after 10 min at the latest (--time-limit)');
  expect(run.code).toBe(0);
});

test('conform --dry-run: with --http2, the plan has the rules about its streams, and not those of HTTP/1.1', async () => {
  const words = ['conform', '--dry-run', '--json', '--area', 'transport', '--target', 'embedded'];
  const plans = await Promise.all([words, [...words, '--http2']].map((each) => assay(each)));
  const excluded = plans.map(({ stdout }) => {
    const { excluded: rules } = z.object({ excluded: RULES }).parse(JSON.parse(stdout));
    return rules.map(({ rule }) => rule);
  });
  expect(excluded).toEqual([
    expect.arrayContaining(['transport-http2-neighbours']),
    expect.arrayContaining(['transport-speaks-http']),
  ]);
  expect(excluded[1]).not.toContain('transport-http2-neighbours');
});

test('gate --dry-run: the plan is a screen, with one line for all rules that need the provider side', async () => {
  const { stdout } = await assay(['gate', '--dry-run', '--target', 'embedded']);
  expect(stdout.trimEnd().split('\n').length).toBeLessThan(24);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    / \d+ rules of area relay need the provider side: start with --upstream HOST:PORT and /,
  );
  expect(stdout).toMatch(/^Requests {2}\d \d{3}: chat /m);
});

test('conform --dry-run: with --upstream, the plan has the requests of the rules about the provider', async () => {
  const args = ['conform', '--dry-run', '--target', 'embedded', '--upstream', '127.0.0.1:0'];
  const { stdout } = await assay(args);
  expect(stdout).toMatch(/^Dry run for embedded/);
  expect(stdout).not.toContain('need the provider side');
});

test('gate --dry-run: the arrivals of the load are shown', async () => {
  const args = ['--rule', 'chat-id-unique', '--arrival-rate', '50/s', '--duration', '20s'];
  const run = await assay(['gate', '--dry-run', ...args, '--json']);
  expect(JSON.parse(run.stdout)).toMatchObject({
    profile: 'reference',
    arrivals: 1000,
    timeLimitMs: { probes: 600_000, load: 110_000 },
  });
});
