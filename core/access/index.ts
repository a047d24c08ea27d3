export { allows, type PersonRights } from './allows.ts';
