import { type Markup, markup } from '../markup.ts';

const TERMS: readonly (readonly [term: string, meaning: string])[] = [
  ['Finished', 'answers that ended well, per second of the run'],
  [
    'Errors',
    'share of the settled requests that failed; 429s, our own aborts and what the end of the run cut are not in it',
  ],
  ['429', 'answers with status 429: throttled, counted apart from errors'],
  ['Goodput', 'answers per second that met every objective; beside it their share'],
  ['TTFT', 'from the send of the request to the first token with content'],
  ['ITL', 'each gap between one token and the next of one answer'],
  ['TPOT', '(end to end − TTFT) / (tokens − 1), one number an answer'],
  ['End to end', 'from the send of the request to the last byte of the answer'],
  [
    'From intended',
    'from the time at which the request was meant to start: what a user waits when the sender is late',
  ],
  ['Percentiles', 'nearest rank, within 0.1 % of the exact value; max is exact'],
];

/** Every figure's formula, so that two tools can be compared. */
export function definitions(): Markup {
  return markup`<details class="definitions"><summary>How these figures are made</summary>
<dl class="facts">${TERMS.map(([term, meaning]) => markup`<dt>${term}</dt><dd>${meaning}</dd>`)}</dl></details>`;
}
