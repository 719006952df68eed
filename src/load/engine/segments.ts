import { extname } from 'node:path';

/** The part of a run that one of several engines runs, as k6 divides it. */
export interface Segment {
  /** From 0. */
  readonly index: number;
  readonly of: number;
}

/** A virtual user takes some 0.3 MiB with its connection: with these, an engine stays below 300 MiB. */
const USERS_PER_ENGINE = 500;

/** One engine has one tap and one garbage collector, which serve some cores. Not measured above two. */
const CORES_PER_ENGINE = 4;

/**
 * Half of the streams of 32 events that one core would send each second, at 0.3 ms each
 * (`bench/speed.ts`): a generator needs reserves.
 */
export const ARRIVALS_PER_CORE = 1500;

/** How many engines share a load of this many requests in flight. */
export function enginesFor(inFlight: number): number {
  return Math.ceil(inFlight / USERS_PER_ENGINE);
}

/** How many engines use these cores, each with a request in flight at least. */
export function enginesForCores(cores: number, inFlight: number): number {
  return Math.max(1, Math.min(Math.floor(cores / CORES_PER_ENGINE), inFlight));
}

const WHOLE: Segment = { index: 0, of: 1 };

/** All segments of a run. */
export function segments(of: number): readonly Segment[] {
  return Array.from({ length: of }, (_, index) => ({ index, of }));
}

/** Arguments that make k6 run this part only, and tag its samples; none for the whole. */
export function segmentArgs({ index, of }: Segment): readonly string[] {
  if (of === 1) return [];
  const edges = Array.from({ length: of + 1 }, (_, edge) => edgeText(edge, of));
  return [
    '--execution-segment',
    `${edgeText(index, of)}:${edgeText(index + 1, of)}`,
    '--execution-segment-sequence',
    edges.join(','),
    // Without it a receiver would merge the series of two engines; k6's operator does the same.
    '--tag',
    `instance_id=${index + 1}`,
  ];
}

/** The recording of one segment: `run.rec` is `run-1.rec`, `run-2.rec`, … */
export function segmentPath(path: string, { index, of }: Segment): string {
  if (of === 1) return path;
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}-${index + 1}${extension}`;
}

/** The recording that has what the upstream received: one engine has it for all. */
export function upstreamPath(path: string, [first = WHOLE]: readonly Segment[]): string {
  return segmentPath(path, first);
}

function edgeText(edge: number, of: number): string {
  if (edge === 0 || edge === of) return edge === 0 ? '0' : '1';
  return `${edge}/${of}`;
}
