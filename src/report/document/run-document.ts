import { OUTCOME_MARK } from '../phrases/verdicts.ts';
import type { RunReport } from '../schema/run-report.ts';
import { capacitySection } from './capacity.ts';
import type { ReportDocument } from './document.ts';
import { loadSection } from './load.ts';
import { objectivesSection } from './objectives.ts';
import { overheadSection } from './overhead.ts';
import { againstSection } from './performance.ts';
import { rulesSection } from './rules.ts';
import { runHead } from './run-head.ts';
import { closing } from './run-settings.ts';

/** A run: its outcome, what failed, what the command measured. */
export function runDocument(report: RunReport): ReportDocument {
  const rules = rulesSection(report);
  const measured = [objectivesSection(report), againstSection(report), loadSection(report)];
  const hasTrouble = report.rules.some(
    ({ verdict }) => verdict === 'fail' || verdict === 'could-not-verify',
  );
  const sections = [
    capacitySection(report),
    overheadSection(report),
    ...(hasTrouble ? [rules, ...measured] : [...measured, rules]),
  ];
  return {
    title: titleOf(report),
    assayVersion: report.assayVersion,
    data: 'report.json',
    head: runHead(report),
    sections: sections.filter((each) => each !== undefined),
    closing: closing(report),
    fold: 'Rules, objectives and figures',
  };
}

/** `✗ fail: gate of 127.0.0.1:8080, build 3f2a9c0`. */
function titleOf({ outcome, command, target, label }: RunReport): string {
  const host = URL.parse(target.address)?.host ?? target.address.slice(0, 100);
  const build = label === undefined ? '' : `, build ${label}`;
  return `${OUTCOME_MARK[outcome]} ${outcome}: ${command} of ${host}${build}`;
}
