import type { Ink } from './paint.ts';
import type { TextPage } from './text-page.ts';

/**
 * A title in its colour, and more beside it, or below it where the page is too narrow.
 * @param ink the colour of what stands beside it; none when absent
 */
export function titleLines(
  page: TextPage,
  [titleInk, title]: readonly [Ink, string],
  beside: string,
  ink?: Ink,
): string[] {
  const painted = (line: string): string => (ink === undefined ? line : page.paint(ink, line));
  const titles = page.wrap(title, 0, 2).map((line) => page.paint(titleInk, line));
  if (beside === '') return titles;
  return page.fits(`${title}  ${beside}`)
    ? [`${titles.join('')}  ${painted(beside)}`]
    : [...titles, ...page.wrap(beside, 2).map(painted)];
}
