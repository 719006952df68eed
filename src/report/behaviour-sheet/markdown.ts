import { code, escapeMarkdown, markdownDocument } from '../formats/markdown/spans.ts';
import { formatNumberOf } from '../phrases/number-format.ts';
import { targetName } from '../phrases/sentences.ts';
import type { BehaviourRecord, BehaviourSheet } from './schema.ts';

const ADDRESS_CHARACTERS = 200;
const ANSWER_CHARACTERS = 2000;
const EXCERPT_CHARACTERS = 320;

/** The behaviour sheet: each question with its answer and the evidence. */
export function sheetMarkdown(sheet: BehaviourSheet): string {
  const { target, profile, startedAt, assayVersion, seed, behaviours } = sheet;
  const topics = Map.groupBy(behaviours, ({ topic }) => topic);
  const parts = [
    `# Behaviour of ${code(targetName(target), ADDRESS_CHARACTERS)}`,
    `Observed on ${startedAt.slice(0, 10)} with profile ${code(profile, ADDRESS_CHARACTERS)}, seed ${seed}, by Assay ${escapeMarkdown(assayVersion)}. ${answeredSentence(sheet)} None of this is right or wrong: the interface leaves these points open.`,
    sheet.reasons.map((reason) => `- **Cut short.** ${escapeMarkdown(reason)}`).join('\n'),
    ...[...topics].map(([topic, records]) =>
      [`## ${escapeMarkdown(topic)}`, ...recordParts(records)].join('\n\n'),
    ),
  ];
  return markdownDocument(parts);
}

/** How many of the questions were answered. */
export function answeredSentence({ behaviours }: BehaviourSheet): string {
  const answered = behaviours.filter(({ answer }) => answer !== null).length;
  const questions = formatNumberOf(behaviours.length, 'question');
  return `${answered} of ${questions} answered.`;
}

/** Why none of several questions was answered, where that is the same for all. */
export function commonReason(records: readonly BehaviourRecord[]): string | undefined {
  const [first, second] = records;
  if (first?.answer !== null || second === undefined) return undefined;
  const isCommon = records.every(
    ({ answer, reason }) => answer === null && reason === first.reason,
  );
  return isCommon ? first.reason : undefined;
}

function recordParts(records: readonly BehaviourRecord[]): readonly string[] {
  const reason = commonReason(records);
  if (reason === undefined) return records.map(recordPart);
  return [
    `not observed, because ${escapeMarkdown(reason)}:`,
    records.map(({ question }) => `- ${escapeMarkdown(question)}`).join('\n'),
  ];
}

function recordPart({ id, question, silence, answer, reason, evidence }: BehaviourRecord): string {
  return [
    `### ${escapeMarkdown(question)}`,
    answer === null
      ? `not observed, because ${escapeMarkdown(reason ?? 'nothing showed it')}`
      : code(answer, ANSWER_CHARACTERS),
    [
      `- ${code(id, 100)}; ${escapeMarkdown(silence)}`,
      ...evidence.map(({ exchange, summary, excerpt }) =>
        `- request ${exchange}: ${code(summary, ANSWER_CHARACTERS)} ${excerpt === '' ? '' : code(excerpt, EXCERPT_CHARACTERS)}`.trimEnd(),
      ),
    ].join('\n'),
  ].join('\n\n');
}
