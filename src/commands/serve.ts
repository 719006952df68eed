import { OPTIONS } from '../../reference-server/options.ts';
import { compileCacheVariables } from '../input/compile-cache.ts';
import { modulePath } from '../input/package-files.ts';
import { command } from './options/command.ts';
import { collect, flagOf, nameOf, type Option, option, withFallback } from './options/option.ts';
import { runInTerminal } from './terminal/interruption.ts';

const MAIN = modulePath('reference-server/main.ts');

/** For Assay alone, which starts the gateway. */
const INTERNAL = 'parent-pipe';

export const serve = command({
  name: 'serve',
  summary: 'start the reference gateway',
  description:
    'Starts the reference gateway. It prints its base address, with --tls the file of its certificate, two API keys as export lines for the shell, and its models. Ctrl-C stops it.',
  options: optionsOfGateway(),
  examples: [
    'assay serve --port 8080',
    'assay serve --port 8080 --fault cs-chunk-after-done',
    'assay serve --port 8080 --hostile endless-events',
    'assay serve --port 8443 --tls --http2',
    'assay serve --port 8080 --slots 8 --service-time 200ms',
  ],
  async run(options) {
    const env = { ...process.env, ...compileCacheVariables() };
    const args = [MAIN, ...argumentsOf(options), '--parent-pipe'];
    return await runInTerminal(process.execPath, args, env);
  },
});

function optionsOfGateway(): readonly Option[] {
  return Object.entries(OPTIONS).map(([name, facts]): Option => {
    if (facts.type === 'boolean') {
      return option(`--${name}`, facts.summary, { isHidden: name === INTERNAL });
    }
    const flags = `--${name} <${facts.value.toLowerCase()}>`;
    if ('multiple' in facts) return option(flags, facts.summary, { read: collect });
    const plain: Option = option(flags, facts.summary);
    return 'default' in facts ? withFallback(plain, facts.default, facts.default) : plain;
  });
}

/** The options in the form of the gateway's command line. */
function argumentsOf(given: object): string[] {
  const values = new Map<string, unknown>(Object.entries(given));
  return optionsOfGateway().flatMap((one) => {
    const value = values.get(nameOf(one));
    if (value === undefined || value === false) return [];
    if (value === true) return [flagOf(one)];
    return [value].flat().flatMap((each) => [flagOf(one), String(each)]);
  });
}
