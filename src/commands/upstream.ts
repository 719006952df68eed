import { findEngine } from '../load/engine/find-engine.ts';
import { command } from './options/command.ts';
import { count, option, withFallback } from './options/option.ts';
import { requireListenable } from './target/listen-problem.ts';
import { runInTerminal } from './terminal/interruption.ts';
import { stderr } from './terminal/output.ts';

export const upstream = command({
  name: 'upstream',
  summary: 'start the provider side, for a gateway to be configured',
  description:
    'Starts the provider that gate, conform, load, capacity, overhead, describe and compare start with --upstream, without a run. It accepts any key and any model, and answers with a short text. Ctrl-C stops it.',
  options: [
    withFallback(
      option('--port <n>', 'port to listen on; 0 chooses a free one', { read: count(0, 65_535) }),
      0,
      '0',
    ),
    withFallback(option('--host <address>', 'address to listen on'), '127.0.0.1'),
    withFallback(option('--ttft <time>', 'time from a request to its first token'), '20ms'),
    withFallback(option('--itl <time>', 'time from each token to the next'), '2ms'),
    withFallback(
      option('--tokens <n>', 'words in an answer', { read: count(1, 10_000) }),
      16,
      '16',
    ),
  ],
  examples: [
    'assay upstream --port 9000',
    'assay upstream --port 9000 --ttft 200ms --itl 20ms --tokens 100',
  ],
  async run({ port, host, ttft, itl, tokens }) {
    const engine = await findEngine({ progress: (line) => void stderr().write(`${line}\n`) });
    await requireListenable(host, port);
    const listen = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    const settings = ['--listen', listen, '--ttft', ttft, '--itl', itl, '--tokens', `${tokens}`];
    const { ASSAY_UPSTREAM: _, ...env } = process.env;
    return await runInTerminal(engine, ['upstream', ...settings], env);
  },
});
