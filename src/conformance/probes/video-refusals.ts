import type { ProbeRequest } from '../gateway.ts';
import type { Probe } from '../rule.ts';
import { videoRequest } from './requests.ts';
import { type LabelledRequest, withControl } from './with-control.ts';

/** Video jobs whose fields are missing, or of another type or value. */
export const oddJobs: Probe<'series'> = {
  name: 'odd-video-jobs',
  run(gateway) {
    const request = (also: Readonly<Record<string, unknown>> = {}) =>
      videoRequest(gateway.expect, { prompt: `A red circle, for ${gateway.nonce()}.`, also });
    const durations = ['5', 1.5, 0, -1].map((duration): LabelledRequest => {
      return [`a duration of ${JSON.stringify(duration)}`, request({ duration })];
    });
    return withControl(gateway, request(), [
      ['no model', request({ model: undefined })],
      ['an unknown model', request({ model: `no-such-model-${gateway.nonce()}` })],
      ['no prompt', request({ prompt: undefined })],
      ...durations,
    ]);
  },
};

/** Reads and cancels of jobs that were never created, with the creation of one as a control. */
export const unknownJobs: Probe<'series'> = {
  name: 'unknown-video-jobs',
  run(gateway) {
    const good = videoRequest(gateway.expect, { prompt: `A red circle, for ${gateway.nonce()}.` });
    const ids: readonly (readonly [label: string, which: Pick<ProbeRequest, 'id' | 'path'>])[] = [
      ['an unknown id', { id: `video_${gateway.nonce()}` }],
      ['an id of 1000 characters', { id: 'v'.repeat(1000) }],
      ['a slash in an id', { path: '/videos/..%2fvideos' }],
      ['a semicolon in an id', { path: `/videos/${gateway.nonce()};v=1` }],
      ['an id of an emoji', { id: '🎬' }],
      ['a null character in an id', { path: `/videos/${gateway.nonce()}%00` }],
    ];
    const trials = ids.flatMap(([label, which]): LabelledRequest[] => [
      [`GET of ${label}`, { operation: 'video-read', ...which }],
      [`DELETE of ${label}`, { operation: 'video-cancel', ...which }],
    ]);
    return withControl(gateway, good, trials);
  },
};
