import { type Markup, markup } from '../../phrases/markup.ts';

const TERMS: readonly (readonly [term: string, meaning: string])[] = [
  ['Finished', 'answers that ended well, per second of the run'],
  [
    'Errors',
    'share of the settled requests that failed; 429s, our own aborts and what the end of the run cut are not in it',
  ],
  ['429', 'answers with status 429: throttled, counted apart from errors'],
  [
    'Goodput',
    'answers per second that met every objective; beside it their share of the good and the failed, and of how many that is where the end of the run cut some',
  ],
  [
    'Tokens',
    'events with content per second, of good answers; good tokens are those of answers that met every objective',
  ],
  ['TTFT', 'from the send of the request to the first token with content'],
  ['ITL', 'each gap between one token and the next of one answer'],
  ['TPOT', '(end to end − TTFT) / (tokens − 1), one number an answer'],
  ['End to end', 'from the send of the request to the last byte of the answer'],
  [
    'From intended',
    'from the time at which the request was meant to start: what a user waits when the sender is late',
  ],
  [
    'Replay of a key',
    'from send to end of good answers under an idempotency key that had been answered before',
  ],
  [
    'Create to end',
    'of a video job, from the send of its create to the answer that showed its end',
  ],
  [
    'Poll lag',
    'at most: from the send of the last poll that showed a video job running to the answer that showed its end; as stated: from its completed_at to the Date of that answer, to the second',
  ],
  [
    'Cancel',
    'from the send of the first DELETE to the first answer that showed the video job cancelled',
  ],
  [
    'Read slowly',
    'answers that the sender read slowly on purpose: their times are its own, so they are in no other figure of time',
  ],
  ['Percentiles', 'nearest rank, within 0.1 % of the exact value; max is exact'],
];

/** Every figure's formula, so that two tools can be compared. */
export function definitions(): Markup {
  return markup`<details class="definitions"><summary>How these figures are made</summary>
<dl class="facts">${TERMS.map(([term, meaning]) => markup`<dt>${term}</dt><dd>${meaning}</dd>`)}</dl></details>`;
}
