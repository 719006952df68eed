import { relayDepartureBeforeToken } from '../../../../src/conformance/rules/relay/relay-departure-before-token.ts';
import { answer, stream } from '../exchanges.ts';
import { departureTable } from './departures.ts';

const left = stream([['', 10]], { unanswered: true, outcome: 'aborted' });

departureTable(relayDepartureBeforeToken, left, answer({}));
