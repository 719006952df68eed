import type { Socket } from 'node:net';
import type { Alteration } from '../hooks.ts';
import type { Tenant } from '../state/tenants.ts';

export const authOfConnection: Alteration = {
  id: 'auth-of-connection',
  summary: 'The first API key on a connection is used for all later requests on it.',
  hooks({ authorize }) {
    const tenants = new WeakMap<Socket, Tenant>();
    return {
      async authorize(caller) {
        const { socket } = caller.request;
        const tenant = tenants.get(socket) ?? (await authorize(caller));
        tenants.set(socket, tenant);
        return tenant;
      },
    };
  },
};
