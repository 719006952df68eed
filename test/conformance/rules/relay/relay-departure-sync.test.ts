import { relayDepartureSync } from '../../../../src/conformance/rules/relay/relay-departure-sync.ts';
import { answer, stream } from '../exchanges.ts';
import { disconnectTable } from './disconnects.ts';

const left = stream([['', 10]], { unanswered: true, outcome: 'aborted' });

disconnectTable(relayDepartureSync, left, answer({}));
