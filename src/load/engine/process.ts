import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { onEarlyExit } from '../../target/exit-cleanup.ts';
import { EngineLog } from './log.ts';

export interface EngineCommand {
  readonly binary: string;
  /** The bundled scenario: its text. Files that it opens are found from where Assay was started. */
  readonly script: string;
  /** Replaces the user's home: the settings of an installed k6 are not read. */
  readonly home: string;
  /** What the engine and the scenario read: `ASSAY_TAP`, `ASSAY_SCENARIO`, … */
  readonly env: Readonly<Record<string, string>>;
  /** Further arguments of `k6 run`, such as `--out json=samples.json`. */
  readonly extraArgs: readonly string[];
}

export interface EngineExit {
  /** Absent when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Variables that configure the outputs of k6: the user's choice must reach the engine. */
const OUTPUT_SETTINGS =
  /^(K6_(OUT|WEB_DASHBOARD|PROMETHEUS_RW|OTEL|INFLUXDB|CSV)|OTEL_)|^(PATH|TMPDIR|LANG|TZ|SSL_CERT_(FILE|DIR))$/;

/** The engine as a child process, which never outlives this one. */
export class EngineProcess {
  readonly log = new EngineLog();
  /** Rejects when the binary cannot be started. */
  readonly exit: Promise<EngineExit>;
  readonly #child: ChildProcess;

  constructor({ binary, script, home, env, extraArgs }: EngineCommand) {
    const child = spawn(binary, [...RUN, ...extraArgs, '-'], {
      env: { ...inheritedSettings(process.env), ...OFFLINE, HOME: home, ...env },
      stdio: ['pipe', 'ignore', 'pipe'],
      // A Ctrl-C in the terminal reaches this process only, which stops the engine properly.
      detached: true,
    });
    this.#child = child;
    sharePriority(child.pid);
    const { promise, resolve, reject } = Promise.withResolvers<EngineExit>();
    this.exit = promise;
    // The exit code reports an engine that ends before it has read its script.
    child.stdin.on('error', () => undefined).end(script);
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.log.push(text));
    const ended = onEarlyExit(() => this.kill('SIGKILL'));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      ended();
      resolve({ code, signal });
    });
  }

  kill(signal: 'SIGINT' | 'SIGKILL'): void {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill(signal);
  }
}

/**
 * Gives a process with a session of its own the priority of this one: Linux divides the cores between
 * sessions first, and a new session has the usual share.
 */
function sharePriority(pid: number | undefined): void {
  try {
    const [, nice = '0'] = /nice (-?\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8')) ?? [];
    if (nice !== '0' && pid !== undefined) writeFileSync(`/proc/${pid}/autogroup`, nice);
  } catch {
    // Elsewhere than on Linux there are no such shares, and only root may raise one.
  }
}

const RUN = [
  'run',
  '--quiet',
  '--no-color',
  '--no-usage-report',
  '--log-format',
  'json',
  '--summary-mode',
  'disabled',
];

const OFFLINE = { K6_AUTO_EXTENSION_RESOLUTION: 'false' };

/**
 * What the engine inherits. The engine also trusts the authority that Node trusts by a variable: a load
 * must not fail where conformance passes. The authorities in the folders of the system stay trusted.
 */
export function inheritedSettings(
  environment: Readonly<NodeJS.ProcessEnv>,
): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  const { NODE_EXTRA_CA_CERTS: authority } = environment;
  if (authority !== undefined && authority !== '') kept.SSL_CERT_FILE = authority;
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && OUTPUT_SETTINGS.test(name)) kept[name] = value;
  }
  return kept;
}
