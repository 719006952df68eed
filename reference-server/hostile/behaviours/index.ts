import type { Behaviour, Behaviours } from '../behaviour.ts';
import { chunks } from './chunks.ts';
import { codings } from './codings.ts';
import { endless } from './endless.ts';
import { eventStreams } from './event-streams.ts';
import { headers } from './headers.ts';
import { ids } from './ids.ts';
import { images } from './images.ts';
import { interim } from './interim.ts';
import { jobs } from './jobs.ts';
import { json } from './json.ts';
import { keyEchoes } from './key-echoes.ts';
import { lengths } from './lengths.ts';
import { notHttp } from './not-http.ts';
import { rateLimits } from './rate-limits.ts';
import { redirects } from './redirects.ts';
import { resets } from './resets.ts';
import { slow } from './slow.ts';
import { texts } from './texts.ts';
import { tls } from './tls.ts';

/** Hostile behaviours, by kind and name. A name belongs to one kind. */
export const KINDS = {
  endless,
  slow,
  lengths,
  chunks,
  headers,
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
