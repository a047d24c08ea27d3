/** Documents for people: what every report of the server is written with. */
export { Paper, type Box, type PaperOf } from './paper.ts';
export type { TableOf } from './table.ts';
