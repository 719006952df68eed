import { type Markup, markup } from '../../../phrases/markup.ts';
import { clip, printable } from '../../../phrases/printable.ts';
import type { FindingRecord } from '../../../schema/finding.ts';
import { typescriptOf } from './typescript.ts';

const COMMAND_CHARACTERS = 2000;
/** None of Assay's own lines is longer. */
const CURL_CHARACTERS = 16_000;

interface Tab {
  readonly name: string;
  /** Read aloud for its text. */
  readonly label: string;
  readonly text: string;
}

/**
 * How to see a finding again: one tab for each way, which need no script.
 * @param of names the tabs apart from those of other findings
 */
export function reproductionTabs(finding: FindingRecord, of: string): Markup | false {
  const tabs = tabsOf(finding);
  const [only] = tabs;
  if (only === undefined) return false;
  if (tabs.length === 1) return panel(only, of);
  return markup`<div class="tabs" role="group" aria-label="Reproduce: ${of}">${tabs.map(
    ({ name }, index) =>
      markup`<label><input type="radio" name="reproduce ${of}"${index === 0 && markup` checked`}><span>${name}</span></label>`,
  )}${tabs.map((tab) => panel(tab, of))}</div>`;
}

function tabsOf({ reproduce, evidence }: FindingRecord): readonly Tab[] {
  const { assay, shell = evidence?.curl } = reproduce ?? {};
  const program = assay === undefined ? undefined : typescriptOf(assay);
  return [
    ...(assay === undefined
      ? []
      : [
          {
            name: 'assay',
            label: 'Command that reproduces it',
            text: clip(assay, COMMAND_CHARACTERS),
          },
        ]),
    ...(shell === undefined
      ? []
      : [{ name: 'curl', label: 'Requests of the finding', text: clip(shell, CURL_CHARACTERS) }]),
    ...(program === undefined
      ? []
      : [{ name: 'TypeScript', label: 'Program that reproduces it', text: program }]),
  ];
}

function panel({ label, text }: Tab, of: string): Markup {
  return markup`<div class="curl"><pre tabindex="0" role="region" aria-label="${label}: ${of}">${printable(text)}</pre></div>`;
}
