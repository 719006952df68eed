import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const ResultSchema = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      impact: z.string().nullable(),
      nodes: z.array(z.object({ target: z.array(z.unknown()) })),
    }),
  ),
});

/**
 * What axe finds in a page, as `serious color-contrast: .tag`; its script runs beside the page's
 * own, so the page keeps its content policy.
 */
export async function barriersIn(page: Page): Promise<readonly string[]> {
  const result = await page.evaluate(
    `(() => { ${axe.source}; return axe.run({ resultTypes: ['violations'] }); })()`,
  );
  return ResultSchema.parse(result).violations.map(({ id, impact, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target }) => target.join(' '));
    return `${impact} ${id}: ${places.join(', ')}`;
  });
}
