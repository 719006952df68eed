import { expect, test } from 'vitest';
import {
  facesOthers,
  listenText,
  parseListenAddress,
} from '../../../src/target/upstream/listen-address.ts';

test.each([
  ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }, false],
  ['localhost:9000', { host: 'localhost', port: 9000 }, false],
  ['[::1]:9000', { host: '::1', port: 9000 }, false],
  ['0.0.0.0:65535', { host: '0.0.0.0', port: 65_535 }, true],
  ['[::]:1', { host: '::', port: 1 }, true],
  ['build-7.example:80', { host: 'build-7.example', port: 80 }, true],
] as const)(
  'listen address: %s is a host and a port, written in the same way',
  (text, address, faces) => {
    expect(parseListenAddress('--upstream', text)).toEqual(address);
    expect(listenText(address)).toBe(text);
    expect(facesOthers(address)).toBe(faces);
  },
);

test.each(['9000', ':9000', '127.0.0.1', '127.0.0.1:65536', '[x]:1', 'http://a:1', 'a b:1', ''])(
  'listen address: %j is refused in one sentence that shows a valid one',
  (text) => {
    expect(() => parseListenAddress('--upstream', text)).toThrow(
      /^--upstream needs HOST:PORT, such as 127\.0\.0\.1:9000 .*; got "/,
    );
  },
);
