import { stringify } from 'yaml';
import { formatDuration, formatNumberOf } from '../phrases/number-format.ts';
import { printActual } from '../phrases/printable.ts';
import type { RunReport } from '../schema/run-report.ts';
import { type Block, type Fact, rowsOf, type Section, section, type Words } from './document.ts';

/** The target, the profile and the machine of a run, its settings, and how to repeat it. */
export function closing(report: RunReport): Section {
  return section(
    'This run',
    [
      { kind: 'facts', facts: facts(report), only: 'page' },
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

function facts(report: RunReport): readonly Fact[] {
  const { target, machine, profile, configuration, ruleSet, load } = report;
  const newer = ruleSet?.newer ?? [];
  const all: readonly (readonly [name: string, words: Words | undefined])[] = [
    ['Target', `${target.kind}, ${target.address}`],
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
    ['Workload', load && [{ code: printActual(load.workload) }]],
  ];
  return all.flatMap(([name, words]) => (words === undefined ? [] : [{ name, words }]));
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
        long: true,
      },
    ],
    { folded: true, only: 'page' },
  );
}
