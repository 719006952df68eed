import { Command, Option } from 'commander';
import { parseDuration } from '../input/duration.ts';
import { exampleText } from './options/example-text.ts';
import { count } from './options/option-values.ts';
import { withBaselineOptions, withReportOptions } from './options/run-options.ts';
import { type WatchOptions, watchClients } from './traffic/run-watch.ts';

export const watch = withBaselineOptions(
  withReportOptions(
    new Command('watch')
      .summary('check the traffic of any client')
      .description(
        'Listens for a client and passes each byte on to the gateway, unchanged except the Host header. Checks what passes against the rules that ordinary traffic can settle, and measures it. Ctrl-C ends it with the usual report.',
      )
      .option(
        '--target <address>',
        'http(s) address of the gateway (default: the one in assay.yaml)',
      ),
  ),
)
  .addOption(
    new Option('--port <n>', 'port to listen on; 0 takes a free one')
      .argParser(count('--port', 0, 65_535))
      .default(8080, '8080'),
  )
  .addOption(
    new Option('--host <address>', 'address to listen on').default('127.0.0.1', '127.0.0.1'),
  )
  .addOption(
    new Option('--for <time>', 'end after this time, such as 10m (default: at Ctrl-C)').argParser(
      (text) => parseDuration('--for', text),
    ),
  )
  .addHelpText(
    'after',
    exampleText([
      'assay watch --target https://gateway.example/v1 --port 8080',
      'assay watch --target http://127.0.0.1:4000/v1 --for 10m --out reports/traffic',
    ]),
  )
  .action(async (options: WatchOptions) => {
    process.exitCode = await watchClients(options);
  });
