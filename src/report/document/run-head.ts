import { headlineFigures } from '../phrases/headline-figures.ts';
import { formatDuration } from '../phrases/number-format.ts';
import {
  baselineWarnings,
  conformanceSentence,
  outcomeSentence,
  readingPhrase,
  spendingSentence,
  targetName,
} from '../phrases/sentences.ts';
import type { RunReport } from '../schema/run-report.ts';
import type { Head, Remark, Words } from './document.ts';

/** The outcome of a run with its figures and its reasons. */
export function runHead(report: RunReport): Head {
  const { outcome, command, target, durationMs, startedAt } = report;
  const meaning = [outcomeSentence(report), report.partial && 'The run was cut short.']
    .filter(Boolean)
    .join(' ');
  const took = formatDuration(durationMs);
  return {
    title: outcome,
    outcome,
    what: [`${command} of `, { code: targetName(target) }, `, ${readingPhrase(report)}, ${took}`],
    facts: [
      { name: 'Target', words: targetName(target) },
      { name: 'Command', words: `${command}, ${readingPhrase(report)}` },
      { name: 'Started', words: `${startedAt.slice(0, 16).replace('T', ' ')} UTC, took ${took}` },
    ],
    ...(meaning !== '' && { meaning }),
    figures: headlineFigures(report),
    reasons: report.reasons.map((reason) => reasonWords(reason, report)),
    remarks: remarks(report),
  };
}

function remarks(report: RunReport): readonly Remark[] {
  const known = (...all: readonly (string | undefined)[]): readonly Remark[] =>
    all.flatMap((words) => (words === undefined ? [] : [{ words }]));
  return [
    ...known(conformanceSentence(report)),
    ...baselineWarnings(report).map((each): Remark => ({ words: `! ${each}`, tone: 'warn' })),
    ...known(spendingSentence(report), report.target.note),
  ];
}

/** With a link to the rule or the objective that it names, if it names one. */
function reasonWords(reason: string, { rules, slo }: RunReport): Words {
  const [, id = ''] = /^Required rule [a-z ]+: ([a-z0-9-]+)\b/.exec(reason) ?? [];
  if (rules.some((rule) => rule.id === id)) return linked(reason, id, `rule-${id}`);
  const missed = slo.find(({ objective }) => reason.startsWith(`Objective missed: ${objective}.`));
  return missed === undefined ? reason : linked(reason, missed.objective, 'objectives');
}

function linked(text: string, link: string, to: string): Words {
  const at = text.indexOf(link);
  return [text.slice(0, at), { link, to }, text.slice(at + link.length)];
}
