export { unknownMembers } from './unknown-members.ts';
