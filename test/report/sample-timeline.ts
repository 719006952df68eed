import type { TimelineColumn, TimelineReport } from '../../src/report/schema/load.ts';

/** Chat in both modes with a slow second and errors, and images too few for a p95. Fabricated. */
export function timeline(seconds: number): TimelineReport {
  return {
    widthS: 1,
    binRatio: 1.25,
    operations: [
      {
        operation: 'images',
        mode: 'body',
        columns: columns(seconds, 4, 302),
        curve: curve(302, 2),
      },
      { operation: 'chat', mode: 'body', columns: columns(seconds, 21, 201), curve: curve(201, 3) },
      {
        operation: 'chat',
        mode: 'stream',
        columns: columns(seconds, 24, 212).map(withTokens),
        curve: curve(212, 4),
      },
    ],
  };
}

function columns(seconds: number, good: number, ms: number): TimelineColumn[] {
  return Array.from({ length: seconds }, (_, atS) => {
    const p50 = ms * (1 + Math.sin(atS / 3) / 20);
    const slow = atS === 19 ? 2.4 : 1;
    return {
      atS,
      good,
      ...(atS === 19 && { failed: 3, throttled: 2 }),
      e2eP50Ms: p50,
      e2eP95Ms: p50 * 1.3 * slow,
      heat: `${Math.floor(Math.log(ms) / Math.log(1.25))}:${good - 2},1,0,1`,
    };
  });
}

function withTokens(column: TimelineColumn): TimelineColumn {
  return { ...column, ttftP50Ms: 51.2, ttftP95Ms: column.atS === 19 ? 140 : 66 };
}

/** @param nines how deep the curve goes: 2 to p99, 3 to p99.9 */
function curve(ms: number, nines: number): Record<string, number> {
  const percents = [1, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99];
  const known = percents.filter((percent) => percent <= 100 - 10 ** (2 - nines) + 1e-9);
  return Object.fromEntries([
    ...known.map((percent) => [String(percent), ms * (1 - Math.log10(1 - percent / 100) / 4)]),
    ['100', ms * 2.6],
  ]);
}
