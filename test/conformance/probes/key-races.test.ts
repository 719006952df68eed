import { expect, test } from 'vitest';
import type { ProbeRequest } from '../../../src/conformance/gateway.ts';
import { keyRaces } from '../../../src/conformance/probes/retries.ts';
import { defaultProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { DryRunGateway } from '../../../src/conformance/run/dry-run-gateway.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { LIMITS } from '../../../src/input/limits.ts';

const MB = 1_000_000;
const { expect: settings } = resolveProfile(defaultProfile, []);

/** A gateway whose images have this size. */
class Painter extends DryRunGateway {
  readonly #imageBytes: number;

  constructor(imageBytes: number) {
    super(keyRaces.name, settings);
    this.#imageBytes = imageBytes;
  }

  override async together(requests: readonly ProbeRequest[]): Promise<readonly Exchange[]> {
    const exchanges = await super.together(requests);
    return exchanges.map((exchange) =>
      exchange.operation === 'images' && exchange.answer !== undefined
        ? { ...exchange, answer: { ...exchange.answer, sizeBytes: this.#imageBytes } }
        : exchange,
    );
  }
}

async function racesForImages(imageBytes: number) {
  const series = await keyRaces.run(new Painter(imageBytes));
  return series.filter(({ label }) => label.startsWith('images'));
}

test('key races: small images are raced for in every round', async () => {
  expect(await racesForImages(10_000)).toHaveLength(settings.raceRounds);
});

test.each([0.5 * MB, 1.5 * MB, 3 * MB])(
  'key races: images of %d bytes are raced for while their answers fit into memory',
  async (imageBytes) => {
    const races = await racesForImages(imageBytes);
    const bytes = races.length * settings.raceWidth * imageBytes;
    expect(races.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(LIMITS.probeBodies.value);
  },
);
