import { present } from '../../../input/defined.ts';
import type { Head, Words } from '../../document/document.ts';
import type { HeadlineFigure } from '../../phrases/headline-figures.ts';
import { type Markup, markup, verbatim } from '../../phrases/markup.ts';
import { formatCount, formatNumberOf } from '../../phrases/number-format.ts';
import { clip } from '../../phrases/printable.ts';
import { ALL_PASSED } from '../../phrases/sentences.ts';
import type { Objective } from '../../schema/run-report.ts';
import { wordsMarkup } from './table.ts';

const REASON_CHARACTERS = 1000;
const REASONS = 40;
/** Reasons shown at once; the others are one click away. */
const FIRST_REASONS = 4;

/** The outcome with its mark, or the title in words; then facts, figures and reasons. */
export function headMarkup(head: Head): Markup {
  const { title, outcome, answer, meaning, facts, remarks } = head;
  const mark = answer?.stamp ?? outcome;
  const sentences = present([
    answer?.beside,
    // The answer has the figures of what failed.
    (answer === undefined || outcome !== 'fail') && meaning,
  ]);
  const figures = head.figures.filter(({ isAnswer }) => answer === undefined || !isAnswer);
  // The title says it.
  const reasons = head.reasons.filter((reason) => reason !== ALL_PASSED);
  return markup`<section class="verdict ${mark ?? 'sentence'}" aria-labelledby="verdict">
<div class="headline">
${mark !== undefined && verbatim(STAMPS[mark])}
<div>
<h1 id="verdict">${wordsMarkup(answer?.words ?? title, REASON_CHARACTERS)}</h1>
${sentences.map((each) => markup`<p class="meaning">${clip(each, REASON_CHARACTERS)}</p>`)}
</div>
</div>
${
  facts.length > 0 &&
  markup`<dl class="identity">
${facts.map(
  ({
    name,
    words,
  }) => markup`<div><dt>${name}</dt><dd class="address">${wordsMarkup(words, 300)}</dd></div>
`,
)}</dl>`
}
${figures.length > 0 && markup`<dl class="tiles">${figures.map(tile)}</dl>`}
${reasonList(reasons)}
${remarks.map(({ words, tone }) => markup`<p class="remark ${tone}">${wordsMarkup(words, REASON_CHARACTERS)}</p>`)}
</section>
`;
}

function tile({ name, value, note, tone, objective }: HeadlineFigure): Markup {
  return markup`<div${tone !== undefined && markup` class="${tone}"`}><dt>${clip(name, 100)}</dt><dd><b>${value}</b>${objective !== undefined && limitBar(objective)}${note !== undefined && markup`<span>${clip(note, 200)}</span>`}</dd></div>`;
}

const BAR_WIDTH = 100;
const BAR_HEIGHT = 6;
/** Where the limit stands when the measured value is below it, as a share of the width. */
const LIMIT_AT = 0.8;

/** A measured value as a bar from zero, with its limit as a tick; nothing where neither can be drawn. */
function limitBar({ measured, limit }: Objective): Markup | false {
  if (measured === null || limit <= 0) return false;
  const scale = Math.min((BAR_WIDTH * LIMIT_AT) / limit, BAR_WIDTH / Math.max(measured, limit));
  const [bar, tick] = [measured * scale, limit * scale].map((each) => each.toFixed(1));
  return markup`<svg class="limit-bar" viewBox="0 0 ${BAR_WIDTH} ${BAR_HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><rect class="rail" width="${BAR_WIDTH}" height="${BAR_HEIGHT}"/><rect class="value" width="${bar ?? 0}" height="${BAR_HEIGHT}"/><rect class="tick" x="${tick ?? 0}" width="1" height="${BAR_HEIGHT}"/></svg>`;
}

function reasonList(reasons: readonly Words[]): Markup | false {
  if (reasons.length === 0) return false;
  const left = reasons.length - REASONS;
  const items = present([
    ...reasons.slice(0, REASONS),
    left > 0 && `And ${formatCount(left)} more: see report.json.`,
  ]).map((reason) => markup`<li>${wordsMarkup(reason, REASON_CHARACTERS)}</li>`);
  const rest = items.slice(FIRST_REASONS);
  return markup`<ul class="reasons">${items.slice(0, FIRST_REASONS)}</ul>
${rest.length > 0 && markup`<details class="more-reasons"><summary>${formatNumberOf(rest.length, 'more reason')}</summary><ul class="reasons">${rest}</ul></details>`}`;
}

/** A hallmark: the cartouche of an assay office with the mark of the outcome in it. */
function stamp(drawing: string): string {
  return `<svg class="stamp" viewBox="0 0 64 64" aria-hidden="true"><path class="plate" d="M14 3h36l11 11v36L50 61H14L3 50V14z"/><path class="rim" d="M16.500 8h31L56 16.500v31L47.500 56h-31L8 47.500v-31z"/>${drawing}</svg>`;
}

const STAMPS = {
  pass: stamp('<path class="mark" d="M20 33.500l8.500 8.500L44.500 23"/>'),
  fail: stamp('<path class="mark" d="M22 22l20 20M42 22L22 42"/>'),
  inconclusive: stamp(
    '<path class="mark" d="M24.500 25.500c0-9 15-9 15-.500 0 6-7.500 6-7.500 12"/><path class="mark" d="M32 44.500v.100"/>',
  ),
  measured: stamp('<path class="mark" d="M16 32h32M16 25v14M48 25v14M32 27v10"/>'),
} as const;
