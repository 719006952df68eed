import { type HeadlineFigure, headlineFigures } from '../../../phrases/headline-figures.ts';
import { type Markup, markup } from '../../../phrases/markup.ts';
import { clip } from '../../../phrases/printable.ts';
import type { RunReport } from '../../../schema/run-report.ts';
import { limitBar } from './limit-bar.ts';

/** The figures that answer the question of the command. */
export function tiles(report: RunReport): Markup | false {
  const all = headlineFigures(report);
  return all.length > 0 && markup`<dl class="tiles">${all.map(tile)}</dl>`;
}

function tile({ name, value, note, tone, objective }: HeadlineFigure): Markup {
  return markup`<div${tone !== undefined && markup` class="${tone}"`}><dt>${clip(name, 100)}</dt><dd><b>${value}</b>${objective !== undefined && limitBar(objective)}${note !== undefined && markup`<span>${clip(note, 200)}</span>`}</dd></div>`;
}
