import { settingFacts } from '../../src/conformance/settings.ts';
import { cell } from '../markdown.ts';
import { limitsSections } from './limits-sections.ts';

/** All settings of a profile, each with the rules that read it, and all limits. */
export async function settingsPage(): Promise<string> {
  const settings = settingFacts();
  const rows = settings.map(({ name, type, default: value, source, rules }) =>
    [
      `\`${name}\``,
      cell(type),
      `\`${cell(value)}\``,
      cell(source),
      cell(rules.join(', ') || 'none: probes or the load use it'),
    ].join(' | '),
  );
  return [
    '# Settings and limits',
    '## Settings of a profile',
    'A profile sets one with `{setting, value, reason}`; `assay list settings --json` prints the same. Rules that judge by a setting are named; probes read settings too, such as the models.',
    'A model with a purpose is one for all operations, or a mapping of those that have one: `slowModel: {chat: gpt-slow, video-create: sora-slow}`. Rules that need it at another operation say that it is missing there.',
    `| setting | type | default | source of the default | rules |\n|---|---|---|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}`,
    ...(await limitsSections()),
  ]
    .join('\n\n')
    .concat('\n');
}
