import { wrap } from '../formats/text/columns.ts';
import { coloured, type Paint, uncoloured } from '../formats/text/paint.ts';
import { clipLine } from '../phrases/printable.ts';
import { answeredSentence } from './markdown.ts';
import type { BehaviourRecord, BehaviourSheet } from './schema.ts';

const TEXT_CHARACTERS = 2000;

/** The behaviour sheet for a terminal: each question with its answer, at most 100 columns wide. */
export function sheetText(sheet: BehaviourSheet, colour: boolean): string {
  const paint = colour ? coloured : uncoloured;
  const topics = Map.groupBy(sheet.behaviours, ({ topic }) => topic);
  const lines = [
    paint('heading', `# Behaviour of ${clipLine(sheet.target.address, 200)}`),
    '',
    ...wrap(`${answeredSentence(sheet)} Profile ${clipLine(sheet.profile, 100)}.`, 0),
    ...sheet.reasons.flatMap((reason) => wrap(`Cut short: ${clipLine(reason, 600)}`, 0)),
    ...[...topics].flatMap(([topic, records]) => [
      '',
      paint('heading', `## ${topic}`),
      ...records.flatMap((record) => recordLines(record, paint)),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function recordLines({ question, answer, reason }: BehaviourRecord, paint: Paint): string[] {
  const unseen = wrap(`not observed, because ${clipLine(reason ?? '', TEXT_CHARACTERS)}`, 2, 2);
  return [
    '',
    ...wrap(question, 0),
    ...(answer === null
      ? unseen.map((line) => paint('quiet', line))
      : wrap(clipLine(answer, TEXT_CHARACTERS), 2, 2)),
  ];
}
