import { type CustomRule, need } from '@assay/cli/rule';

export const noServerHeader: CustomRule<'any'> = {
  id: 'team-no-server-header',
  level: 'must',
  provenance: 'assumed',
  source: 'security policy of the team, section 4',
  statement: 'A response does not name the software of the server.',
  harm: 'An attacker learns which vulnerabilities to try.',
  evidence: 'any',
  operations: ['chat'],
  probe: {
    name: 'one-chat',
    async run(gateway) {
      const messages = [{ role: 'user', content: `Say only the word ${gateway.nonce()}.` }];
      const json = { model: gateway.expect.chatModel, messages };
      return [await gateway.send({ operation: 'chat', body: { json }, expected: 'accepted' })];
    },
  },

  *judge({ exchange }) {
    need(exchange.answer, 'an answer');
    for (const [name, value] of exchange.answer.headers) {
      if (name !== 'server' && name !== 'x-powered-by') continue;
      yield { expected: 'no such header', actual: value, where: name };
    }
  },
};
