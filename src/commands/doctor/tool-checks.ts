import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ENGINE_FOLDER, goToolchain } from '../../load/engine/build-engine.ts';
import { locateEngine } from '../../load/engine/find-engine.ts';
import { findContainerEngine } from '../../target/container-engine.ts';
import { withoutKeys } from '../../target/keys.ts';
import { type Check, checked } from './check.ts';

const VERSION_DEADLINE_MS = 5000;

/** The load engine, and Go where the engine is built with it. */
export async function engineChecks(env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const engine = await checked('engine', () => engineCheck(env));
  const isHere = engine.state === 'ok' && !engine.found.startsWith('not built');
  return [engine, await checked('Go', () => goCheck(env), isHere ? 'warning' : 'problem')];
}

async function engineCheck(env: NodeJS.ProcessEnv): Promise<Check> {
  const { from, path } = await locateEngine(env);
  if (path === undefined) {
    return {
      what: 'engine',
      state: 'ok',
      found: 'not built yet: the first load builds it, in about a minute',
    };
  }
  const { stdout } = await promisify(execFile)(path, ['version'], {
    env: withoutKeys(env),
    timeout: VERSION_DEADLINE_MS,
  });
  const [version = ''] = stdout.split('\n');
  return { what: 'engine', state: 'ok', found: `${version.trim()}, from ${from}` };
}

async function goCheck(env: NodeJS.ProcessEnv): Promise<Check> {
  return { what: 'Go', state: 'ok', found: await goToolchain(ENGINE_FOLDER, env) };
}

/** @param isNeeded whether the target is a container */
export async function dockerCheck(isNeeded: boolean): Promise<Check> {
  const what = 'Docker';
  const check = await checked(what, async () => {
    const { info } = await findContainerEngine();
    const { serverVersion, operatingSystem } = info.containerRuntime;
    return { what, state: 'ok', found: `${serverVersion}, ${operatingSystem}` };
  });
  if (check.state === 'ok' || isNeeded) return check;
  const remedy = `${check.remedy} Only --target container needs it.`;
  return { ...check, state: 'warning', remedy };
}
