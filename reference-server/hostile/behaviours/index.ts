import { unknown } from '../../options.ts';
import type { Behaviour, Behaviours } from '../behaviour.ts';
import { json, texts } from './bodies.ts';
import { codings } from './codings.ts';
import { eventStreams } from './event-streams.ts';
import { chunks, interim, lengths, malformedHeaders } from './framing.ts';
import { images } from './images.ts';
import { keyEchoes } from './key-echoes.ts';
import { notHttp, tls } from './protocols.ts';
import { rateLimits, redirects } from './refusals.ts';
import { endless, resets, slow } from './timing.ts';
import { ids, jobs } from './videos.ts';

/** Hostile behaviours, by kind and name. A name belongs to one kind. */
export const KINDS = {
  endless,
  slow,
  lengths,
  chunks,
  headers: malformedHeaders,
  interim,
  redirects,
  codings,
  json,
  texts,
  'event-streams': eventStreams,
  images,
  ids,
  jobs,
  'rate-limits': rateLimits,
  resets,
  tls,
  'not-http': notHttp,
  'key-echoes': keyEchoes,
} as const satisfies Readonly<Record<string, Behaviours>>;

/** All hostile behaviours, by name. */
export const BEHAVIOURS: ReadonlyMap<string, Behaviour> = new Map(
  Object.values<Behaviours>(KINDS).flatMap((kind) => Object.entries(kind)),
);

/** @throws BadOptions that names the nearest behaviour */
export function findBehaviour(name: string): Behaviour {
  const behaviour = BEHAVIOURS.get(name);
  if (behaviour !== undefined) return behaviour;
  const all = '"assay list hostile" shows all.';
  throw unknown('hostile behaviour', name, BEHAVIOURS.keys(), all);
}
