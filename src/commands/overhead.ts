import { Command } from 'commander';
import { defined } from '../input/defined.ts';
import { exampleText } from './options/example-text.ts';
import {
  type OverheadOptions,
  overheadOrder,
  withOverheadOptions,
} from './options/overhead-options.ts';
import { withRunOptions, withUpstreamOption } from './options/run-options.ts';
import { overheadMeasurement } from './overhead/run-overhead.ts';
import { assess } from './run/run-assessment.ts';

export const overhead = withOverheadOptions(
  withUpstreamOption(
    withRunOptions(
      new Command('overhead')
        .summary('measure the time that the gateway adds')
        .description(
          'Sends the same chats through the gateway and straight to its provider, which is Assay, in alternating blocks, and reports the difference with 95 % intervals: time to the first token and request latency, with one request in flight and at each of the rates. The objectives of the configuration are not used.',
        ),
    ),
  ),
)
  .addHelpText(
    'after',
    exampleText([
      'assay overhead --upstream 127.0.0.1:0   # the embedded gateway',
      'assay overhead --target http://127.0.0.1:8080/v1 --upstream 127.0.0.1:9000',
      'assay overhead --upstream 127.0.0.1:0 --rates 20/s,100/s --slo "overhead ttft p99 < 5ms"',
    ]),
  )
  .action(async (options: OverheadOptions) => {
    const { target, header, profile, config, seed, upstream, label } = options;
    const { out, json, quiet, format, annotations } = options;
    const sent = { target, header, profile, config, seed, upstream };
    const reported = { label, out, json, quiet, format, annotations };
    const measurement = overheadMeasurement(overheadOrder(options));
    process.exitCode = await assess(
      'overhead',
      { conformance: false, measurement },
      defined({ ...sent, ...reported }),
    );
  });
