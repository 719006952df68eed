import { describe, expect, test } from 'vitest';
import { SCENARIOS, type ScenarioEntry } from '../../../scenarios/catalogue.ts';
import { LoadMeasure } from '../../../src/measure/load-measure.ts';
import { harvestReference } from './load-run.ts';

/** Enough arrivals of each scenario that every operation it sends is among them. */
const LOAD = { arrivalRate: '20/s', duration: '2s', uploads: { small: 1, large: 0, maximum: 0 } };

describe.concurrent('catalogue', () => {
  test.each(Object.entries<ScenarioEntry>(SCENARIOS))(
    'catalogue: %s sends the operations that it names, in those modes',
    async (scenario, { sends }) => {
      const { exchanges } = await harvestReference({ scenario, ...LOAD });
      const measure = new LoadMeasure([]);
      for (const exchange of exchanges) measure.record(exchange);
      const came = measure.series.whole();
      expect([...came.keys()].toSorted()).toEqual(Object.keys(sends).toSorted());
      for (const [operation, of] of came) {
        // What waits for another request is the gateway's choice.
        const modes = [...of.keys()].filter((mode) => mode !== 'waited');
        expect(modes.filter((mode) => !sends[operation]?.includes(mode))).toEqual([]);
      }
    },
  );
});
