import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { LIMITS } from '../../input/limits.ts';
import type { ProxyAddress } from '../access.ts';
import { failureCode, ofProxy } from './transport-failure.ts';

const HEAD_END = '\r\n\r\n';
const STATUS = /^HTTP\/1\.[01] (\d{3})\b/;

/** A connection through an HTTP proxy (CONNECT, RFC 9110 §9.3.6). What is written waits until the proxy has opened it. */
export class Tunnel extends Duplex {
  readonly #proxy: ProxyAddress;
  readonly #to: string;
  readonly #socket: Socket;

  constructor(proxy: ProxyAddress, to: { readonly host: string; readonly port: number }) {
    super();
    this.#proxy = proxy;
    this.#to = `${to.host.includes(':') ? `[${to.host}]` : to.host}:${to.port}`;
    this.#socket = connect({ host: proxy.host, port: proxy.port, noDelay: true });
  }

  override _construct(callback: (error?: Error) => void): void {
    const { authorization } = this.#proxy;
    const own = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
    const socket = this.#socket;
    let head = Buffer.alloc(0);
    const onData = (piece: Buffer): void => {
      head = Buffer.concat([head, piece]);
      const end = head.indexOf(HEAD_END);
      if (end === -1 && head.length <= LIMITS.headBytes.value) return;
      const [, status = 'not HTTP'] = STATUS.exec(head.toString('latin1')) ?? [];
      settle(status.startsWith('2') ? undefined : status);
      const rest = head.subarray(end + HEAD_END.length);
      if (rest.length > 0 && status.startsWith('2')) this.push(rest);
    };
    const onError = (error: Error): void => settle(failureCode(error));
    const onClose = (): void => settle('closed without an answer to CONNECT');
    const settle = (failure?: string): void => {
      socket.off('data', onData).off('error', onError).off('close', onClose);
      if (failure === undefined) this.#join();
      // An error of a socket without a listener would end the process.
      else socket.on('error', () => {}).destroy();
      callback(failure === undefined ? undefined : ofProxy(failure));
    };
    socket.once('connect', () => {
      socket.write(`CONNECT ${this.#to} HTTP/1.1\r\nHost: ${this.#to}\r\n${own}\r\n`);
    });
    socket.on('data', onData).on('error', onError).on('close', onClose);
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(piece: Buffer, _: string, callback: (error?: Error | null) => void): void {
    this.#socket.write(piece, callback);
  }

  override _final(callback: () => void): void {
    this.#socket.end(callback);
  }

  /** Also while the proxy has not answered: a stream waits for that before it destroys itself. */
  override destroy(error?: Error): this {
    this.#socket.destroy();
    return super.destroy(error);
  }

  #join(): void {
    this.#socket.pause();
    this.#socket.on('data', (piece: Buffer) => {
      if (!this.push(piece)) this.#socket.pause();
    });
    this.#socket.on('end', () => this.push(null));
    this.#socket.on('error', (error) => this.destroy(error));
    this.#socket.on('close', () => this.destroy());
  }
}
