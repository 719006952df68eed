import type { Access } from '../../exchange/access.ts';
import { shellQuote } from '../../exchange/curl.ts';
import { header } from '../../exchange/exchange.ts';
import { parseHeader } from '../../target/read-access.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { LAST_GREEN } from '../recorded/last-green.ts';

/** The settings that decided a run, besides its flags. */
export interface RunSettings {
  /** The file that was read; absent when there was none. */
  readonly config?: string;
  readonly target: string;
  /** Where Assay is the provider of the target; absent where it is not. */
  readonly upstream?: string;
  readonly profile: string;
  readonly seed: number;
  /** Ids of the rules that were judged. */
  readonly rules?: readonly string[];
  /** The report of the earlier run; absent without `--against`. */
  readonly against?: string;
}

/**
 * The command that repeats this run in any folder, and writes its reports into a new one: the settings that
 * were found in the folder or drawn at random are named. It contains no key: none can be an argument.
 * Secrets in headers are shown as environment variables.
 * @param given the words of the command after `assay`
 */
export function reproLine(given: readonly string[], settings: RunSettings, access: Access): string {
  // The newest run is another one by then.
  const { rules = [], against = '' } = settings;
  const words = shownWords(given, access).flatMap((word, at, all) => {
    if (word === '--last-failed') return rules.flatMap((id) => ['--rule', id]);
    if (word === `--against=${LAST_GREEN}`) return [`--against=${against}`];
    return [word === LAST_GREEN && all[at - 1] === '--against' ? against : word];
  });
  const added = namedSettings(settings).filter(([flag]) => !isNamed(words, flag));
  return line([...words, ...added.flat()]);
}

/** The command that repeats one rule, without its `--rule`. */
export function conformLine(
  given: readonly string[],
  settings: RunSettings,
  access: Access,
): string {
  const words = shownWords(given, access);
  const way = words.filter((word, index) =>
    WAY.some((flag) => word.startsWith(`${flag}=`) || [word, words[index - 1]].includes(flag)),
  );
  const http2 = words.filter((word) => word === '--http2');
  return line(['conform', ...namedSettings(settings).flat(), ...way, ...http2]);
}

/** How requests reach the target. */
const WAY = ['--header', '--resolve', '--unix-socket'] as const;

function shownWords(given: readonly string[], access: Access): readonly string[] {
  return repeated(given).map((word, index, all) => {
    if (all[index - 1] === '--header') return shownHeader(word, access);
    const flag = /^--header=/.exec(word)?.[0];
    return flag === undefined ? word : `${flag}${shownHeader(word.slice(flag.length), access)}`;
  });
}

/** The command that reads the same files again, which has no setting of its own. */
export function rereadLine(given: readonly string[]): string {
  return line(repeated(given));
}

/** The command that compares the same targets again: the seed decides what they are sent. */
export function compareLine(given: readonly string[], seed: number, access: Access): string {
  const added = isNamed(given, '--seed') ? [] : ['--seed', String(seed)];
  return line([...shownWords(given, access), ...added]);
}

/** What a repetition would write over, the reports that are read and the baseline; and its page. */
const OF_ONE_RUN: ReadonlySet<string> = new Set([
  '--out',
  '--reason',
  '--update-baseline',
  '--live',
]);

function repeated(given: readonly string[]): readonly string[] {
  return given.filter((word, index) => {
    const [flag = ''] = word.split('=');
    const before = given[index - 1] ?? '';
    const isPort = before === '--live' && /^\d+$/.test(word);
    return !OF_ONE_RUN.has(flag) && !isPort && !['--out', '--reason'].includes(before);
  });
}

/** A header as it may be shown. */
function shownHeader(text: string, { headers }: Access): string {
  const [name, value] = parseHeader(text);
  return `${name}: ${header(headers, name.toLowerCase()) ?? value}`;
}

function namedSettings({ config, target, upstream, profile, seed }: RunSettings) {
  return [
    ['--target', target],
    ...(config === undefined ? [] : [['--config', config] as const]),
    ...(upstream === undefined ? [] : [['--upstream', upstream] as const]),
    ['--profile', profile],
    ['--seed', String(seed)],
  ] as const;
}

function isNamed(words: readonly string[], flag: string): boolean {
  return words.some((word) => word === flag || word.startsWith(`${flag}=`));
}

function line(words: readonly string[]): string {
  return ['npx assay', ...words.map(shellQuote)].join(' ');
}

/**
 * The settings of a run in the form of `assay.yaml`: those of the file and of the flags, and what was
 * chosen without them. Secrets of headers and query are placeholders.
 * @param profile name of the profile that was used
 */
export function shownSettings(
  { written, target, workload }: Configuration,
  profile: string,
  { headers, query, proxy }: Access,
): Readonly<Record<string, unknown>> {
  const { headers: _headers, query: _query, proxy: isProxied, ...others } = written;
  const configured = typeof written.workload === 'object' ? written.workload : {};
  return {
    ...others,
    target,
    profile,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(query !== '' && { query }),
    ...(isProxied !== undefined && { proxy: proxy?.url }),
    workload: { ...configured, seed: workload.seed },
  };
}
