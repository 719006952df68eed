import { isTerminal, jobIn, type Stage, type VideoStates } from '../../answers/video-jobs.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { dispositionOf } from './acceptance.ts';

/** The end of a job that the answer to a DELETE reports: a conflict means that it had completed. */
export function reportedEnd(cancel: Exchange, states: VideoStates): Stage | undefined {
  if (dispositionOf(cancel) === 'refused') {
    return cancel.answer?.status === 409 ? 'completed' : undefined;
  }
  const stage = jobIn(cancel, states)?.stage;
  return isTerminal(stage) ? stage : undefined;
}
