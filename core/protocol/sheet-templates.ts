import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, name, uuid } from './common.ts';
import { sheetLayout } from './sheets.ts';

/** A layout of sheets that an organization keeps. */
export const sheetTemplate = z.object({
  id: uuid,
  name: z.string(),
  layout: sheetLayout,
  version: z.int(),
  createdAt: z.iso.datetime(),
  /** null if the person no longer exists. */
  createdBy: z.nullable(z.string()),
});
export type SheetTemplate = z.output<typeof sheetTemplate>;

/** Maximum number per organization. */
export const MAX_SHEET_TEMPLATES = 100;

export const listSheetTemplates = defineCall({
  id: 'sheet-templates.list',
  method: 'GET',
  path: '/sheet-templates',
  summary: 'The layouts of sheets that the organization keeps, by name; at most 100.',
  authorization: 'export',
  answer: z.array(sheetTemplate),
});
export const getSheetTemplate = defineCall({
  id: 'sheet-templates.get',
  method: 'GET',
  path: '/sheet-templates/:id',
  summary: 'One layout of sheets.',
  authorization: 'export',
  params: byId,
  answer: sheetTemplate,
});
export const addSheetTemplate = defineCall({
  id: 'sheet-templates.create',
  method: 'POST',
  path: '/sheet-templates',
  summary: 'Keeps a layout of sheets for the organization. 409 when another one has the name.',
  authorization: 'attributes.write',
  body: z.object({ name, layout: sheetLayout }),
  answer: sheetTemplate,
});
export const updateSheetTemplate = defineCall({
  id: 'sheet-templates.update',
  method: 'PUT',
  path: '/sheet-templates/:id',
  summary: 'Names a layout of sheets anew, or replaces what it says. 409 when another one has the name.',
  authorization: 'attributes.write',
  params: byId,
  body: z.partial(z.object({ name, layout: sheetLayout })),
  answer: sheetTemplate,
  versioned: true,
});
export const deleteSheetTemplate = defineCall({
  id: 'sheet-templates.delete',
  method: 'DELETE',
  path: '/sheet-templates/:id',
  summary: 'Deletes a layout of sheets. Sheets made with it stay.',
  authorization: 'attributes.write',
  params: byId,
  versioned: true,
});
