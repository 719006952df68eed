import type { ReferenceOptions } from '../../../reference-server/server.ts';
import { CATALOGUE } from '../../../src/conformance/catalogue.ts';
import type { Series } from '../../../src/conformance/evidence.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { findEngine } from '../../../src/load/engine/find-engine.ts';
import {
  type EngineResult,
  type EngineRun,
  runEngine,
} from '../../../src/load/engine/run-engine.ts';
import { Groups } from '../../../src/load/judging/groups.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { withReference } from '../../support/reference-gateway.ts';

/** The workload as written in `assay.yaml`. */
type WorkloadText = Parameters<typeof WorkloadSchema.parse>[0] & object;

export interface Harvest {
  readonly result: EngineResult;
  readonly exchanges: readonly Exchange[];
  readonly series: readonly Series[];
  readonly groups: { readonly judged: number; readonly notJudged: number };
}

/** What the reference profile expects. */
export const expectReference = resolveProfile(
  referenceProfile,
  CATALOGUE.map(({ rule }) => rule),
).expect;

/** A short, gentle load: the default values of a test's workload. */
const GENTLE: WorkloadText = {
  arrivalRate: '20/s',
  arrivals: 'constant',
  duration: '2s',
  gracefulStop: '120s',
  inFlight: 60,
};

/** A busy machine needs long, most of all for 25 MiB. */
const PATIENT = { ...expectReference, answerDeadlineMs: 90_000 };

/** Runs a workload against a gateway and keeps everything that it receives. */
export async function harvest(
  workload: WorkloadText,
  target: Pick<EngineRun, 'address' | 'keys'>,
  more: Partial<EngineRun> = {},
): Promise<Harvest> {
  const exchanges: Exchange[] = [];
  const series: Series[] = [];
  const groups = new Groups();
  const result = await runEngine({
    binary: await findEngine(),
    workload: WorkloadSchema.parse({ ...GENTLE, ...workload }),
    expect: PATIENT,
    ...target,
    ...more,
    observer: {
      ...more.observer,
      exchange(exchange) {
        exchanges.push(exchange);
        groups.add(exchange);
        more.observer?.exchange?.(exchange);
      },
      groupEnd(groupEnd) {
        const group = groups.end(groupEnd);
        if (group !== undefined) series.push(group.series);
      },
    },
  });
  groups.finish();
  return { result, exchanges, series, groups: groups.counts() };
}

/** The same against a new reference gateway. */
export async function harvestReference(
  workload: WorkloadText,
  reference: ReferenceOptions = {},
): Promise<Harvest> {
  return withReference(reference, (gateway) => harvest(workload, gateway));
}

/** The text of a request. */
export function asked(exchange: Exchange): string {
  return exchange.request.body.kind === 'text' ? exchange.request.body.text : '';
}

/** The text of an answer. */
export function said(exchange: Exchange): string {
  return Buffer.from(exchange.answer?.body ?? []).toString();
}
