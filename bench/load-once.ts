import { readFileSync } from 'node:fs';
import { CATALOGUE } from '../src/conformance/catalogue.ts';
import { referenceProfile } from '../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../src/conformance/profiles/resolved-profile.ts';
import { keyCarriage } from '../src/conformance/sending/key-carriage.ts';
import { NO_ACCESS } from '../src/exchange/access.ts';
import type { Exchange } from '../src/exchange/exchange.ts';
import { findEngine } from '../src/load/engine/find-engine.ts';
import { enginesFor } from '../src/load/engine/segments.ts';
import type { LoadProgress, LoadResult } from '../src/load/load-result.ts';
import type { Judging } from '../src/load/load-run.ts';
import { runLoad } from '../src/load/run-load.ts';
import { WorkloadSchema } from '../src/load/workload/workload.ts';
import type { Keys } from '../src/target/keys.ts';

const RULES = CATALOGUE.map(({ rule }) => rule);
const PROFILE = resolveProfile(referenceProfile, RULES);

/** The flags with which the command line starts Node for a load: its memory is measured with them. */
export const NODE_FLAGS: readonly string[] =
  readFileSync(new URL('../bin/assay.js', import.meta.url), 'utf8').match(
    /--max-semi-space-size=\d+/,
  ) ?? [];

export const progress = (line: string) => process.stderr.write(`${line}\n`);

export interface Once {
  readonly address: string;
  readonly keys: Keys;
  /** HTTP/1.1 by default. */
  readonly http2?: boolean;
  /** As in `assay.yaml`. */
  readonly workload: Readonly<Record<string, unknown>>;
  /** As many as the load needs by default. */
  readonly engines?: number;
  /** `live` by default. */
  readonly judging?: Judging;
  /** The path of a recording; none by default. */
  readonly recording?: string;
  readonly onExchange?: (exchange: Exchange) => void;
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** A load run as `assay load` does it: every exchange is measured, and judged by all the rules. */
export async function loadOnce({
  address,
  keys,
  http2 = false,
  workload,
  engines,
  judging = 'live',
  recording,
  ...callbacks
}: Once): Promise<LoadResult> {
  const load = WorkloadSchema.parse(workload);
  const result = await runLoad({
    binary: await findEngine({ progress }),
    workload: load,
    engines: engines ?? enginesFor(load.inFlight),
    judging,
    mayFallBehind: true,
    address,
    keys: http2
      ? { ...keys, access: { ...NO_ACCESS, key: keyCarriage(PROFILE.expect), http2 } }
      : keys,
    rules: RULES,
    profile: PROFILE,
    capabilities: { secondKey: true },
    objectives: [],
    observer: { record: ({ exchange }) => callbacks.onExchange?.(exchange) },
    signal: new AbortController().signal,
    ...(recording !== undefined && { recording }),
    ...(callbacks.onProgress && { onProgress: callbacks.onProgress }),
  });
  const [failure] = result.failures;
  if (failure !== undefined) throw new Error(failure);
  return result;
}
