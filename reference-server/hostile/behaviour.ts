import type { Socket } from 'node:net';
import type { Defect } from '../http/certificate.ts';
import type { Operation } from '../routes.ts';

/** One request, received completely, and the connection to answer it on. */
export interface HostileRequest {
  readonly operation: Operation;
  /** The id of the video job in the path; '' for other operations. */
  readonly id: string;
  /** The JSON body; empty for another form of body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The request asks for an event stream. */
  readonly streams: boolean;
  /** The API key of the request; '' if it has none. */
  readonly key: string;
  /** The number of requests for the same operation, and the same job, before this one. */
  readonly before: number;
  readonly socket: Socket;
  /** The base address of this gateway. */
  readonly here: string;
  /** The address of a server that no client of this gateway may contact. */
  readonly elsewhere: string;
}

/** What a hostile gateway does to its clients. Its name is its key in `Behaviours`. */
export type Behaviour = { /** One sentence. */ readonly summary: string } & (
  | {
      /** Answers each request for one of `operations`, at any time; 404 for the others. */
      readonly answer: (request: HostileRequest) => void;
      /** Makes what takes long to make, before the first request. */
      readonly prepare?: () => void;
      /** Chat if absent. */
      readonly operations?: readonly Operation[];
    }
  | {
      /** Takes each connection; nothing is read as HTTP. */
      readonly connect: (socket: Socket) => void;
      /** The scheme of the address; http if absent. */
      readonly scheme?: 'http' | 'https';
    }
  | {
      /** Serves TLS with this defect of the certificate, and answers correctly inside. */
      readonly certificate: Defect;
      /** The scheme of the address; https if absent. */
      readonly scheme?: 'http' | 'https';
    }
);

/** Hostile behaviours of one kind, by name. */
export type Behaviours = Readonly<Record<string, Behaviour>>;
