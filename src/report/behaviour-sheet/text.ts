import type { TextPage } from '../formats/text/text-page.ts';
import { clipLine } from '../phrases/printable.ts';
import { targetName } from '../phrases/sentences.ts';
import { answeredSentence, commonReason } from './markdown.ts';
import type { BehaviourRecord, BehaviourSheet } from './schema.ts';

const TEXT_CHARACTERS = 2000;

/** The behaviour sheet for a terminal: each question with its answer. */
export function sheetText(sheet: BehaviourSheet, page: TextPage): string {
  const topics = Map.groupBy(sheet.behaviours, ({ topic }) => topic);
  const lines = [
    ...page
      .wrap(`# Behaviour of ${clipLine(targetName(sheet.target), 200)}`, 0, 2)
      .map((line) => page.paint('heading', line)),
    '',
    ...page.wrap(`${answeredSentence(sheet)} Profile ${clipLine(sheet.profile, 100)}.`, 0),
    ...sheet.reasons.flatMap((reason) => page.wrap(`Cut short: ${clipLine(reason, 600)}`, 0)),
    ...[...topics].flatMap(([topic, records]) => [
      '',
      page.paint('heading', `## ${topic}`),
      ...topicLines(records, page),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function topicLines(records: readonly BehaviourRecord[], page: TextPage): string[] {
  const reason = commonReason(records);
  if (reason === undefined) return records.flatMap((record) => recordLines(record, page));
  return [
    '',
    ...page.wrap(`not observed, because ${clipLine(reason, TEXT_CHARACTERS)}:`, 0),
    ...records.flatMap(({ question }) => page.wrap(question, 2, 2)),
  ].map((line) => page.paint('quiet', line));
}

function recordLines({ question, answer, reason }: BehaviourRecord, page: TextPage): string[] {
  const unseen = page.wrap(
    `not observed, because ${clipLine(reason ?? '', TEXT_CHARACTERS)}`,
    2,
    2,
  );
  return [
    '',
    ...page.wrap(question, 0),
    ...(answer === null
      ? unseen.map((line) => page.paint('quiet', line))
      : page.wrap(clipLine(answer, TEXT_CHARACTERS), 2, 2)),
  ];
}
