import { columnsOf, padEnd } from '../report/formats/text/text-page.ts';
import { safeJson } from '../report/phrases/printable.ts';
import { MARK } from '../report/phrases/verdicts.ts';
import {
  type Check,
  checked,
  clockCheck,
  diskCheck,
  dockerCheck,
  engineChecks,
  filesCheck,
  nodeCheck,
  portsCheck,
} from './doctor/machine-checks.ts';
import { targetChecks } from './doctor/target-checks.ts';
import { command } from './options/command.ts';
import { EXIT } from './options/exit-codes.ts';
import type { OptionsOf } from './options/option.ts';
import {
  ADDRESSES,
  CONFIG,
  HEADER,
  HTTP2,
  JSON_OUTPUT,
  PROFILE,
  TARGET,
} from './options/run-options.ts';
import { jsonWithoutCommands, pageOfStdout, stdout } from './terminal/output.ts';
import { withoutSecrets } from './terminal/secrets.ts';

const OPTIONS = [TARGET, HEADER, HTTP2, ...ADDRESSES, PROFILE, CONFIG, JSON_OUTPUT] as const;

type DoctorOptions = OptionsOf<typeof OPTIONS>;

export const doctor = command({
  name: 'doctor',
  summary: 'check this machine and the target before a run',
  description:
    'Checks Node, the load engine, Go, Docker, ports, limits, the clock, the disk, and whether the target responds, offers operations and accepts the API key. It sends no billable request. The exit code is that with which a run would end for a problem, such as 2 for a target that is unreachable, and 3 for a wrong path or a refused key; a warning does not change it.',
  options: OPTIONS,
  examples: ['assay doctor', 'assay doctor --target http://127.0.0.1:8080/v1'],
  run: examine,
});

async function examine(options: DoctorOptions): Promise<number> {
  const checks = withoutSecrets([
    nodeCheck(),
    ...(await engineChecks(process.env)),
    await dockerCheck(options.target === 'container'),
    await checked('ports', portsCheck),
    filesCheck(),
    await clockCheck(),
    await checked('disk', () => diskCheck()),
    ...(await checkedTarget(options)),
  ]);
  stdout().write(options.json ? jsonWithoutCommands(`${safeJson(checks, 2)}\n`) : asText(checks));
  const problems = checks.filter(({ state }) => state === 'problem');
  return Math.max(EXIT.holds, ...problems.map(({ exitCode = EXIT.usage }) => exitCode));
}

async function checkedTarget(options: DoctorOptions): Promise<readonly Check[]> {
  const found: Check[] = [];
  const failure = await checked('target', async () => {
    found.push(...(await targetChecks(options, process.env)));
    return { what: 'target', state: 'ok', found: '' };
  });
  return failure.state === 'ok' ? found : [failure];
}

/** Verdicts that look alike. */
const INKS = { ok: 'pass', warning: 'warn', problem: 'fail' } as const;

function asText(checks: readonly Check[]): string {
  const page = pageOfStdout();
  const width = Math.max(...checks.map(({ what }) => columnsOf(what)));
  const problems = checks.filter(({ state }) => state === 'problem').length;
  const warnings = checks.filter(({ state }) => state === 'warning').length;
  const lines = checks.flatMap(({ what, state, found, remedy }) => {
    const mark = MARK[INKS[state]];
    const head = `${mark} ${padEnd(what, width)}  `;
    const indent = columnsOf(head);
    const [first = '', ...rest] = page.wrap(`${head}${found}`, 0, indent);
    return [
      first.replace(mark, page.paint(INKS[state], mark)),
      ...rest,
      ...(remedy?.split('\n') ?? []).flatMap((line) => page.wrap(line, indent, line.search(/\S/))),
    ];
  });
  return `${lines.join('\n')}\n\n${conclusion(problems, warnings)}\n`;
}

function conclusion(problems: number, warnings: number): string {
  const noted = warnings === 0 ? '' : ` Warnings: ${warnings}.`;
  return problems === 0 ? `Ready.${noted}` : `Not ready. Problems: ${problems}.${noted}`;
}
