import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endCluster, startCluster } from './harness/cluster.ts';
import { inNetwork } from './harness/namespaces.ts';
import { KUBECTL, NODE_ADDRESS } from './harness/places.ts';

/**
 * The test cluster by hand, root on Linux:
 *   npm run cluster -- up | down
 *   npm run cluster -- run PROGRAM …   runs a program in the network of the cluster, with its kubectl on the PATH
 */

const say = (line: string) => process.stdout.write(`${line}\n`);
const [what, ...command] = process.argv.slice(2);

switch (what) {
  case 'up':
    await startCluster(say);
    say(`kubectl of the cluster: ${KUBECTL}; address of the node: ${NODE_ADDRESS}`);
    break;
  case 'down':
    await endCluster();
    break;
  case 'run':
    process.exitCode = await runInside(command);
    break;
  default:
    say('Usage: npm run cluster -- up | down | run PROGRAM …');
    process.exitCode = 3;
}

async function runInside(parameters: readonly string[]): Promise<number> {
  const [program = '', ...rest] = await inNetwork(parameters);
  const path = `${KUBECTL.replace(/\/kubectl$/, '')}:${process.env.PATH}`;
  const child = spawn(program, rest, { stdio: 'inherit', env: { ...process.env, PATH: path } });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}
