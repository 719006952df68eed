import { expect, test } from 'vitest';
import type { ProbeGateway } from '../../../src/conformance/gateway.ts';
import { referenceProfile } from '../../../src/conformance/profiles/bundled.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { accepted, chatRequest } from '../../../src/conformance/requests/plain.ts';
import type { JudgeRule, Rule } from '../../../src/conformance/rule.ts';
import { chatAccepted } from '../../../src/conformance/rules/chat/prompts.ts';
import { transportBodyLength } from '../../../src/conformance/rules/transport/bodies.ts';
import {
  type ConformanceResult,
  runConformance,
} from '../../../src/conformance/run/run-conformance.ts';
import { createProbeGateways } from '../../../src/conformance/sending/live-gateway.ts';
import { tcpServer } from '../../support/tcp-server.ts';

const HALF_A_STREAM =
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n6\r\ndata: ';

/** Judges a gateway that writes only this of each answer, and may end by it. */
async function judgeBreaking(
  ends: boolean,
  rules: readonly Rule[] = [transportBodyLength],
  written = HALF_A_STREAM,
): Promise<ConformanceResult> {
  const server = await tcpServer((socket) => {
    socket.end(written);
    if (ends) void server.close();
  });
  const profile = resolveProfile(referenceProfile, []);
  const gateways = createProbeGateways({
    address: server.origin,
    keys: { first: 'k_live_1234567', second: 'k_live_7654321' },
    expect: profile.expect,
    seed: 1,
  });
  try {
    return await runConformance({
      rules,
      profile,
      capabilities: { secondKey: false },
      target: gateways,
      timekeeping: gateways.timekeeping,
      signal: new AbortController().signal,
    });
  } finally {
    await gateways.close();
    await server.close();
  }
}

test('target: ending within an answer breaks no rule, and the probe that ran then is named', async () => {
  const { outcomes, cutShort, gone } = await judgeBreaking(true);
  expect(outcomes.map(({ tally }) => tally.findings)).toEqual([0]);
  expect(cutShort).toBe('target-gone');
  expect(gone?.during).toEqual([transportBodyLength.probe.name]);
});

test.each([
  ['ends before the answer to a request that its probe does not return is not blamed', true, 0],
  ['answers no request, also none that its probe does not return, is blamed', false, 1],
] as const)('target: one that %s', async (_, ends, findings) => {
  const keeping = ruleWith(transportBodyLength, 'keeps-its-answer', async (gateway) => {
    const chat = chatRequest(gateway.expect, { prompt: 'Say hello.' });
    await gateway.send({ ...accepted(chat), retries: 0 });
  });
  const about = ruleWith(chatAccepted, 'sends-nothing', async () => {});
  const { outcomes } = await judgeBreaking(ends, [keeping, about], '');
  expect(outcomes.find(({ rule }) => rule === about)?.tally.findings).toBe(findings);
});

/** A rule with a probe that returns nothing. */
function ruleWith(
  rule: JudgeRule<'begun'> | JudgeRule<'sent'>,
  name: string,
  send: (gateway: ProbeGateway) => Promise<void>,
): Rule {
  const run = async (gateway: ProbeGateway) => {
    await send(gateway);
    return [];
  };
  return { ...rule, probe: { name, run } };
}

test('target: truncating answers while still listening breaks the rule', async () => {
  const { outcomes, cutShort, gone } = await judgeBreaking(false);
  expect(outcomes.map(({ tally }) => tally.findings > 0)).toEqual([true]);
  expect(cutShort).toBeUndefined();
  expect(gone).toBeUndefined();
});

test('target: a run goes on where it was cut when the target responds again', async () => {
  const server = await tcpServer((socket) => void socket.end(HALF_A_STREAM));
  const profile = resolveProfile(referenceProfile, []);
  const gateways = createProbeGateways({
    address: server.origin,
    keys: { first: 'k_live_1234567' },
    expect: profile.expect,
    seed: 1,
  });
  let isGone = false;
  let looks = 0;
  const { outcomes, cutShort } = await runConformance({
    rules: [transportBodyLength],
    profile,
    capabilities: { secondKey: false },
    target: {
      gatewayFor: gateways.gatewayFor,
      targetIsGone: () => isGone,
      checkTargetAfter: async () => {
        looks += 1;
        isGone = looks === 1;
      },
      recheckTarget: async () => {
        isGone = false;
      },
      room: gateways.room,
      release: gateways.release,
    },
    signal: new AbortController().signal,
  });
  await gateways.close();
  await server.close();
  expect(cutShort).toBeUndefined();
  expect(outcomes.map(({ tally }) => tally.findings > 0)).toEqual([true]);
  expect(outcomes.map(({ tally }) => [...tally.reasons].join())).not.toContain('did not finish');
});
