import { type Markup, markup } from '../../phrases/markup.ts';
import { formatDuration, formatNumberOf } from '../../phrases/number-format.ts';
import { clip, printActual } from '../../phrases/printable.ts';
import { settingsYaml } from '../../phrases/settings-yaml.ts';
import type { RunReport } from '../../schema/run-report.ts';

/** The target, the profile and the machine of the run, and how to repeat it. */
export function runSection(report: RunReport): Markup {
  const { target, machine, profile, configuration, load } = report;
  return markup`<p>Repeat this run:</p>
<div class="curl"><pre tabindex="0" aria-label="Command that repeats the run">${clip(report.repro, 2000)}</pre></div>
<dl class="facts">
<dt>Target</dt><dd>${target.kind}, <span class="address">${clip(target.address, 300)}</span>${target.note !== undefined && markup`<br>${clip(target.note, 1000)}`}</dd>
${configuration && markup`<dt>Configuration</dt><dd>${clip(configuration.file, 300)}, sha256 <code>${configuration.sha256}</code></dd>`}
<dt>Profile</dt><dd>${clip(profile.name, 100)}${profile.overrides.length === 0 && ', which changes nothing'}</dd>
${report.ruleSet && markup`<dt>Rule set</dt><dd>${report.ruleSet.number}${report.ruleSet.newer.length > 0 && `; newer rules, only noted: ${report.ruleSet.newer.join(', ')}`}</dd>`}
${report.missingOperations?.map(({ operation, reason }) => markup`<dt>Missing operation</dt><dd>${operation}: ${clip(reason, 500)}</dd>`)}
<dt>Started</dt><dd><time datetime="${report.startedAt}">${report.startedAt.replace('T', ' ').replace('Z', ' UTC')}</time>, took ${formatDuration(report.durationMs)}</dd>
<dt>Seed</dt><dd>${report.seed}</dd>
<dt>Exit code</dt><dd>${report.exitCode}</dd>
<dt>Machine</dt><dd>${machine.platform}, ${machine.cpus} CPUs, Node ${machine.node}</dd>
${load && markup`<dt>Workload</dt><dd><code>${clip(printActual(load.workload), 2000)}</code></dd>`}
</dl>
${settings(report)}${overrides(report)}`;
}

function settings(report: RunReport): Markup | false {
  const yaml = settingsYaml(report);
  if (yaml === undefined) return false;
  return markup`<details class="definitions"><summary>Settings of this run, as assay.yaml</summary>
<div class="curl"><pre tabindex="0" aria-label="Settings of this run, as assay.yaml">${clip(yaml, 20_000)}</pre></div></details>
`;
}

function overrides({ profile }: RunReport): Markup | false {
  if (profile.overrides.length === 0) return false;
  const changes = formatNumberOf(profile.overrides.length, 'change');
  return markup`<details class="definitions"><summary>${changes} by profile ${clip(profile.name, 100)}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="What the profile changes"><table>
<thead><tr><th scope="col">Subject</th><th scope="col">Kind</th><th scope="col">Value</th><th scope="col">Reason</th><th scope="col">Rules</th></tr></thead>
<tbody>
${profile.overrides.map(
  ({ kind, subject, value, reason, rules = [] }) =>
    markup`<tr><th scope="row"><code>${clip(subject, 200)}</code></th><td>${kind}</td><td><code>${clip(printActual(value), 500)}</code></td><td>${clip(reason, 1000)}</td><td>${clip(rules.join(', '), 1000)}</td></tr>
`,
)}</tbody>
</table></div></details>`;
}
