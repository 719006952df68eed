import { stringify } from 'yaml';
import { formatNumberOf } from '../../report/phrases/number-format.ts';
import type { FoundTarget } from './ask-target.ts';

/** The values of flags that stand in the file. */
interface WrittenTarget {
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const NAMED_MODELS = 20;

/**
 * `assay.yaml` for a target that was tried, with a comment on every key.
 * @param schema the path of the schema, from the folder of the file
 */
export function configurationText(
  { target, headers }: WrittenTarget,
  found: FoundTarget,
  schema: string,
): string {
  return `# yaml-language-server: $schema=${schema}
# The configuration of Assay for one gateway. Flags of the command line override this file.
# API keys are never in a file: set ASSAY_API_KEY and, for another tenant, ASSAY_API_KEY_2.

# The base address with its path prefix.
target: ${scalar(target)}

# What is assumed where the interface is silent: the name of a bundled profile
# ("assay list profiles") or the path of your own YAML file.
profile: ${scalar(found.profile)}
${headersSection(headers)}${modelsSection(found)}${operationsSection(found)}${featuresSection(found)}
workload:
  # A name from "assay list scenarios", or the path of a custom k6 script.
  scenario: mixed
  # Requests per second, started by the clock, independent of the responses.
  arrivalRate: 5/s
  duration: 30s
  seed: 1

# Objectives. Latencies are measured from the scheduled start of a request. Add those that your
# users depend on, such as "chat ttft p95 < 800ms" or "chat e2e p99 < 10s": after a gate,
# "npx assay report --suggest-objectives" prints those that it met with 20 % room.
slo:
  - all errors <= 0%
  # Findings of required rules under load, except those that the baseline accepts.
  - findings must <= 0

# Conditions that end a load early, so that a broken gateway is not called for the whole duration.
abortOn:
  - all errors > 50% over 5s
`;
}

function headersSection(headers: WrittenTarget['headers']): string {
  if (headers === undefined) return '';
  return `
# Headers of every request; \${NAME} is a variable of the environment.
headers:
${entries(headers)}`;
}

function modelsSection({ models, listed, profile }: FoundTarget): string {
  const named = listed.slice(0, NAMED_MODELS);
  const more = listed.length - named.length;
  const offered =
    named.length === 0
      ? 'GET /models lists none, so these are assumed: replace them by your own.'
      : `GET /models lists ${formatNumberOf(listed.length, 'model')}:`;
  const list = `${named.map((id) => `#   ${id}\n`).join('')}${more > 0 ? `#   and ${more} more\n` : ''}`;
  if (models === undefined) {
    return `
# Profile ${profile} knows the models. ${offered}
${list}`;
  }
  return `
# Model ids that the target supports. ${offered}
${list}# Models for a special purpose let Assay check more rules: echo, slow, failing, failingMidStream,
# failingVideo ("assay list settings").
models:
${entries(models)}`;
}

function operationsSection({ absent, refused }: FoundTarget): string {
  const problems = refused.map(({ operation, words }) => `#   ${operation}: ${words}\n`).join('');
  const notes =
    problems === ''
      ? ''
      : `
# These operations refused an ordinary request. Correct the models above, or list the operation
# below as absent:
${problems}`;
  if (absent.length === 0) return notes;
  const list = absent.map(({ operation, reason }) => ({ operation, value: 'absent', reason }));
  return `${notes}
# Operations that the target does not have: their rules are not applicable. With value: offered, a
# missing operation fails the run.
operations:
${indented(stringify(list, { lineWidth: 0 }))}`;
}

const SEEN = {
  offered: 'A retry had the first result.',
  'not-offered': 'A retry was executed again, which is intended.',
  unknown: 'A run says whether retries are executed again.',
};

function featuresSection({ idempotency }: FoundTarget): string {
  if (idempotency === undefined) return '';
  return `
# Whether a retry with a used Idempotency-Key is the same request: offered, not-offered (rules about keys
# are not applicable) or unknown. ${SEEN[idempotency]}
idempotency: ${idempotency}
# Likewise for API keys of several tenants, for models that call tools, answer in JSON or see images, and for
# responses that can be continued.
#   tenants: unknown
#   tools: unknown
#   structuredOutput: unknown
#   vision: unknown
#   storedResponses: unknown
`;
}

function entries(values: Readonly<Record<string, string | undefined>>): string {
  return indented(stringify(values, { lineWidth: 0 }));
}

function indented(yaml: string): string {
  return yaml.replace(/^(?=.)/gm, '  ');
}

/** One value of YAML on one line. */
function scalar(text: string): string {
  return stringify(text, { lineWidth: 0, defaultStringType: 'PLAIN' }).trimEnd();
}

/** CI servers that `assay init` writes a workflow for. */
export const CI_SERVERS = ['github', 'gitlab'] as const;

export type CiServer = (typeof CI_SERVERS)[number];

/** What a workflow runs; paths are from the root of the repository. */
interface WorkflowOptions {
  /** The arguments of `assay`, quoted for a shell. */
  readonly gate: string;
  /** Whether the target is an address of the machine itself. */
  readonly isLocal: boolean;
}

/** The folder of the reports in a workflow. */
const REPORT = 'assay-report';

export function workflowText(server: CiServer, options: WorkflowOptions): string {
  return server === 'github' ? githubWorkflow(options) : gitlabJob(options);
}

function githubWorkflow({ gate, isLocal }: WorkflowOptions): string {
  return `# Checks the gateway with Assay. Findings are annotations of the change, the step has a summary, and the
# pull request a comment with the result.
name: Assay
on: [pull_request, workflow_dispatch]
permissions:
  contents: read
  pull-requests: write
jobs:
  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v6
      - uses: actions/setup-node@v6
        with:
          node-version: 24
      - run: npm ci
${isLocal ? `      # ${START_NOTE}\n` : ''}      - run: npx assay ${gate} --out ${REPORT}
        env:
          ASSAY_API_KEY: \${{ secrets.ASSAY_API_KEY }}
          # The key of another tenant, for the rules about tenants; it may be missing.
          ASSAY_API_KEY_2: \${{ secrets.ASSAY_API_KEY_2 }}
      - uses: actions/upload-artifact@v7
        if: always()
        with:
          name: ${REPORT}
          path: ${REPORT}
      - run: npx assay report ${REPORT} --comment "$GITHUB_WORKFLOW, $GITHUB_JOB"
        if: always()
        env:
          GITHUB_TOKEN: \${{ github.token }}
`;
}

function gitlabJob({ gate, isLocal }: WorkflowOptions): string {
  return `# Checks the gateway with Assay. Set ASSAY_API_KEY as a masked variable of the project, and
# ASSAY_API_KEY_2, the key of another tenant, for the rules about tenants. With ASSAY_GITLAB_TOKEN, a masked
# variable with an access token of the project (role Developer, scope api), the merge request has the result
# as a comment.
assay:
  image: node:24
  timeout: 30 minutes
  script:
    - npm ci
${isLocal ? `    # ${START_NOTE}\n` : ''}    - npx assay ${gate} --out ${REPORT}
  after_script:
    - if [ -n "$ASSAY_GITLAB_TOKEN" ]; then npx assay report ${REPORT} --comment "$CI_JOB_NAME"; fi
  artifacts:
    when: always
    paths: [${REPORT}]
    reports:
      junit: ${REPORT}/junit.xml
`;
}

const START_NOTE = 'Start the gateway before this line, or set target in the configuration.';
