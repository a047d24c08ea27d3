/** PDF documents, for all reports of the server. */
export { Paper, type PageRectangle, type PaperOf } from './paper.ts';
export type { TableOf } from './table.ts';
export { ScriptPdf } from './script-pdf.ts';
