import { availableParallelism } from 'node:os';
import { CATALOGUE, type CatalogueEntry } from '../src/conformance/catalogue.ts';
import { referenceProfile } from '../src/conformance/profiles/bundled/reference.ts';
import { resolveProfile } from '../src/conformance/profiles/resolved-profile.ts';
import { runConformance } from '../src/conformance/run/run-conformance.ts';
import { createProbeGateways } from '../src/conformance/sending/live-gateway.ts';
import { embedded } from '../src/target/embedded.ts';

/**
 * How long conformance takes against the embedded reference gateway: each area alone, and the
 * whole suite, whose probes run side by side across areas.
 */

const PROFILE = resolveProfile(
  referenceProfile,
  CATALOGUE.map(({ rule }) => rule),
);

const target = await embedded.start({
  text: 'embedded',
  environment: process.env,
  referenceOptions: [],
  progress: (line) => process.stderr.write(`${line}\n`),
});
try {
  console.log(`cores ${availableParallelism()}, profile ${PROFILE.name}`);
  console.log('area               rules  probes  requests    ms');
  for (const [area, entries] of Map.groupBy(CATALOGUE, (entry) => entry.area)) {
    console.log(row(area, await measured(entries)));
  }
  console.log(row('all', await measured(CATALOGUE)));
} finally {
  await target.stop();
}

interface Measured {
  readonly rules: number;
  readonly probes: number;
  readonly requests: number;
  readonly durationMs: number;
}

async function measured(entries: readonly CatalogueEntry[]): Promise<Measured> {
  let requests = 0;
  const gateways = createProbeGateways({
    address: target.address,
    keys: target.keys,
    expect: PROFILE.expect,
    seed: 1,
    onExchange: () => {
      requests += 1;
    },
  });
  const startMs = performance.now();
  try {
    const { outcomes, failures } = await runConformance({
      rules: entries.map(({ rule }) => rule),
      profile: PROFILE,
      capabilities: { secondKey: true },
      target: gateways,
      timekeeping: gateways.timekeeping,
      signal: new AbortController().signal,
    });
    const durationMs = performance.now() - startMs;
    const unclean = outcomes.filter(({ tally }) => tally.findings > 0 || tally.judged === 0);
    if (failures.length + unclean.length > 0) {
      const names = unclean.map(({ rule }) => rule.id);
      throw new Error(`The reference gateway did not pass: ${[...failures, ...names].join(', ')}`);
    }
    const probes = new Set(entries.map(({ rule }) => rule.probe)).size;
    return { rules: entries.length, probes, requests, durationMs };
  } finally {
    await gateways.close();
  }
}

function row(name: string, { rules, probes, requests, durationMs }: Measured): string {
  const figures = [rules, probes, requests, Math.round(durationMs)];
  const columns = figures.map((figure, index) => String(figure).padStart([6, 7, 9, 6][index] ?? 6));
  return `${name.padEnd(18)}${columns.join(' ')}`;
}
