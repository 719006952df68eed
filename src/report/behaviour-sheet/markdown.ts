import { code, escapeMarkdown, markdownDocument } from '../formats/markdown/spans.ts';
import { formatNumberOf } from '../phrases/number-format.ts';
import type { BehaviourRecord, BehaviourSheet } from './schema.ts';

const ADDRESS_CHARACTERS = 200;
const ANSWER_CHARACTERS = 2000;
const EXCERPT_CHARACTERS = 320;

/** The behaviour sheet to read and to keep: each question with what was seen, and in what. */
export function sheetMarkdown(sheet: BehaviourSheet): string {
  const { target, profile, startedAt, assayVersion, seed, behaviours } = sheet;
  const topics = Map.groupBy(behaviours, ({ topic }) => topic);
  const parts = [
    `# Behaviour of ${code(target.address, ADDRESS_CHARACTERS)}`,
    `As seen on ${startedAt.slice(0, 10)} with profile ${code(profile, ADDRESS_CHARACTERS)}, seed ${seed}, by Assay ${escapeMarkdown(assayVersion)}. ${seenSentence(sheet)} Nothing here is right or wrong: these are points that the interface leaves open.`,
    sheet.reasons.map((reason) => `- **Cut short.** ${escapeMarkdown(reason)}`).join('\n'),
    ...[...topics].map(([topic, records]) =>
      [`## ${escapeMarkdown(topic)}`, ...records.map(recordPart)].join('\n\n'),
    ),
  ];
  return markdownDocument(parts);
}

/** How many of the questions were answered. */
export function seenSentence({ behaviours }: BehaviourSheet): string {
  const seen = behaviours.filter(({ answer }) => answer !== null).length;
  const questions = formatNumberOf(behaviours.length, 'question');
  return `${seen} of ${questions} answered.`;
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
        `- exchange ${exchange}: ${code(summary, ANSWER_CHARACTERS)} ${excerpt === '' ? '' : code(excerpt, EXCERPT_CHARACTERS)}`.trimEnd(),
      ),
    ].join('\n'),
  ].join('\n\n');
}
