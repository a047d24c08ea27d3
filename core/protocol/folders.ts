import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { byId, name, uuid } from './common.ts';

/** A folder of the documents of a project. */
export const documentFolder = z.object({
  /** Names with `/` between them: `Permits/2026`. */
  folder: z.string(),
  /** Files in it and in the folders below it, as far as the caller may see them. */
  count: z.int(),
  /** It stays while it is empty. */
  kept: z.boolean(),
});
export type DocumentFolder = z.output<typeof documentFolder>;

/** Most folders that a project keeps, and that a template has. */
export const MAX_FOLDERS = 500;
/** Most templates of an organization. */
export const MAX_FOLDER_TEMPLATES = 100;

const folders = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)))
  .check(z.maxLength(MAX_FOLDERS));

export const listFolders = defineCall({
  id: 'projects.folders',
  method: 'GET',
  path: '/projects/folders/:id',
  summary:
    'The folders of the documents of a project (the id): those that it keeps, those of files, and those above them.',
  authorization: 'geometries.read',
  params: byId,
  answer: z.array(documentFolder),
});
export const changeFolders = defineCall({
  id: 'projects.changeFolders',
  method: 'POST',
  path: '/projects/folders/:id',
  summary:
    'Adds folders that a project (the id) keeps while they are empty, and gives up others; files in these stay where they are.',
  authorization: 'files.write',
  params: byId,
  body: z.object({ add: z.optional(folders), remove: z.optional(folders) }),
  answer: z.array(documentFolder),
});

/** Folders that an organization makes again and again. */
export const folderTemplate = z.object({ id: uuid, name: z.string(), folders: z.array(z.string()) });
export type FolderTemplate = z.output<typeof folderTemplate>;

export const listFolderTemplates = defineCall({
  id: 'folder-templates.list',
  method: 'GET',
  path: '/folder-templates',
  summary: 'The templates of folders of the organization, by name; at most 100.',
  authorization: 'geometries.read',
  answer: z.array(folderTemplate),
});
export const addFolderTemplate = defineCall({
  id: 'folder-templates.create',
  method: 'POST',
  path: '/folder-templates',
  summary:
    'Keeps folders as a template for all projects of the organization. 409 when another one has the name.',
  authorization: 'files.write',
  body: z.object({ name, folders: folders.check(z.minLength(1)) }),
  answer: folderTemplate,
});
export const deleteFolderTemplate = defineCall({
  id: 'folder-templates.delete',
  method: 'DELETE',
  path: '/folder-templates/:id',
  summary: 'Deletes a template of folders. Folders made with it stay.',
  authorization: 'files.write',
  params: byId,
});
