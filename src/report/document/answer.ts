import { kneeInterval } from '../phrases/capacity-sentences.ts';
import { addedPhrase } from '../phrases/headline-figures.ts';
import {
  formatArrivalRate,
  formatDigits,
  formatDuration,
  formatMeasuredRate,
  formatNumberOf,
} from '../phrases/number-format.ts';
import { formatMeasure } from '../phrases/sentences.ts';
import type { LoadReport } from '../schema/load.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Answer } from './document.ts';

/** What the command found; undefined where its outcome says it. */
export function answerOf(report: RunReport): Answer | undefined {
  const { outcome, capacity, overhead, command, load } = report;
  if (outcome === 'inconclusive') return undefined;
  const judged = isJudged(report);
  const stamp = judged ? outcome : 'measured';
  if (capacity?.knee) {
    const rate = formatMeasuredRate(capacity.knee.arrivalRate);
    return {
      words: outcome === 'fail' ? `fail, ${rate}` : rate,
      beside: `Maximum sustainable rate (knee), ${kneeInterval(capacity.knee)}, ${capacity.arrivals} arrivals.`,
      stamp,
    };
  }
  const words = judged ? outcome : 'Measured';
  if (overhead !== undefined && command === 'overhead') {
    const added = addedPhrase(overhead);
    return { words, beside: added && `${added}.`, stamp };
  }
  if (load !== undefined && command === 'load') {
    return { words, beside: missedPhrase(report) ?? sentPhrase(load), stamp };
  }
  return undefined;
}

/** Whether anything could have failed: a measurement alone neither passes nor fails. */
function isJudged({ outcome, slo, rules, against }: RunReport): boolean {
  const hasRules = rules.some(({ verdict }) => verdict !== 'not-applicable');
  return outcome === 'fail' || slo.length > 0 || hasRules || against !== undefined;
}

function missedPhrase({ slo }: RunReport): string | undefined {
  const missed = slo.filter(({ met }) => met === false);
  const [first] = missed;
  if (first?.measured == null) return undefined;
  const { objective, measured, limit, unit } = first;
  const name = objective.replace(/\s*[<>].*$/, '');
  const more =
    missed.length === 1
      ? ''
      : `, and ${formatNumberOf(missed.length - 1, 'more objective')} missed`;
  return `${name} ${formatMeasure(measured, unit)}, limit ${formatMeasure(limit, unit)}${more}.`;
}

function sentPhrase({ exchanges, arrivalRate, durationMs, model }: LoadReport): string {
  const sent = `${formatNumberOf(exchanges, 'request')} in ${formatDuration(durationMs)}.`;
  const { offered, started } = arrivalRate;
  if (model === 'closed' || started === undefined) return sent;
  return `${formatDigits(started)} of ${formatArrivalRate(offered)}, ${sent}`;
}
