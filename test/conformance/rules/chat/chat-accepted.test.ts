import { chatAccepted } from '../../../../src/conformance/rules/chat/chat-accepted.ts';
import { acceptanceTable } from '../acceptance-table.ts';

acceptanceTable(chatAccepted, 'chat');
