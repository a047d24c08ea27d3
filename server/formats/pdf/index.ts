/** PDF documents, for all reports of the server. */
export { Paper, type Box, type PaperOf } from './paper.ts';
export type { TableOf } from './table.ts';
