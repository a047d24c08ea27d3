export { readOnly } from './read-only.ts';
export { allows, type PersonRights } from './allows.ts';
