import { dirname, resolve } from 'node:path';
import { stringify } from 'yaml';
import { NO_BASELINE } from '../conformance/baseline.ts';
import { defined } from '../input/defined.ts';
import { readTextFile } from '../input/read-text-file.ts';
import { UsageError } from '../input/usage-error.ts';
import { looksSecret } from '../target/looks-secret.ts';
import { askTarget, type FoundTarget } from './init/ask-target.ts';
import { CI_SERVERS, configurationText, workflowText } from './init/configuration-text.ts';
import {
  exampleText,
  filesOfAssay,
  gateArguments,
  ignoredReports,
  type NewFile,
  type PlannedFiles,
  plannedFiles,
  refuseExisting,
  repositoryRoot,
  schemaReference,
  schemaText,
  writeNewFiles,
} from './init/new-files.ts';
import { command } from './options/command.ts';
import { EXIT } from './options/exit-codes.ts';
import { type OptionsOf, option } from './options/option.ts';
import { HEADER, PROFILE, TARGET } from './options/run-options.ts';
import { checkTarget } from './target/open-target.ts';
import { terminalQuestion } from './terminal/ask-on-terminal.ts';
import { complain, stdout } from './terminal/output.ts';
import { withoutSecrets } from './terminal/secrets.ts';

const OPTIONS = [
  { ...TARGET, summary: 'http(s) address of the gateway to ask' },
  {
    ...PROFILE,
    flags: '--profile <name>',
    summary: 'bundled profile to use (default: the one that fits)',
    needs: ['--target'],
  },
  { ...HEADER, needs: ['--target'] },
  option('--ci <server>', 'also write a workflow for this CI server', { choices: CI_SERVERS }),
] as const;

type InitOptions = OptionsOf<typeof OPTIONS>;

const LARGEST_BYTES = 1024 * 1024;

export const init = command({
  name: 'init',
  summary: 'write assay.yaml, its schema and an empty baseline',
  description:
    'Writes a configuration with a comment on every key, its schema for editors, and an empty baseline. In a repository it also adds reports to .gitignore. With --target it asks the gateway for its models and sends one request to each operation, and a retry under an Idempotency-Key, so that the configuration fits it. Existing files are never overwritten: then nothing is sent or written.',
  operands: [
    { name: '[file]', summary: 'where to write the configuration', fallback: 'assay.yaml' },
  ],
  options: OPTIONS,
  examples: [
    'assay init',
    'assay init --target http://127.0.0.1:8080/v1 --ci github',
    'assay init gateways/staging.yaml',
  ],
  async run(options, [file = 'assay.yaml']) {
    await initialize(file, options);
    return EXIT.holds;
  },
});

async function initialize(file: string, options: InitOptions): Promise<void> {
  const root = repositoryRoot(resolve(dirname(file)));
  const paths = plannedFiles(file, root, options.ci);
  const { configuration, schema, baseline, workflow } = paths;
  const there = await readTextFile(schema, LARGEST_BYTES).catch(() => undefined);
  const schemaIsThere = there === (await schemaText());
  refuseExisting([
    configuration,
    ...(schemaIsThere ? [] : [schema]),
    baseline,
    ...(workflow === undefined ? [] : [workflow]),
  ]);
  const found = await ask(options);
  const files: NewFile[] = [
    { path: configuration, text: await configurationFor(paths, options, found) },
    ...(schemaIsThere ? [] : [{ path: schema, text: await schemaText() }]),
    { path: baseline, text: BASELINE_TEXT },
    ...workflowFor(paths, options),
    ...(await ignoredReports(paths, options.ci)),
  ];
  await writeNewFiles(files);
  const written = files.map(({ path, text, before }) =>
    before === undefined ? `Wrote ${path}\n` : `Added ${text.trim()} to ${path}\n`,
  );
  stdout().write(`${written.join('')}${await nextSteps(paths, options)}`);
}

/** @throws UsageError, SetupError, TargetUnreachable */
async function ask({ target, profile, header }: InitOptions): Promise<FoundTarget | undefined> {
  if (target === undefined) return undefined;
  checkTarget(target);
  for (const [name, value] of Object.entries(header ?? {})) {
    if (!looksSecret(name, value) || value.includes('${')) continue;
    throw new UsageError(
      `--header ${name} looks like a secret, which must not be in a file. Put it into an environment variable, and write '${name}: \${NAME}'.`,
    );
  }
  const written = defined({ target, profile, headers: header });
  return withoutSecrets(
    await askTarget({
      written,
      environment: process.env,
      say: (line) => complain(line),
      confirm: terminalQuestion(AbortSignal.any([])),
    }),
  );
}

async function configurationFor(
  paths: PlannedFiles,
  { target, header }: InitOptions,
  found: FoundTarget | undefined,
): Promise<string> {
  const schema = schemaReference(paths);
  if (target === undefined || found === undefined) return await exampleText(schema);
  return configurationText({ target, headers: header }, found, schema);
}

const BASELINE_TEXT = `# Accepted findings, each with a reason and an expiry date. "assay gate --baseline FILE --update-baseline
# --reason TEXT" adds those of a run.
${stringify(NO_BASELINE)}`;

function workflowFor(paths: PlannedFiles, { ci, target }: InitOptions): NewFile[] {
  const { workflow, root } = paths;
  if (ci === undefined || workflow === undefined) return [];
  const text = workflowText(ci, {
    gate: gateArguments(paths, root),
    isLocal: target === undefined || /^https?:\/\/(localhost|127\.|\[::1\])/.test(target),
  });
  return [{ path: workflow, text }];
}

async function nextSteps(paths: PlannedFiles, { ci, target }: InitOptions): Promise<string> {
  const gate = `npx assay ${gateArguments(paths, resolve('.'))}`;
  return [
    ...(target === undefined ? [`Set the target in ${paths.configuration}.`] : []),
    ...(ci === undefined ? [] : [installStep(await filesOfAssay(paths.root))]),
    ...(ci === 'github' ? ['Add the secret ASSAY_API_KEY to the repository.'] : []),
    ...(ci === 'gitlab'
      ? [
          `Add the masked variable ASSAY_API_KEY to the project, and to .gitlab-ci.yml: include: [{local: ${paths.workflow}}]`,
        ]
      : []),
    `Next: ${gate}`,
    `Then: npx assay report --suggest-objectives prints latency objectives that it met, for slo of ${paths.configuration}.`,
    '',
  ].join('\n');
}

/** @param files see `filesOfAssay` */
function installStep(files: readonly string[] | undefined): string {
  if (files === undefined) {
    return 'Add Assay to package.json, which the workflow installs: npm install --save-dev with the two files of a release.';
  }
  return files.length === 0
    ? 'Commit package.json and package-lock.json: the workflow installs Assay from them.'
    : `Commit package.json, package-lock.json, ${files.join(' and ')}: the workflow installs Assay from them.`;
}
