import { direct, NO_ACCESS } from '../exchange/access.ts';
import { compileCacheVariables } from '../input/compile-cache.ts';
import { defined } from '../input/defined.ts';
import { modulePath } from '../input/package-files.ts';
import { GatewayProcess } from './gateway-process.ts';
import { freshKeys, keyVariables } from './keys.ts';
import { routeNote } from './remote.ts';
import type { TargetKind } from './target.ts';

const MAIN = modulePath('reference-server/main.ts');

/** The bundled reference gateway in a child process, on a free port of the loopback. */
export const embedded: TargetKind = {
  summary: 'the bundled reference gateway in a child process; the default',
  takes: (text) => text === 'embedded',

  async start({ referenceOptions, access = NO_ACCESS, keys = freshKeys() }) {
    const speech = access.http2 ? ['--http2'] : [];
    const parameters = [MAIN, '--port', '0', '--parent-pipe', ...speech, ...referenceOptions];
    const gateway = new GatewayProcess(parameters, {
      ...compileCacheVariables(),
      ...keyVariables(keys),
    });
    const address = await gateway.listening();
    return {
      kind: 'embedded',
      address,
      keys,
      access: direct(access),
      profile: 'reference',
      ...defined({ note: routeNote(address, direct(access)) }),
      ended: async () => {
        const reason = gateway.ended();
        return reason && `The embedded reference gateway is gone: ${reason}.`;
      },
      stop: () => gateway.stop(),
    };
  },
};
