import { expect, test } from 'vitest';
import { hostInUrl } from '../../reference-server/http/listen.ts';
import { BadOptions, OPTIONS, parseCommandLine } from '../../reference-server/options.ts';
import { DEFAULTS } from '../../reference-server/settings.ts';

test('options: without any, the defaults apply', () => {
  expect(parseCommandLine([])).toEqual({
    port: 0,
    host: '127.0.0.1',
    parentPipe: false,
    tls: false,
    http2: false,
    reference: { ...DEFAULTS, faults: [], variants: [] },
  });
});

test('options: all are read', () => {
  const line =
    '--port 8080 --host 0.0.0.0 --ttft 50ms --itl=5 --tokens 32 --slots 8 --service-time 0.2s ' +
    '--video-time 2s --seed 7 --fault a --fault b --variant c --parent-pipe --tls --http2 ' +
    '--upstream http://127.0.0.1:9000 --relay-delay 3ms --relay-deadline 2s';
  expect(parseCommandLine(line.split(' '))).toEqual({
    port: 8080,
    host: '0.0.0.0',
    parentPipe: true,
    tls: true,
    http2: true,
    reference: {
      ttftMs: 50,
      itlMs: 5,
      tokens: 32,
      slots: 8,
      serviceTimeMs: 200,
      videoMs: 2000,
      seed: 7,
      upstream: 'http://127.0.0.1:9000/',
      relayDelayMs: 3,
      relayDeadlineMs: 2000,
      faults: ['a', 'b'],
      variants: ['c'],
    },
  });
});

test.each([
  [
    ['--ttft', 'fast'],
    '--ttft needs a duration of at most an hour, such as 50ms or 2s; got "fast".',
  ],
  [['--itl', '2h'], '--itl needs a duration of at most an hour, such as 50ms or 2s; got "2h".'],
  [['--video-time', '0'], '--video-time needs a duration of at least 1 ms; got "0".'],
  [['--port', '70000'], '--port needs an integer from 0 to 65535; got "70000".'],
  [['--tokens', '1.5'], '--tokens needs an integer from 1 to 10000; got "1.5".'],
  [['--tokens', '0'], '--tokens needs an integer from 1 to 10000; got "0".'],
  [['--slot', '1'], 'Unknown option: --slot. Did you mean --slots?'],
  [
    ['--nonsense-entirely'],
    'Unknown option: --nonsense-entirely. Known: --port, --host, --ttft, --itl, --tokens, --slots, --service-time, --video-time, --store, --upstream, --relay-delay, --relay-deadline, --fault, --variant, --hostile, --seed.',
  ],
  [['--port'], "Option '--port <value>' argument missing."],
  [['extra'], "Unexpected argument 'extra'."],
])('options: %j is refused in one sentence', (argv, message) => {
  expect(() => parseCommandLine(argv)).toThrow(new BadOptions(message));
});

test('options: a hostile behaviour is read, and cannot be combined with a fault', () => {
  expect(parseCommandLine(['--hostile', 'endless-body'])).toMatchObject({
    hostile: 'endless-body',
  });
  expect(() => parseCommandLine(['--hostile', 'endless-body', '--fault', 'a'])).toThrow(
    new BadOptions(
      '--hostile cannot be combined with --fault: it replaces the reference gateway. Remove one of them.',
    ),
  );
});

test('options: each has a summary, and the default of the settings', () => {
  for (const facts of Object.values(OPTIONS)) expect(facts.summary).toMatch(/^[a-z]/);
  expect(OPTIONS.ttft.default).toBe(`${DEFAULTS.ttftMs}ms`);
  expect(OPTIONS.tokens.default).toBe(`${DEFAULTS.tokens}`);
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['gateway.test', 'gateway.test'],
  ['::1', '[::1]'],
])('options: the host %s is %s in the address', (host, inAddress) => {
  expect(hostInUrl(host)).toBe(inAddress);
});
