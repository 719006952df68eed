import { type ChildProcess, spawn } from 'node:child_process';
import { onEarlyExit } from '../exit-cleanup.ts';
import { EngineLog } from './log.ts';

export interface EngineCommand {
  readonly binary: string;
  /** The bundled scenario: its text. Files that it opens are found from where Assay was started. */
  readonly script: string;
  /** In place of the user's home: the settings of a k6 of their own are not read. */
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

/** What k6's own outputs are set up with: a user's choice that must reach it. */
const OUTPUT_SETTINGS =
  /^(K6_(OUT|WEB_DASHBOARD|PROMETHEUS_RW|OTEL|INFLUXDB|CSV)|OTEL_)|^(PATH|TMPDIR|LANG|TZ|SSL_CERT_(FILE|DIR))$/;

/** The engine as a child process that never outlives this one. */
export class EngineProcess {
  readonly log = new EngineLog();
  /** Rejects when the binary cannot be started. */
  readonly exit: Promise<EngineExit>;
  readonly #child: ChildProcess;

  constructor({ binary, script, home, env, extraArgs }: EngineCommand) {
    const child = spawn(binary, [...RUN, ...extraArgs, '-'], {
      env: { ...outputSettings(), ...OFFLINE, HOME: home, ...env },
      stdio: ['pipe', 'ignore', 'pipe'],
      // A Ctrl-C in the terminal reaches this process only: it stops the engine in good order.
      detached: true,
    });
    this.#child = child;
    const { promise, resolve, reject } = Promise.withResolvers<EngineExit>();
    this.exit = promise;
    // An engine that dies before it has read its script says so by its exit.
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

function outputSettings(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && OUTPUT_SETTINGS.test(name)) kept[name] = value;
  }
  return kept;
}
