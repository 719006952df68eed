import { describe, expect, test } from 'vitest';
import { FAULTS } from '../../reference-server/alterations.ts';
import { startUnbound } from './support/start.ts';
import { tourAuthentication } from './tours/authentication.ts';
import { tourChat } from './tours/chat.ts';
import { tourErrors } from './tours/errors.ts';
import { tourIdempotency } from './tours/idempotency.ts';
import { tourImages } from './tours/images.ts';
import { tourResponses } from './tours/responses.ts';
import { normalise, type Tour } from './tours/tour.ts';
import { tourLargeFiles, tourTranscription } from './tours/transcription.ts';
import { tourTransport } from './tours/transport.ts';
import { tourVideos } from './tours/videos.ts';

/** By the beginning of a fault's id; the first one that fits. */
const TOURS: Readonly<Record<string, Tour>> = {
  'tr-limit': tourLargeFiles,
  'tr-oversize': tourLargeFiles,
  auth: tourAuthentication,
  chat: tourChat,
  cs: tourChat,
  resp: tourResponses,
  rst: tourResponses,
  img: tourImages,
  tr: tourTranscription,
  vid: tourVideos,
  idem: tourIdempotency,
  err: tourErrors,
  sse: tourTransport,
  tp: tourTransport,
};

const clean = new Map<Tour, Promise<string>>();

// One at a time: requests that cross on a busy machine are served in another order.
test.each(Object.entries(TOURS))(
  'faults: a clean gateway behaves the same on every tour of %s',
  async (_, tour) => {
    expect(await take(tour)).toBe(await takeClean(tour));
  },
);

describe.concurrent.each(Object.entries(TOURS))('faults of %s', (beginning, tour) => {
  const ids = [...FAULTS.keys()].filter((id) => beginningOf(id) === beginning);
  test.each(ids)('faults: %s is visible on a tour of its area', async (id) => {
    expect(await take(tour, [id])).not.toBe(await takeClean(tour));
  });
});

test('faults: each belongs to an area', () => {
  // `relay/faults.test.ts` has those that need a provider.
  const others = [...FAULTS.values()].filter(({ needsUpstream }) => !needsUpstream);
  const beginnings = new Set(others.map(({ id }) => beginningOf(id)));
  expect([...beginnings].toSorted()).toEqual(Object.keys(TOURS).toSorted());
});

function beginningOf(id: string): string | undefined {
  return Object.keys(TOURS).find((beginning) => id.startsWith(`${beginning}-`));
}

async function takeClean(tour: Tour): Promise<string> {
  const taken = clean.get(tour) ?? take(tour);
  clean.set(tour, taken);
  return await taken;
}

const KEYS = ['ref_live_00112233445566778899aabbccddeeff', 'ref_live_of-the-second'] as const;

async function take(tour: Tour, faults: readonly string[] = []): Promise<string> {
  const options = { faults, keys: KEYS, ttftMs: 5, itlMs: 15, videoMs: 200 };
  const gateway = await startUnbound(options);
  try {
    return normalise(await tour(gateway));
  } finally {
    await gateway.close(0);
  }
}
