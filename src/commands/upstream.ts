import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Command, Option } from 'commander';
import { findEngine } from '../load/engine/find-engine.ts';
import { exampleText } from './options/example-text.ts';
import { EXIT } from './options/exit-codes.ts';
import { count } from './options/option-values.ts';
import { stderr } from './terminal/output.ts';

/** SIGHUP: the terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface UpstreamCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly ttft: string;
  readonly itl: string;
  readonly tokens: number;
}

export const upstream = new Command('upstream')
  .summary('start the provider side, for a gateway to be configured')
  .description(
    'Starts the provider that gate, conform, load, capacity, overhead, describe and compare start with --upstream, without a run. It accepts any key and any model, and answers with a short text. Ctrl-C stops it.',
  )
  .addOption(
    new Option('--port <n>', 'port to listen on; 0 chooses a free one')
      .argParser(count('--port', 0, 65_535))
      .default(0, '0'),
  )
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--ttft <time>', 'time from a request to its first token', '20ms')
  .option('--itl <time>', 'time from each token to the next', '2ms')
  .addOption(
    new Option('--tokens <n>', 'words in an answer')
      .argParser(count('--tokens', 1, 10_000))
      .default(16, '16'),
  )
  .addHelpText(
    'after',
    exampleText([
      'assay upstream --port 9000',
      'assay upstream --port 9000 --ttft 200ms --itl 20ms --tokens 100',
    ]),
  )
  .action(async (options: UpstreamCommandOptions) => {
    process.exitCode = await start(options);
  });

/** Runs the upstream in this terminal. Signals are passed on; it ends with this process. */
async function start({ port, host, ttft, itl, tokens }: UpstreamCommandOptions): Promise<number> {
  const engine = await findEngine({ progress: (line) => void stderr().write(`${line}\n`) });
  const listen = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const settings = ['--listen', listen, '--ttft', ttft, '--itl', itl, '--tokens', String(tokens)];
  const { ASSAY_UPSTREAM: _, ...env } = process.env;
  const child = spawn(engine, ['upstream', ...settings], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  process.once('exit', () => child.kill('SIGKILL'));
  const [code] = await once(child, 'exit');
  for (const signal of SIGNALS) process.off(signal, pass);
  return typeof code === 'number' ? code : EXIT.holds;
}
