import { readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { VARIANTS } from '../../reference-server/alterations.ts';
import { json } from '../../src/report/formats/json.ts';
import { passingGate } from '../report/sample-report.ts';
import { assay, expectRefused } from '../support/assay-in-process.ts';
import { loopbackServer } from '../support/loopback-server.ts';
import { testFolder } from '../support/test-folder.ts';

const folder = await testFolder('usage');

beforeAll(async () => {
  await writeFile(join(folder, 'broken.yaml'), 'target: [');
  await writeFile(join(folder, 'unknown-key.yaml'), 'workload:\n  arivalRate: 5/s\n');
  await writeFile(join(folder, 'two.yaml'), 'workload:\n  arivalRate: 5/s\nslos: []\n');
  await writeFile(join(folder, 'proto.yaml'), '__proto__:\n  target: http://127.0.0.1:9\n');
  await writeFile(join(folder, 'list.yaml'), '- target\n');
  await writeFile(join(folder, 'number.yaml'), 'workload: 5\n');
  await writeFile(join(folder, 'mix.yaml'), 'workload:\n  mix: {chatt: 1}\n');
  await writeFile(join(folder, 'slo.yaml'), 'slo:\n  - chat ttf p95 < 1s\n');
  await writeFile(
    join(folder, 'profile.yaml'),
    'name: mine\noverrides:\n  - setting: chatModl\n    value: x\n    reason: typo\n',
  );
});

const KEY = { ASSAY_API_KEY: 'test_live_0123456789abcdef' };

test.each([
  ['gat', /^Unknown command 'gat'\. Did you mean gate\? See "assay --help"\.$/m],
  [
    'gate --tagret x',
    /^Unknown option '--tagret'\. Did you mean --target\? See "assay gate --help"\.$/m,
  ],
  [
    'explain chat-stream-done',
    /^Unknown rule: chat-stream-done\. Did you mean chat-stream-done-\S+\?/,
  ],
  ['conform --rule nope', /^Unknown rule: nope\./],
  ['conform --area vidoe', /^Unknown area: vidoe\. Did you mean video\?/],
  ['help gat', /^Unknown command: gat\. Did you mean gate\?/],
  ['load --operation imges', /^Unknown operation: imges\. Did you mean images\?/],
  [
    'gate --operation chat --scenario mixed',
    /^--operation and --scenario cannot be combined\. Remove one of them\.\n$/,
  ],
  ['describe --format sarif', /^Unknown format: sarif\. Formats: json, markdown, html\.\n$/],
  ['compare a b --format sarif', /^Unknown format: sarif\./],
  ['list rulez', /^Unknown list: rulez\. Did you mean rules\?/],
  [['gate', '--label', ' '], /^--label needs 1 to 100 printable char/],
  ['judge x --label a\nb', /^--label needs .*"a\\nb"/],
  ['gate --format xml', /^Unknown format: xml\./],
  ['conform --profile referense', /^Unknown profile: referense\. Did you mean reference\?/],
  ['conform --target embeded', /^Unknown target: embeded\. Did you mean embedded\?/],
  [
    'load --duration 0s',
    /^Configuration is malformed: the command line\. workload\.duration: needs a time above 0\./,
  ],
  ['load --duration 9999999h', /^--duration needs at most 8760h; got 9999999h\./],
  ['conform --out /sys/reports', /^Cannot write the report: \/sys\/reports \(E\w+\)\./],
  // A folder there is refused as missing, which mkdir of Node tries again without end.
  ['conform --out /proc/x/y', /^Cannot write the report: \/proc\/x\/y \(E\w+\)\. Name another/],
  ['init /proc/x/assay.yaml', /^Cannot write \S+ \(E\w+\)\. Check its folder\./],
  [
    'conform --baseline nowhere.yaml',
    /^Cannot read nowhere\.yaml\. The file does not exist; --update-baseline writes it\./,
  ],
  ['load --image x', /^--image needs --on-cluster or --emit k6-operator\./],
  [
    'load --emit script --parallelism 3',
    /^--parallelism needs --on-cluster or --emit k6-operator\./,
  ],
  ['load --emit script --record x', /^--emit and --record cannot be combined\./],
  ['load --users 5 --arrival-rate 5/s', /^--users and --arrival-rate cannot be combined\./],
  ['gate --thorough --no-thorough', /^--thorough and --no-thorough cannot be combined\./],
  ['load --judge-workers 2', /^--judge-workers needs --judge after or --on-cluster\./],
  [
    'load --segments 2 --k6-out json=x.json',
    /^--k6-out json=x\.json cannot be shared by several engines, and --segments 2 starts several\./,
  ],
  [
    'load --arrivals constant --users 5',
    /workload\.arrivals: is constant, but closed is set: remove one of them\./,
  ],
  [
    'load --arrivals closed',
    /workload\.arrivals: is closed, which needs closed: \{.*\}, or --users 10 --think 1s\./,
  ],
  ['load --record .', /^Recording cannot be written: \.\. Name a file in a folder that exists/],
  [
    'capacity --time-limit 10s --step-duration 20s',
    /^--time-limit is too short: 10 s, but the first step at 4\/s takes 23 s\. Raise --time-limit or lower/,
  ],
  [
    ['capacity', '--operation', 'images', '--slo', 'chat e2e p95 < 1s'],
    /^Objective can never be measured: chat e2e p95 < 1s\. The scenario images sends only images\. Set/,
  ],
  [
    ['capacity', '--operation', 'chat', '--slo', 'chat ttft p95 < 1s'],
    /^Objective can never be measured: chat ttft p95 < 1s\. The scenario chat requests no stream for chat\. Set/,
  ],
  ['capacity --dry-run --scenario chatt', /^Unknown scenario: chatt\. Did you mean chat\?/],
  ['load --scenario chatt', /^Unknown scenario: chatt\. Did you mean chat\?/],
  ['gate --out /dev/null/reports', /^Cannot write the report: \/dev\/null\/reports \(ENOTDIR\)/],
  ['conform --target http://127.0.0.1:9', /^No API key for the target: ASSAY_API_KEY is not set\./],
])('assay: %s is reported with exit code 3', async (words, message) => {
  await expectRefused(words, message);
});

test('assay: where the folder of all runs cannot be written, nothing is sent', async () => {
  const requests: string[] = [];
  const host = await loopbackServer(({ url = '' }, response) => {
    requests.push(url);
    response.writeHead(500).end();
  });
  const words = `conform --target http://${host} --profile default`;
  await expectRefused(words, /^Cannot write the report: reports\/runs \(E\w+\)/, {
    cwd: '/proc',
    env: KEY,
  });
  expect(requests).toEqual([]);
});

test.each([['--arrival-rate 1000000/s'], ['--stages 0/s..1000000/s:30s,1/s:9h']])(
  'assay: load %s is refused unless the machine is very large',
  async (flags) => {
    if (availableParallelism() > 60) return;
    await expectRefused(
      `load ${flags}`,
      /^1\s000\s000 arrivals\/s are too many for this machine: a core starts about 1\s500\/s, and it has \d+ cores?\. Lower the rate, or spread the load/,
    );
  },
);

const ESCAPES = 'a\u{1b}[31m\u{9b}31m\u{202e}\r';

test.each([
  ['a rule', ['explain', ESCAPES]],
  ['a flag', ['conform', `--${ESCAPES}`]],
  ['a command', [ESCAPES]],
  ['a format', ['conform', '--format', ESCAPES]],
  ['a duration', ['load', '--duration', ESCAPES]],
  ['a target', ['conform', '--target', ESCAPES]],
  ['a file', ['conform', '--config', `${ESCAPES}.yaml`]],
  ['a profile', ['conform', '--profile', ESCAPES]],
  ['a header', ['conform', '--header', `${ESCAPES}: x`]],
  ['a recording', ['judge', ESCAPES]],
  ['a subject', ['compare', ESCAPES, ESCAPES]],
  ['an objective', ['load', '--slo', ESCAPES]],
  ['a trace', ['load', '--trace', ESCAPES]],
])('assay: no control character in the name of %s reaches the terminal', async (_, args) => {
  const run = await assay(args);
  expect(run.stderr).toMatch(/./);
  expect(run.stderr + run.stdout).not.toMatch(/(?![\t\n])[\p{Control}\p{Bidi_Control}]/u);
  expect(run.code).toBe(3);
});

test.each([
  ['a rule', (text: string) => ['explain', text]],
  ['a flag', (text: string) => ['conform', `--${text}`]],
  ['a target', (text: string) => ['conform', '--target', text]],
  ['a duration', (text: string) => ['load', '--duration', text]],
])('assay: a name of 100 kB of %s is cut in the message', async (_, args) => {
  const run = await assay(args('x'.repeat(100_000)));
  expect(run.stderr.length).toBeLessThan(5000);
  expect(run.stderr).toMatch(/characters omitted/);
  expect(run.code).toBe(3);
});

test.each([
  ['an unknown name', 'embeded', /^Unknown target: embeded\./],
  ['another scheme', 'ftp://127.0.0.1', /^Invalid address: "ftp:/],
  [
    'an impossible port',
    'https://127.0.0.1:99999',
    /^Invalid address: .* Check its host and its port/,
  ],
  ['credentials', 'http://a:b@127.0.0.1', /contains credentials\./],
  ['a query', 'http://127.0.0.1/?a=b', /has a query or a fragment: .* is query in assay\.yaml\./],
  ['the path of an operation', 'http://127.0.0.1/v1/responses', /the path of an operation/],
])('assay: a dry run refuses a target with %s, as a run does', async (_, target, message) => {
  for (const command of ['conform', 'gate', 'capacity']) {
    await expectRefused([command, '--dry-run', '--target', target], message);
  }
});

test.each([
  ['gate', '--target', 'htp://127.0.0.1'],
  ['describe', '--target', 'htp://127.0.0.1', '--upstream', '127.0.0.1:0'],
])('assay %s: a target is refused before the load engine is looked for', async (...args) => {
  await expectRefused(args, /^Invalid address: "htp:/, {
    env: { ASSAY_ENGINE: '/dev/null/engine' },
  });
});

test.each([
  ['an unknown flag', ['load', '--fooo'], 'Unknown option \'--fooo\'. See "assay load --help".\n'],
  ['no rule', ['explain'], 'Missing required argument \'rule\'. See "assay explain --help".\n'],
  [
    'too many words',
    ['gate', 'x'],
    'Too many arguments for \'gate\'. Expected 0 arguments but got 1: x. See "assay gate --help".\n',
  ],
])('assay: %s names the help of the command', async (_, args, message) => {
  expect(await assay(args)).toEqual({ code: 3, stdout: '', stderr: message });
});

test.each([
  ['a directory', '.', /^Cannot read \S+ It is a folder: name the file in it\./],
  ['a missing file', 'none.yaml', /^Cannot read \S+ The file does not exist/],
  ['no YAML', 'broken.yaml', /^File is not valid YAML: \S+broken\.yaml/],
  [
    'an unknown key',
    'unknown-key.yaml',
    /Unknown key: workload\.arivalRate\. Did you mean arrivalRate\?/,
  ],
  [
    'two mistakes',
    'two.yaml',
    /two\.yaml\. Unknown key: workload\.arivalRate\. Did you mean arrivalRate\? Unknown key: slos\. Did you mean slo\?\n$/,
  ],
  [
    'an unknown scenario in the mix',
    'mix.yaml',
    /workload\.mix\.chatt: Unknown scenario in the mix: chatt\. Did you mean chat\?\n$/,
  ],
  ['no mapping of the workload', 'number.yaml', /workload must be a mapping of keys to values\./],
  ['a key of JavaScript', 'proto.yaml', /^Key is not allowed: __proto__ in \S+\. Remove it\.\n$/],
  ['a device without an end', '/dev/zero', /^Cannot read \/dev\/zero\. It has more than 1000000/],
  ['no mapping', 'list.yaml', /It must be a mapping of keys to values\./],
  [
    'an unknown metric',
    'slo.yaml',
    /^Objective names an unknown metric: ttf\. Did you mean ttft\?/,
  ],
])('assay: %s as configuration is reported with exit code 3', async (_, file, message) => {
  await expectRefused(['conform', '--config', resolve(folder, file)], message);
});

test('assay: an unknown setting in a profile is reported and exits 3', async () => {
  await expectRefused(
    ['conform', '--profile', join(folder, 'profile.yaml')],
    /^Unknown setting: chatModl in \S+profile\.yaml\. Did you mean chatModel\?/,
  );
});

test.each(['127.0.0.1', '[::1]'])(
  'assay: %s without a listener is reported with exit code 2',
  async (host) => {
    const run = await assay(['conform', '--target', `http://${host}:9`], { env: KEY });
    expect(run.stderr).toBe(
      `Target refused the connection: http://${host}:9 (ECONNREFUSED). Check that it is running.\n`,
    );
    expect(run.code).toBe(2);
  },
);

test('assay: a host without an address is reported with exit code 2', async () => {
  const run = await assay(['conform', '--target', 'http://nowhere.invalid'], { env: KEY });
  expect(run.stderr).toMatch(
    /^Host of the target was not found: http:\/\/nowhere\.invalid \(E\w+\)\. Check the host name\./,
  );
  expect(run.code).toBe(2);
});

test.each(['trace', 'trace azure.csv --out trace.jsonl', 'trace --help'])(
  'assay %s: says what does it now, with exit code 3',
  async (words) => {
    await expectRefused(
      words,
      /^assay trace is gone\. Write assay load --trace FILE\.csv, which reads an Azure LLM inference trace as it is\.\n$/,
    );
  },
);

test('assay list rules: every rule is a line with level, provenance and statement', async () => {
  const run = await assay(['list', 'rules']);
  expect(run.stdout).toMatch(
    /^chat-stream-done-once-last +chat-stream +must +assumed +Nothing follows \[DONE\]/m,
  );
  expect(run.code).toBe(0);
});

test('list variants: every legal oddity of the reference gateway is there, with what is odd', async () => {
  const { stdout } = await assay(['list', 'variants', '--json']);
  const rows = [...VARIANTS].map(([variant, { summary }]) => ({ variant, summary }));
  expect(JSON.parse(stdout)).toEqual(rows);
});

test('assay list rule-sets: every frozen set is a line with its number', async () => {
  const run = await assay(['list', 'rule-sets']);
  expect(run.stdout).toMatch(/^2026\.11 +\d+ rules$/m);
  expect(run.code).toBe(0);
});

test('assay explain: a rule is explained with harm, source and proof', async () => {
  const run = await assay(['explain', 'chat-stream-done-once-last']);
  expect(run.stdout).toMatch(/statement +Nothing follows \[DONE\]/);
  expect(run.stdout).toMatch(/harm +Clients stop reading at \[DONE\]/);
  expect(run.stdout).toMatch(/clients +(?:.|\n)*AI SDK \d+\.\d+:/);
  expect(run.stdout).toMatch(/proven by +assay serve --fault cs-chunk-after-done/);
  expect(run.code).toBe(0);
});

test('assay init: the example is a valid configuration', async () => {
  const file = join(folder, 'example.yaml');
  await assay(['init', file]);
  const run = await assay(['conform', '--config', file, '--target', 'http://127.0.0.1:9'], {
    env: KEY,
  });
  expect(run.stderr).toMatch(/^Target refused the connection/);
});

test('assay help: a command has the help that --help prints', async () => {
  const [asked, flagged] = [await assay(['help', 'gate']), await assay(['gate', '--help'])];
  expect(asked).toEqual(flagged);
  expect(asked.code).toBe(0);
});

test('assay help: without a command it is the help of Assay', async () => {
  expect(await assay(['help'])).toEqual(await assay(['--help']));
});

test('assay list: without a word it says which lists there are', async () => {
  const { stdout, code } = await assay(['list']);
  expect(code).toBe(0);
  for (const name of stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')) {
    expect((await assay(['list', name])).code, name).toBe(0);
  }
  expect(stdout).toMatch(/^rules +\S/m);
});

test('assay load: --operation sends the scenario of that operation', async () => {
  const args = 'load --target http://127.0.0.1:9 --operation images --emit script'.split(' ');
  const { stdout, code } = await assay(args, { env: KEY });
  expect(code).toBe(0);
  expect(stdout).toContain('"scenario":"images"');
});

test('assay compare: --format writes only that file', async () => {
  const earlier = join(folder, 'earlier.json');
  await writeFile(earlier, json.render(passingGate()));
  const out = join(folder, 'compared');
  const run = await assay([
    'compare',
    `a=${earlier}`,
    `b=${earlier}`,
    '--format',
    'markdown',
    '--out',
    out,
  ]);
  expect(run.code).toBe(0);
  expect(await readdir(out)).toEqual(['compare.md']);
});
