import type { Socket } from 'node:net';
import { encodeFrame, type Frame, FrameDecoder } from '../../exchange/frames.ts';
import type { Secret } from '../../exchange/redaction/spellings.ts';
import type { UpstreamStep } from '../../exchange/upstream/upstream-step.ts';
import { Turns } from '../../input/turns.ts';
import { chunksOf, PrivateSocket } from '../private-socket.ts';
import { decodeUpstreamFrame, TO_UPSTREAM, type UpstreamFrame } from './upstream-frame.ts';

/** Receives a frame, and its bytes as views that are valid until it returns. */
type OnUpstreamFrame = (frame: UpstreamFrame, raw: Frame) => void;

/** The near end of the connection to the upstream (`docs/contributing/upstream.md`). */
export class UpstreamControl {
  readonly #listener: PrivateSocket;
  readonly #onFrame: OnUpstreamFrame;
  readonly #scripted = new Map<number, (problem?: string) => void>();
  readonly #connected = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #failure: Error | undefined;
  #socket: Socket | undefined;
  #scripts = 0;

  private constructor(listener: PrivateSocket, onFrame: OnUpstreamFrame) {
    this.#listener = listener;
    this.#onFrame = onFrame;
  }

  /** @param onFrame called with each frame, in their order */
  static async open(
    secrets: readonly Secret[],
    onFrame: OnUpstreamFrame,
  ): Promise<UpstreamControl> {
    const listener = await PrivateSocket.open((socket) => control.#accept(socket, secrets));
    const control = new UpstreamControl(listener, onFrame);
    return control;
  }

  /** Where the upstream connects (`ASSAY_UPSTREAM`). */
  get path(): string {
    return this.#listener.path;
  }

  /** Why this side closed the connection, such as a MalformedFrame; undefined when it did not. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /**
   * Sets what is done with the requests that carry this nonce, from now on.
   * Settles when the upstream knows it, and all that it had sent before has been read.
   * @param steps without any, its script is removed
   * @param operation `video-read` for the reads of a job with the nonce; absent, requests for content
   */
  async script(
    nonce: string,
    steps: readonly UpstreamStep[],
    operation?: 'video-read' | 'video-cancel',
  ): Promise<void> {
    // The upstream may say where it listens before its connection is accepted here.
    if (this.#socket === undefined) await this.#connected.promise;
    this.#scripts += 1;
    const id = this.#scripts;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    this.#scripted.set(id, resolve);
    this.#send(TO_UPSTREAM.script, { id, nonce, steps, operation });
    const problem = await Promise.race([promise, this.#ended.promise]);
    this.#scripted.delete(id);
    if (problem !== undefined) throw new Error(`The upstream refused a script: ${problem}.`);
  }

  async close(): Promise<void> {
    this.#send(TO_UPSTREAM.stop, {});
    this.#socket?.end();
    await this.#listener.close();
  }

  #send(type: number, header: unknown): void {
    if (this.#socket?.writable === true) this.#socket.write(encodeFrame(type, header));
  }

  #accept(socket: Socket, secrets: readonly Secret[]): void {
    this.#socket = socket;
    this.#connected.resolve();
    socket.on('error', () => undefined);
    this.#send(TO_UPSTREAM.keys, { secrets });
    this.#receive(socket)
      .catch((error: unknown) => {
        this.#failure = error instanceof Error ? error : new Error(String(error));
        socket.destroy();
      })
      .finally(this.#ended.resolve);
  }

  async #receive(socket: Socket): Promise<void> {
    const decoder = new FrameDecoder();
    const turns = new Turns();
    for await (const chunk of chunksOf(socket)) {
      for (const raw of decoder.push(chunk)) {
        const frame = decodeUpstreamFrame(raw);
        this.#onFrame(frame, raw);
        if (frame.type === 'scripted') this.#scripted.get(frame.id)?.(frame.problem);
        if (turns.isOver(raw.body.length)) await turns.next();
      }
    }
  }
}
