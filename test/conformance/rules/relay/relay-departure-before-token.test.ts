import { relayDepartureBeforeToken } from '../../../../src/conformance/rules/relay/relay-departure-before-token.ts';
import { answer, stream } from '../exchanges.ts';
import { disconnectTable } from './disconnects.ts';

const left = stream([['', 10]], { unanswered: true, outcome: 'aborted' });

disconnectTable(relayDepartureBeforeToken, left, answer({}));
