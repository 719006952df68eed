import type { Billable } from '../../contract/operations.ts';
import type { ProbeGateway } from '../gateway.ts';
import { trialOf } from '../requests/difference.ts';
import { bodyForms, type RequestForm } from '../requests/forms.ts';
import { unknownIds } from '../requests/ids.ts';
import { type MemberDifference, memberDifferences, ofUnknownModel } from '../requests/members.ts';
import { billableRequest, withMembers } from '../requests/plain.ts';
import { each } from '../requests/walk.ts';
import type { Probe } from '../rule.ts';
import { withControl } from './with-control.ts';

/** Requests with one member, or with one part of a form, that the contract refuses. */
export const badChats = badRequests('chats-with-a-bad-field', 'chat');
export const badResponses = badRequests('responses-with-a-bad-field', 'responses', withModel);
export const oddJobs = badRequests('odd-video-jobs', 'video-create', withModel);
export const oddNumbers = badRequests('odd-numbers-of-images', 'images', ofMember('n'));
export const oddPrompts = badRequests('odd-image-prompts', 'images', ofMember('prompt'));
export const oddSizes = badRequests('odd-image-sizes', 'images', ofMember('size'));
export const unknownImageModel = badRequests('unknown-image-model', 'images', (...of) =>
  ofMember('model')(...of).concat(onlyUnknownModel(...of)),
);
export const unknownModel = badRequests('unknown-model', 'chat', onlyUnknownModel);
export const noFile = badRequests('form-without-a-file', 'transcription', named('file absent'));
export const emptyFile = badRequests(
  'form-with-an-empty-file',
  'transcription',
  named('file empty'),
);
export const noModel = badRequests('form-without-a-model', 'transcription', (...of) =>
  named('model absent', 'model empty')(...of).concat(onlyUnknownModel(...of)),
);

type Choice = (gateway: ProbeGateway, form: RequestForm) => readonly MemberDifference[];

/** Each chosen difference beside a plain request. */
function badRequests(name: string, operation: Billable, choice: Choice = refused): Probe<'series'> {
  return {
    name,
    async run(gateway) {
      const series = bodyForms(gateway, operation).map((form) => {
        const trials = each(gateway, form, choice(gateway, form));
        const control = billableRequest(gateway.expect, operation, gateway.nonce());
        return withControl(gateway, control, trials);
      });
      return (await Promise.all(series)).flat();
    },
  };
}

function refused({ expect }: ProbeGateway, form: RequestForm): readonly MemberDifference[] {
  return memberDifferences(expect, form).filter(({ expected }) => expected === 'refused');
}

function onlyUnknownModel(gateway: ProbeGateway, form: RequestForm): readonly MemberDifference[] {
  return [ofUnknownModel(form, gateway.nonce())];
}

function withModel(...of: Parameters<Choice>): readonly MemberDifference[] {
  return [...refused(...of), ...onlyUnknownModel(...of)];
}

function ofMember(wanted: string): Choice {
  return (...of) => refused(...of).filter(({ member }) => member === wanted);
}

function named(...names: readonly string[]): Choice {
  return (...of) => refused(...of).filter(({ name }) => names.includes(name));
}

/** A chat with a field that no gateway knows. */
export const unknownField: Probe<'series'> = {
  name: 'unknown-field',
  run(gateway) {
    const chat = () => billableRequest(gateway.expect, 'chat', gateway.nonce());
    const member = { [`x_assay_${gateway.nonce()}`]: { a: [1] } };
    const request = withMembers(chat(), member);
    return withControl(gateway, chat(), [{ label: 'an unknown field', request }]);
  },
};

/** Reads and cancels of jobs that were never created, with the creation of one as a control. */
export const unknownJobs: Probe<'series'> = {
  name: 'unknown-video-jobs',
  run(gateway) {
    const good = billableRequest(gateway.expect, 'video-create', gateway.nonce());
    const trials = unknownIds(() => gateway.nonce()).flatMap((difference) =>
      (['video-read', 'video-cancel'] as const).map((operation) =>
        trialOf({ name: operation }, { operation }, [difference]),
      ),
    );
    return withControl(gateway, good, trials);
  },
};
