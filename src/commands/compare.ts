import { Command } from 'commander';
import { compare as compareSubjects, type Subject } from '../report/comparison/compare.ts';
import { COMPARISON_FILES, comparisonJson } from '../report/comparison/renderings.ts';
import type { Comparison } from '../report/comparison/schema.ts';
import { comparisonText } from '../report/comparison/text.ts';
import { writeReports } from '../report/write.ts';
import { assessTarget } from './assess.ts';
import { environmentFor, type Named, nameSubjects, readSubject } from './compare-subjects.ts';
import { describeTarget } from './describe-target.ts';
import { exampleText } from './examples.ts';
import { EXIT } from './exit-codes.ts';
import { isColourful, runFolder } from './output.ts';
import { type SendOptions, withSendOptions } from './run-options.ts';
import { TargetUnreachable } from './target-unreachable.ts';

export const compare = withSendOptions(
  new Command('compare')
    .summary('put gateways, or earlier runs, side by side')
    .description(
      'Judges and describes each gateway, reads each earlier run, and says where they differ. ' +
        'The key of an address is ASSAY_API_KEY, or ASSAY_API_KEY_<LABEL> where that is set.',
    )
    .argument(
      '<things...>',
      'two or more of: an http(s) address, embedded, container, a report.json, a behaviour.json, the folder of an earlier run; each may be named, as in ours=http://…',
    ),
)
  .addHelpText(
    'after',
    exampleText([
      'assay compare embedded ours=http://127.0.0.1:8080/v1',
      'assay compare before=reports/monday after=reports/tuesday',
      'assay compare reports/ours/behaviour.json embedded --out reports/compared',
    ]),
  )
  .action(async (things: string[], options: SendOptions) => {
    process.exitCode = await run(nameSubjects(things), options);
  });

async function run(named: readonly Named[], options: SendOptions): Promise<number> {
  const comparedAt = new Date();
  const recorded = new Map<Named, Subject>();
  // Before anything is sent: a mistyped path is told at once.
  for (const each of named) if (!each.live) recorded.set(each, await readSubject(each));
  const subjects: Subject[] = [];
  let exitCode: Comparison['exitCode'] = EXIT.holds;
  for (const each of named) {
    if (exitCode === EXIT.interrupted) break;
    const subject = recorded.get(each) ?? (await runSubject(each, options));
    exitCode = worse(exitCode, exitCodeOf(subject));
    if (subject.report !== undefined || subject.sheet !== undefined) subjects.push(subject);
  }
  if (subjects.length < 2) return exitCode;
  await deliver(compareSubjects(subjects, { comparedAt, exitCode }), options);
  return exitCode;
}

async function deliver(comparison: Comparison, options: SendOptions): Promise<void> {
  const { comparedAt: startedAt } = comparison;
  const folder = options.out ?? runFolder({ startedAt, command: 'compare' });
  await writeReports(comparison, folder, COMPARISON_FILES);
  process.stdout.write(
    options.json
      ? comparisonJson.render(comparison)
      : `${comparisonText(comparison, isColourful())}\nReports: ${folder}\n`,
  );
}

/** Judges and describes a gateway. One that ends between the two is compared by its rules. */
async function runSubject({ label, thing }: Named, options: SendOptions): Promise<Subject> {
  process.stderr.write(`Comparing: ${label}\n`);
  const environment = environmentFor(label, process.env);
  const target = { ...options, target: thing };
  const parts = { conformance: true, load: false };
  const report = await assessTarget('compare', parts, target, environment);
  const subject = { label, source: 'live' as const, ...(report && { report }) };
  if (report === undefined || report.partial) return subject;
  try {
    const sheet = await describeTarget(target, environment);
    return { ...subject, ...(sheet && { sheet }) };
  } catch (error) {
    if (error instanceof TargetUnreachable) return { ...subject, reasons: [error.message] };
    throw error;
  }
}

/** What a subject means for the comparison: it is no verdict, so findings do not count. */
function exitCodeOf({ source, report, sheet, reasons }: Subject): Comparison['exitCode'] {
  if (source === 'recorded') return EXIT.holds;
  if (report === undefined || report.exitCode === EXIT.interrupted) return EXIT.interrupted;
  if (report.partial) return report.exitCode === EXIT.usage ? EXIT.usage : EXIT.inconclusive;
  if (sheet !== undefined) return sheet.exitCode;
  return reasons === undefined ? EXIT.interrupted : EXIT.inconclusive;
}

const ORDER = [EXIT.holds, EXIT.inconclusive, EXIT.usage, EXIT.interrupted] as const;

function worse(one: Comparison['exitCode'], other: Comparison['exitCode']): Comparison['exitCode'] {
  return ORDER.indexOf(one) > ORDER.indexOf(other) ? one : other;
}
