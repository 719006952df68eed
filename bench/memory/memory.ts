import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findEngine } from '../../src/load/engine/find-engine.ts';
import { progress } from '../load-once.ts';
import { MockServer } from '../mock-server.ts';
import { NODE_FLAGS } from '../node-flags.ts';
import type { MemoryRun } from './memory-run.ts';

/**
 * Peak memory of the engine and of the judging process under load, against a server whose answers
 * are endless, large, or have very many events. Linux only: memory is read from /proc.
 */

const RUN = fileURLToPath(new URL('memory-run.ts', import.meta.url));
const MIB = 2 ** 20;
/** No process may take more. */
const BAR_MIB = 300;

interface Case {
  readonly name: string;
  readonly inFlight: number;
  readonly seconds: number;
  readonly scenario: string;
  /** Arguments of the mock server. */
  readonly server: readonly string[];
}

const SLOW_STREAMS = ['--ttft', '500ms', '--itl', '200ms'];
const CASES: readonly Case[] = [
  { name: 'ordinary streams', inFlight: 64, seconds: 6, scenario: 'chat-stream', server: [] },
  {
    name: 'endless body',
    inFlight: 200,
    seconds: 6,
    scenario: 'chat',
    server: ['--body-bytes', String(2 ** 50)],
  },
  {
    name: 'body of 15 MiB',
    inFlight: 500,
    seconds: 6,
    scenario: 'chat',
    server: ['--body-bytes', String(15 * MIB)],
  },
  {
    name: 'slow streams',
    inFlight: 2000,
    seconds: 15,
    scenario: 'chat-stream',
    server: SLOW_STREAMS,
  },
  {
    name: 'a million events',
    inFlight: 20,
    seconds: 6,
    scenario: 'chat-stream',
    server: ['--tokens', '1000000'],
  },
];

const only = process.argv.slice(2);
process.env.ASSAY_ENGINE = await findEngine({ progress });
console.log(`peak memory in MiB, at most ${BAR_MIB}`);
console.log('case              in flight  engine  Node  requests  judged  without body  lost');
for (const { name, inFlight, seconds, scenario, server } of CASES) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
  const mock = await MockServer.start(server);
  try {
    const parameters = [...NODE_FLAGS, RUN, mock.address, scenario, `${seconds}`, `${inFlight}`];
    const { stdout } = await promisify(execFile)(process.execPath, parameters);
    const run: MemoryRun = JSON.parse(stdout);
    console.log(
      [
        name.padEnd(17),
        String(inFlight).padStart(9),
        run.enginePeakMiB.toFixed(0).padStart(7),
        run.nodePeakMiB.toFixed(0).padStart(5),
        String(run.exchanges).padStart(9),
        String(run.judged).padStart(7),
        String(run.withoutBody).padStart(13),
        String(run.lost).padStart(5),
        `  ${run.seconds.toFixed(1)} s ${run.failures.join(' ')}`,
      ].join(' '),
    );
  } finally {
    await mock.stop();
  }
}
