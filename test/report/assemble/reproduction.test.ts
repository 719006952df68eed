import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { runConformance } from '../../../src/conformance/run/run-conformance.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { ruleResults } from '../../../src/report/assemble/rule-results.ts';
import type { FindingRecord } from '../../../src/report/schema/finding.ts';

const PROFILE = resolveProfile(
  referenceProfile,
  CATALOGUE.map(({ rule }) => rule),
  [{ setting: 'raceRounds', value: 3, reason: 'A planted race shows in a few: tests stay short.' }],
);

interface RunningGateway {
  readonly address: string;
  readonly keys: readonly [first: string, second: string];
}

/** The first finding of a rule at a gateway that has the fault by which the rule is proven. */
async function firstFinding(
  id: string,
  { address, keys: [first, second] }: RunningGateway,
): Promise<FindingRecord | undefined> {
  const entries = CATALOGUE.filter(({ rule }) => rule.id === id);
  const gateways = createProbeGateways({
    address,
    keys: { first, second },
    expect: PROFILE.expect,
    seed: 1,
  });
  try {
    const { outcomes } = await runConformance({
      rules: entries.map(({ rule }) => rule),
      profile: PROFILE,
      capabilities: { secondKey: true },
      target: {
        gatewayFor: (probe) => gateways.gatewayFor(probe),
        targetIsGone: () => false,
        checkTargetAfter: async () => {},
        recheckTarget: async () => {},
        room: async () => {},
        release: () => {},
      },
      signal: new AbortController().signal,
    });
    const [result] = ruleResults(entries, PROFILE, {
      conformance: outcomes,
      newer: new Set(),
      commands: { conform: `assay conform --target ${address}` },
    });
    return result?.conformance?.examples[0];
  } finally {
    await gateways.close();
  }
}

/** A gateway with the fault by which this rule is proven, or with none. */
async function startGateway(
  id: string | undefined,
  keys?: RunningGateway['keys'],
): Promise<RunningGateway & { stop(): Promise<void> }> {
  const fault = CATALOGUE.find(({ rule }) => rule.id === id)?.rule.provenBy;
  const server = createReferenceServer({
    faults: fault === undefined ? [] : [fault],
    ...(keys && { keys }),
  });
  const { address } = await server.listen();
  return { address, keys: server.keys, stop: () => server.close(0) };
}

/** What a script prints in bash, with the keys of the gateway in the environment. */
async function printed(script: string, [first, second]: RunningGateway['keys']): Promise<string> {
  const child = spawn('bash', ['--norc', '-c', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, ASSAY_API_KEY: first, ASSAY_API_KEY_2: second },
    timeout: 30_000,
  });
  let output = '';
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return output;
}

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
