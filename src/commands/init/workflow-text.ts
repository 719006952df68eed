import { ASSAY_VERSION } from '../../report/manifest.ts';

/** CI servers that `assay init` writes a workflow for. */
export const CI_SERVERS = ['github', 'gitlab'] as const;

export type CiServer = (typeof CI_SERVERS)[number];

/** What a workflow runs; paths are from the root of the repository. */
export interface WorkflowOptions {
  /** The arguments of `assay`, quoted for a shell. */
  readonly gate: string;
  /** Whether package.json of the repository names Assay. */
  readonly isDependency: boolean;
  /** Whether the target is an address of the machine itself. */
  readonly isLocal: boolean;
}

/** The folder of the reports in a workflow. */
const REPORT = 'assay-report';

export function workflowText(server: CiServer, options: WorkflowOptions): string {
  return server === 'github' ? githubWorkflow(options) : gitlabJob(options);
}

function githubWorkflow({ gate, isDependency, isLocal }: WorkflowOptions): string {
  return `# Checks the gateway with Assay. Findings are annotations of the change, and the step has a summary.
name: Assay
on: [pull_request, workflow_dispatch]
permissions:
  contents: read
jobs:
  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: ${installLine(isDependency)}
${isLocal ? `      # ${START_NOTE}\n` : ''}      - run: npx assay ${gate} --out ${REPORT}
        env:
          ASSAY_API_KEY: \${{ secrets.ASSAY_API_KEY }}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: ${REPORT}
          path: ${REPORT}
`;
}

function gitlabJob({ gate, isDependency, isLocal }: WorkflowOptions): string {
  return `# Checks the gateway with Assay. Set ASSAY_API_KEY as a masked variable of the project.
assay:
  image: node:24
  timeout: 30 minutes
  script:
    - ${installLine(isDependency)}
${isLocal ? `    # ${START_NOTE}\n` : ''}    - npx assay ${gate} --out ${REPORT}
  artifacts:
    when: always
    paths: [${REPORT}]
    reports:
      junit: ${REPORT}/junit.xml
`;
}

const START_NOTE = 'Start the gateway before this line, or set target in the configuration.';

function installLine(isDependency: boolean): string {
  return isDependency ? 'npm ci' : `npm install --no-save assay@${ASSAY_VERSION}`;
}
