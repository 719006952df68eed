/** The definition of every figure of a load, so that tools can be compared. */
export const DEFINITIONS: readonly (readonly [name: string, words: string])[] = [
  ['Completed', 'good responses per second of the run'],
  [
    'Errors',
    'share of the good and failed requests that failed; responses with status 429, aborts by the load generator and requests cut off by the end of the run are excluded',
  ],
  ['429', 'responses with status 429 (throttled), not counted as errors'],
  [
    'Goodput',
    'responses per second that met every objective; beside it their share of the good and failed requests, with the count of those where the end of the run cut some off',
  ],
  [
    'Tokens',
    'events with content per second, of good responses; good tokens are those of responses that met every objective',
  ],
  ['TTFT', 'time to first token: from sending the request to the first token with content'],
  ['ITL', 'inter-token latency: each gap between two consecutive tokens of a response'],
  ['TPOT', '(request latency − TTFT) / (tokens − 1), one value per response'],
  ['Request latency', 'e2e: from sending the request to the last byte of the response'],
  [
    'From scheduled start',
    'from the time at which the request was scheduled: what a user waits, including queueing in the load generator',
  ],
  [
    'Idempotent replay',
    'from sending the request to the last byte of good responses to an idempotency key that had been answered before; it is in no other figure',
  ],
  [
    'Waited for the original',
    'the same for retries sent while an earlier request of their key was in flight, or after it was lost without a response, so that the gateway may still have been executing it; in no other figure',
  ],
  [
    'Create to end',
    'from sending the create request of a video job to the response that showed its end',
  ],
  [
    'Poll lag',
    'upper limit: from sending the last poll that showed a video job running to the response that showed its end; reported: from its completed_at to the Date of that response, to the second',
  ],
  [
    'Cancel',
    'from sending the first DELETE to the first response that showed the video job cancelled',
  ],
  [
    'Slow reader',
    'responses that the load generator read at a limited speed on purpose: no other figure includes their times',
  ],
  ['Percentiles', 'nearest rank, within 0.1 % of the exact value; max is exact'],
];
