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

const OPTIONS = {
  resultTypes: ['violations'],
  rules: { 'color-contrast': { enabled: false } },
};

/**
 * What axe finds in a page, as `serious color-contrast: .tag`; its script runs beside the page's
 * own, so the page keeps its content policy. It does not look at contrast, which takes it longest:
 * `contrastsBelow` does.
 */
export async function barriersIn(page: Page): Promise<readonly string[]> {
  const result = await page.evaluate(
    `(() => { ${axe.source}; return axe.run(${JSON.stringify(OPTIONS)}); })()`,
  );
  return ResultSchema.parse(result).violations.map(({ id, impact, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target }) => target.join(' '));
    return `${impact} ${id}: ${places.join(', ')}`;
  });
}
