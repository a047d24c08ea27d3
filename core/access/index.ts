export { allows, type Person } from './allows.ts';
