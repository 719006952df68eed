import type { IncomingMessage } from 'node:http';
import type { Gateway } from './hooks.ts';
import { readBody } from './http/body.ts';
import { parseObject } from './http/json.ts';
import { Refusal } from './http/refusal.ts';

export type Inspection = (
  gateway: Gateway,
  request: IncomingMessage,
  query: URLSearchParams,
) => Found;
type Found = object | undefined | Promise<object | undefined>;

/** Paths that are not operations; they need no key. */
const INSPECTIONS: Readonly<Record<string, Inspection>> = {
  'GET /healthz': () => ({ status: 'ok', gateway: 'assay-reference' }),
  'GET /__effects': ({ ledger }) => ({ effects: ledger.total }),
  'POST /__effects': async ({ ledger }, request) => {
    const { keys } = parseObject(await readBody(request));
    const names = Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
    return { effects: Object.fromEntries(names.map((key) => [key, ledger.of(key)])) };
  },
  'GET /__clock': ({ clock }, _request, query) => {
    const id = query.get('id');
    if (id === null) return clock.figures();
    const emission = clock.of(id);
    if (emission === undefined) throw Refusal.notFound('The stream is unknown.', 'unknown_id');
    const { receivedMs, emittedMs } = emission;
    return { receivedNs: toNs(receivedMs), emittedNs: emittedMs.map(toNs) };
  },
  'POST /__clock/reset': ({ clock }) => {
    clock.reset();
    return undefined;
  },
  'GET /__in-flight': ({ capacity }) => ({ inFlight: capacity.inFlight }),
};

/** The handler of a path that is not an operation; undefined for other requests. */
export function findInspection(method: string, path: string): Inspection | undefined {
  const name = `${method} ${path}`;
  return Object.hasOwn(INSPECTIONS, name) ? INSPECTIONS[name] : undefined;
}

function toNs(ms: number): number {
  return Math.round(ms * 1e6);
}
