import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Command, Option } from 'commander';
import { OPTIONS } from '../../reference-server/options.ts';
import { compileCacheVariables } from '../input/compile-cache.ts';
import { modulePath } from '../input/package-files.ts';
import { exampleText } from './options/example-text.ts';
import { EXIT } from './options/exit-codes.ts';
import { collect } from './options/option-values.ts';

const MAIN = modulePath('reference-server/main.ts');

/** SIGHUP: the terminal was closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const serve = new Command('serve')
  .summary('start the reference gateway')
  .description(
    'Starts the reference gateway. It prints its base address, two API keys as export lines for the shell, and its models. Ctrl-C stops it.',
  )
  .addHelpText(
    'after',
    exampleText([
      'assay serve --port 8080',
      'assay serve --port 8080 --fault cs-chunk-after-done',
      'assay serve --port 8080 --hostile endless-events',
      'assay serve --port 8080 --slots 8 --service-time 200ms',
    ]),
  );

for (const [name, facts] of Object.entries(OPTIONS)) {
  const flags = 'value' in facts ? `--${name} <${facts.value.toLowerCase()}>` : `--${name}`;
  const option = new Option(flags, facts.summary);
  if ('default' in facts) option.default(facts.default, facts.default);
  if (facts.kind === 'names') option.argParser(collect);
  if (facts.kind === 'flag') option.hideHelp();
  serve.addOption(option);
}

serve.action(async (options: Record<string, unknown>) => {
  process.exitCode = await start(argumentsOf(options));
});

/** The options in the form of the gateway's command line. */
function argumentsOf(options: Record<string, unknown>): string[] {
  return Object.keys(OPTIONS).flatMap((name) => {
    const value = options[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
    if (value === undefined || value === false) return [];
    if (value === true) return [`--${name}`];
    return (Array.isArray(value) ? value : [value]).flatMap((each) => [`--${name}`, String(each)]);
  });
}

/**
 * Runs the gateway in this terminal. Signals are passed on, so that it stops gracefully. It always
 * ends with this process: its standard input is a pipe of this process.
 */
async function start(args: readonly string[]): Promise<number> {
  const gateway = spawn(process.execPath, [MAIN, ...args, '--parent-pipe'], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, ...compileCacheVariables() },
    detached: true,
  });
  const pass = (signal: NodeJS.Signals) => gateway.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  process.once('exit', () => gateway.kill('SIGKILL'));
  const [code] = await once(gateway, 'exit');
  for (const signal of SIGNALS) process.off(signal, pass);
  return typeof code === 'number' ? code : EXIT.holds;
}
