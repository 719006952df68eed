import { stringify } from 'yaml';
import { present } from '../../input/defined.ts';
import { headlineFigures } from '../phrases/headline-figures.ts';
import {
  formatCount,
  formatDuration,
  formatNumberOf,
  formatTime,
} from '../phrases/number-format.ts';
import { printActual } from '../phrases/printable.ts';
import {
  baselineWarnings,
  conformanceSentence,
  outcomeSentence,
  readingPhrase,
  spendingSentence,
  targetName,
} from '../phrases/sentences.ts';
import { countOf, MARK } from '../phrases/verdicts.ts';
import type { RunReport } from '../schema/run-report.ts';
import { answerOf } from './answer.ts';
import { capacitySection } from './capacity.ts';
import {
  type Block,
  type Facts,
  factsOf,
  type Head,
  type Paragraph,
  paragraph,
  type ReportDocument,
  rowsOf,
  type Section,
  section,
  type Words,
} from './document.ts';
import { exploreSection } from './explore.ts';
import { loadSection } from './load.ts';
import { overheadSection } from './overhead.ts';
import { againstSection } from './performance.ts';
import { objectivesSection, rulesSection } from './results.ts';
import { ruleOfReason, ruleWords } from './run-summary.ts';

/** A run: its outcome, what failed, what the command measured. */
export function runDocument(report: RunReport): ReportDocument {
  const { outcome, command, target, label } = report;
  const answer = answerOf(report);
  const host = URL.parse(target.address)?.host ?? target.address.slice(0, 100);
  const rules = rulesSection(report);
  const measured = [againstSection(report), loadSection(report)];
  const hasTrouble = report.rules.some(
    ({ verdict }) => verdict === 'fail' || verdict === 'could-not-verify',
  );
  const sections = [
    exploreSection(report),
    capacitySection(report),
    overheadSection(report),
    objectivesSection(report),
    ...(hasTrouble ? [rules, ...measured] : [...measured, rules]),
  ];
  return {
    // `✗ fail: gate of 127.0.0.1:8080, build 3f2a9c0`.
    title: `${answer?.stamp === 'measured' ? answer.words : `${MARK[outcome]} ${outcome}`}: ${command} of ${host}${label === undefined ? '' : `, build ${label}`}`,
    assayVersion: report.assayVersion,
    data: 'report.json',
    head: { ...runHead(report), ...(answer && { answer }) },
    ...(report.rules.length > 0 && { counts: countsInSight(report) }),
    sections: sections.filter((each) => each !== undefined),
    closing: closing(report),
    fold: 'Rules, objectives and figures',
  };
}

/** The outcome, then what it hangs on: failed first. */
function countsInSight(report: RunReport): Words {
  const { outcome, slo } = report;
  const missed = slo.filter(({ met }) => met === false).length;
  const [failed = 0, unverified = 0, passed = 0] = (
    ['fail', 'could-not-verify', 'pass'] as const
  ).map((verdict) => countOf(report, verdict));
  const trouble = [
    { link: `${formatNumberOf(failed, 'rule')} failed`, to: 'rules', count: failed },
    { link: `${formatNumberOf(missed, 'objective')} missed`, to: 'objectives', count: missed },
  ].flatMap(({ count, ...link }) => (count === 0 ? [] : [' · ', link]));
  return [
    { mark: MARK[outcome], tag: outcome, tone: outcome },
    ...trouble,
    `${unverified === 0 ? '' : ` · ${formatCount(unverified)} not verified`} · ${formatCount(passed)} passed`,
  ];
}

/** The target, the profile and the machine of a run, its settings, and how to repeat it. */
function closing(report: RunReport): Section {
  return section(
    'This run',
    [
      facts(report),
      overrides(report),
      settingsSection(report),
      {
        kind: 'verbatim',
        title: `Seed ${report.seed}, repeat with`,
        text: report.repro,
        language: 'sh',
      },
    ],
    { id: 'run' },
  );
}

function facts(report: RunReport): Facts {
  const { target, machine, profile, configuration, ruleSet } = report;
  const newer = ruleSet?.newer ?? [];
  return factsOf([
    ['Target', targetName(target)],
    [
      'Configuration',
      configuration && [`${configuration.file}, sha256 `, { code: configuration.sha256 }],
    ],
    [
      'Profile',
      `${profile.name}${profile.overrides.length === 0 ? ', which changes nothing' : ''}`,
    ],
    [
      'Rule set',
      ruleSet &&
        `${ruleSet.number}${newer.length === 0 ? '' : `; newer rules, only noted: ${newer.join(', ')}`}`,
    ],
    ...(report.missingOperations ?? []).map(
      ({ operation, reason }) => ['Missing operation', `${operation}: ${reason}`] as const,
    ),
    [
      'Started',
      `${report.startedAt.replace('T', ' ').replace('Z', ' UTC')}, took ${formatDuration(report.durationMs)}`,
    ],
    ['Exit code', String(report.exitCode)],
    ['Machine', `${machine.platform}, ${machine.cpus} CPUs, Node ${machine.node}`],
  ]);
}

/** As a file that repeats the run. */
function settingsSection({ settings }: RunReport): Block | undefined {
  if (settings === undefined) return undefined;
  const text = stringify(settings, { lineWidth: 0 });
  const title = 'Settings of this run, as assay.yaml';
  return section(title, [{ kind: 'verbatim', title, text, language: 'yaml' }], {
    folded: true,
    only: 'files',
  });
}

function overrides({ profile }: RunReport): Block | undefined {
  if (profile.overrides.length === 0) return undefined;
  const rows = profile.overrides.map(({ kind, subject, value, reason, rules = [] }) => ({
    name: [{ code: subject }],
    cells: [kind, [{ code: printActual(value) }], reason, rules.join(', ')],
  }));
  const titles = ['Subject', 'Kind', 'Value', 'Reason', 'Rules'];
  return section(
    `${formatNumberOf(profile.overrides.length, 'change')} by profile ${profile.name}`,
    [
      {
        kind: 'table',
        name: 'What the profile changes',
        columns: titles.map((title) => ({ title, text: true })),
        groups: rowsOf(rows),
      },
    ],
    { folded: true, only: 'page' },
  );
}

/** The outcome of a run with its figures and its reasons. */
function runHead(report: RunReport): Head {
  const { outcome, command, target, durationMs, startedAt } = report;
  const meaning = [outcomeSentence(report), report.partial && 'The run was cut short.']
    .filter(Boolean)
    .join(' ');
  const took = formatDuration(durationMs);
  // The name of the bundled gateway is prose.
  const [name = '', end = ''] = targetName(target).split(target.address);
  return {
    title: outcome,
    outcome,
    what: [
      `${command} of ${name}`,
      { code: target.address },
      `${end}, ${readingPhrase(report)}, ${took}`,
    ],
    facts: [
      { name: 'Target', words: targetName(target) },
      { name: 'Command', words: `${command}, ${readingPhrase(report)}` },
      { name: 'Started', words: `${formatTime(startedAt)}, took ${took}` },
    ],
    ...(meaning !== '' && { meaning }),
    figures: headlineFigures(report),
    reasons: report.reasons.map((reason) => reasonWords(reason, report)),
    remarks: remarks(report),
  };
}

function remarks(report: RunReport): readonly Paragraph[] {
  return present([
    paragraph(conformanceSentence(report)),
    ...baselineWarnings(report).map((each) => paragraph(`! ${each}`, { tone: 'warn' })),
    paragraph(spendingSentence(report)),
    paragraph(report.target.note),
  ]);
}

/** With a link to the rules or the objective that it names, if it names any. */
function reasonWords(reason: string, report: RunReport): Words {
  const { slo, causes = [] } = report;
  const found = ruleOfReason(reason, report);
  if (found !== undefined) {
    const { rule, failed } = found;
    return linked(failed ? ruleWords(rule) : reason, rule.id, `rule-${rule.id}`);
  }
  const cause = causes.find(({ sentence }) => reason.startsWith(`${sentence} `));
  if (cause !== undefined) {
    const tally = reason.slice(cause.sentence.length + 1).replace(/\.$/, '');
    return linked(reason, tally, `rule-${cause.rules[0] ?? ''}`);
  }
  const missed = slo.find(({ objective }) => reason.startsWith(`Objective missed: ${objective}.`));
  return missed === undefined ? reason : linked(reason, missed.objective, 'objectives');
}

function linked(text: string, link: string, to: string): Words {
  const at = text.indexOf(link);
  return [text.slice(0, at), { link, to }, text.slice(at + link.length)];
}
