import type { Billable } from '../../contract/operations.ts';
import { trialOf } from '../requests/difference.ts';
import { bodyForms } from '../requests/forms.ts';
import { unknownIds } from '../requests/ids.ts';
import { type MemberDifference, refusedDifferences, UNKNOWN_MODEL } from '../requests/members.ts';
import { billableRequest, withMembers } from '../requests/plain.ts';
import { trialsOf } from '../requests/walk.ts';
import type { Probe } from '../rule.ts';
import { withControl } from './with-control.ts';

/** Requests with one member, or with one part of a form, that the contract refuses. */
export const badChats = badRequests('chats-with-a-bad-field', 'chat', isNot(UNKNOWN_MODEL));
export const badResponses = badRequests('responses-with-a-bad-field', 'responses');
export const oddJobs = badRequests('odd-video-jobs', 'video-create');
export const oddNumbers = badRequests('odd-numbers-of-images', 'images', isOf('n'));
export const oddPrompts = badRequests('odd-image-prompts', 'images', isOf('prompt'));
export const oddSizes = badRequests('odd-image-sizes', 'images', isOf('size'));
export const unknownImageModel = badRequests('unknown-image-model', 'images', isOf('model'));
export const unknownModel = badRequests('unknown-model', 'chat', is(UNKNOWN_MODEL));
export const noFile = badRequests('form-without-a-file', 'transcription', is('file absent'));
export const emptyFile = badRequests('form-with-an-empty-file', 'transcription', is('file empty'));
export const noModel = badRequests(
  'form-without-a-model',
  'transcription',
  (each) => isOf('model')(each) && isNot('model twice')(each),
);

type Choice = (difference: MemberDifference) => boolean;

/** Each chosen difference beside a plain request. */
function badRequests(
  name: string,
  operation: Billable,
  isChosen: Choice = () => true,
): Probe<'series'> {
  return {
    name,
    async run(gateway) {
      const series = bodyForms(gateway, operation).map((form) => {
        const differences = refusedDifferences(gateway, form).filter(isChosen);
        const trials = trialsOf(gateway, form, differences);
        return withControl(gateway, form.request(gateway.nonce()), trials);
      });
      return (await Promise.all(series)).flat();
    },
  };
}

function isOf(wanted: string): Choice {
  return ({ member }) => member === wanted;
}

function is(wanted: string): Choice {
  return ({ name }) => name === wanted;
}

function isNot(unwanted: string): Choice {
  return ({ name }) => name !== unwanted;
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
