import { type Markup, markup } from '../../../phrases/markup.ts';
import { countOf, VERDICT_MARK, VERDICTS } from '../../../phrases/verdicts.ts';
import type { RunReport } from '../../../schema/run-report.ts';

/** Controls that narrow the rules; the script of the page shows them. */
export function filterForm(report: RunReport): Markup {
  const verdicts = VERDICTS.filter((verdict) => countOf(report, verdict) > 0);
  return markup`<form id="filter" hidden>
<fieldset><legend>Verdict</legend>${choice('verdict', '', 'all')}${verdicts.map((verdict) =>
    choice(
      'verdict',
      verdict,
      markup`${VERDICT_MARK[verdict]} ${verdict} <b>${countOf(report, verdict)}</b>`,
    ),
  )}</fieldset>
<fieldset><legend>Provenance</legend>${choice('provenance', '', 'both')}${choice('provenance', 'stated', 'stated')}${choice('provenance', 'assumed', 'assumed')}</fieldset>
<fieldset class="bodies" hidden><legend>Bodies</legend>${choice('bodies', '', 'as received')}${choice('bodies', 'pretty', 'pretty')}</fieldset>
<label class="search">Search <input type="search" name="text" autocomplete="off" spellcheck="false"></label>
<p role="status"></p>
<p class="keys"><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next and previous rule <kbd>f</kbd> next failure <kbd>c</kbd> copy the link of a rule <kbd>p</kbd> bodies as received or pretty</p>
</form>`;
}

function choice(group: string, value: string, label: Markup | string): Markup {
  const checked = value === '' && markup` checked`;
  return markup`<label><input type="radio" name="${group}" value="${value}"${checked}><span>${label}</span></label>`;
}
