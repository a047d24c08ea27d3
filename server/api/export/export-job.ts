import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type {
  DataRequest,
  DocumentRequest,
  ExportResult,
  IntersectionsRequest,
  Language,
  ReportRequest,
  SheetRequest,
} from '#core/protocol';
import { AppError } from '#core/kernel';
import { DEFAULT_FORMAT, grants, MAX_SHEET_PAGES, type DisplayFormat } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { audit } from '../../platform/audit/audit.ts';
import { memberOf } from '../../shared/access/member.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { gridFiles } from '../../shared/crs/grids.ts';
import { readyCrs } from '../../shared/crs/registered.ts';
import type { Queries } from '../../platform/db/database.ts';
import { sentence } from '../../base/language.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import type { ObjectFilter, TypeIds } from './gather/ids.ts';
import { relatedNames } from './gather/related.ts';
import { selectedObjects } from './gather/selected.ts';
import { spoolIntersections } from './gather/intersections.ts';
import { linkedElements } from './gather/elements.ts';
import { copyAttachments, listAttachments } from './gather/attachments.ts';
import { gatherPhotos } from './gather/photos.ts';
import { readProfiles } from './gather/profiles.ts';
import { plannedSheet, readAtlasObjects, type PlannedSheet } from './gather/sheet.ts';
import { spoolObjects, type Spooling } from './gather/spool.ts';
import { RETENTION_DAYS, removeExpired } from './stored-exports.ts';
import { fileName } from '../../formats/names.ts';
import type { WriteTask, WrittenExport } from './content/task.ts';
import { writeInThread } from './write-in-thread.ts';
import type { SpoolType } from '../../formats/layer-writer.ts';

/** The queued request: its body, with language and time. */
export type ExportInput = { language: Language; at: string } & (
  | ({ kind: 'data' } & DataRequest)
  | ({ kind: 'document' } & DocumentRequest)
  | ({ kind: 'report' } & ReportRequest)
  | ({ kind: 'intersections' } & IntersectionsRequest)
  | ({ kind: 'sheet' } & SheetRequest)
);

const MINUTE = 60_000;
/** Most objects in one export. */
const MAX_OBJECTS = 2_000_000;
const MAX_BYTES = 8 * 1024 ** 3;
/** Reading takes the first third of the progress. */
const READ_PART = 0.33;
const STORE_FROM = 0.96;

interface ProjectRow {
  projectName: string;
  crs: string;
  /** Null until it is chosen. */
  format: Partial<DisplayFormat> | null;
}

export const exportKind: JobKind = {
  timeLimit: 30 * MINUTE,
  run: (work) => new Export(work, work.input as ExportInput).run(),
  tidy: removeExpired,
};

class Export {
  readonly #work: Work;
  readonly #input: ExportInput;
  readonly #projectId: string;

  constructor(work: Work, input: ExportInput) {
    this.#work = work;
    this.#input = input;
    this.#projectId = work.projectId!;
  }

  async run(): Promise<undefined> {
    const { services, userId } = this.#work;
    const caller = await exporterOf(services.db, userId, this.#projectId);
    const task = await this.#gather(caller);
    const written = await this.#write(task);
    await this.#keep(caller, task, written);
    return undefined;
  }

  async #gather(caller: Caller): Promise<WriteTask> {
    const { services, folder, signal, language } = this.#work;
    const input = this.#input;
    const { projectName, crs, format } = await this.#project();
    const report = this.#reporter('export.reading', 0, READ_PART);
    report(0);
    const sheet = input.kind === 'sheet' ? await this.#planSheet(caller, input, input.crs ?? crs) : undefined;
    const selection = sheet ? { bbox: sheet.extent } : selectionOf(input);
    const { ids, scope, locked } = await selectedObjects(
      services.db,
      caller,
      { projectId: this.#projectId, ...typesOf(input) },
      selection,
    );
    const count = ids.reduce((sum, type) => sum + type.count, 0);
    // A profile, a drawing or a picture is something without objects.
    const mayBeEmpty = input.kind === 'sheet' && input.frames.some(({ content }) => content !== undefined);
    if (count === 0 && !mayBeEmpty) throw new JobFailure(sheet ? 'export.sheet.nothing' : 'export.nothing');
    if (count > MAX_OBJECTS) throw new JobFailure('export.too-many', { count, most: MAX_OBJECTS });
    const progress = (read: number) => report(read / count);
    const spooling = { db: services.db, scope, folder, signal, progress };
    const met = input.kind === 'intersections' && (await this.#intersections(caller, input, spooling, ids));
    const types = met ? met.types : await spoolObjects(spooling, ids);
    if (types.length === 0 && !mayBeEmpty)
      throw new JobFailure(met ? 'export.no-intersection' : 'export.nothing');
    const photos =
      'photos' in input && input.photos
        ? await gatherPhotos(services, caller, scope, selectionOf(input), folder, signal)
        : [];
    const isPdf = input.kind === 'document' || input.kind === 'report';
    const attachments = isPdf ? await listAttachments(services.db, caller, scope, selectionOf(input)) : [];
    const attached = 'attachments' in input && input.attachments ? path.join(folder, 'attached') : undefined;
    if (attached) await copyAttachments(services, caller, scope, selectionOf(input), attached, signal);
    return {
      kind: input.kind,
      language,
      folder,
      project: projectName,
      organization: caller.organizationName,
      author: caller.name,
      at: input.at,
      crs: input.crs ?? crs,
      format: { ...DEFAULT_FORMAT, ...format },
      grids: await gridFiles(services),
      types,
      formats: 'formats' in input ? input.formats : [],
      csvGeometry: ('csvGeometry' in input && input.csvGeometry) || 'wkt',
      drawingScale: 'drawingScale' in input ? input.drawingScale : undefined,
      decimals: 'decimals' in input ? input.decimals : undefined,
      isFlat: 'heights' in input && input.heights === false,
      encoding: 'encoding' in input ? input.encoding : undefined,
      ids: 'ids' in input ? input.ids : undefined,
      title: 'title' in input ? input.title : undefined,
      sheet,
      photos,
      attachments,
      related: input.kind === 'document' ? await relatedNames(services.db, scope, types) : undefined,
      elements: input.kind === 'report' ? await linkedElements(services.db, caller, this.#projectId) : [],
      attached,
      notes: [
        ...(met ? met.notes : []),
        ...(locked.length > 0
          ? [sentence(language, 'export.note.locked', { types: locked.join(', ') })]
          : []),
      ],
    };
  }

  async #intersections(
    caller: Caller,
    { first, second }: IntersectionsRequest,
    spooling: Spooling,
    ids: readonly TypeIds[],
  ): Promise<{ types: SpoolType[]; notes: string[] }> {
    const scope = scopeOf(caller, { projectId: this.#projectId, typeNames: [second] });
    const typeName = `${first} × ${second}`;
    const same = first === second;
    const { types, failed } = await spoolIntersections({ ...spooling, second: scope, same, typeName }, ids);
    const { language } = this.#work;
    const notes = [sentence(language, 'export.note.intersections', { first, second })];
    if (failed > 0) notes.push(sentence(language, 'export.note.not-intersected', { count: failed }));
    return { types, notes };
  }

  /** The pages of a sheet, and the extent of what is on them. */
  async #planSheet(caller: Caller, request: SheetRequest, crs: string): Promise<PlannedSheet> {
    const { services, folder, signal } = this.#work;
    await readyCrs(crs);
    const { atlas } = request;
    const reading = { work: this.#work, caller, projectId: this.#projectId };
    const profiles = await readProfiles(reading, request.frames);
    try {
      if (!atlas) return plannedSheet(request, crs, [], profiles);
      const typeNames = atlas.kind === 'objects' ? [atlas.typeName] : undefined;
      const { ids, scope } = await selectedObjects(
        services.db,
        caller,
        { projectId: this.#projectId, typeNames, needed: [] },
        { ids: atlas.kind === 'line' ? [atlas.objectId] : undefined },
      );
      if (ids.reduce((sum, type) => sum + type.count, 0) > MAX_SHEET_PAGES)
        throw new JobFailure('export.sheet.too-many-pages', { most: MAX_SHEET_PAGES });
      const spooling = { db: services.db, scope, folder, signal, progress: () => {} };
      return plannedSheet(request, crs, await readAtlasObjects(spooling, ids), profiles);
    } catch (thrown) {
      if (thrown instanceof AppError) throw new JobFailure('export.sheet.outside-crs', { crs });
      throw thrown;
    }
  }

  async #write(task: WriteTask): Promise<WrittenExport> {
    const report = this.#reporter('export.writing', READ_PART, STORE_FROM);
    return writeInThread(task, this.#work.signal, report);
  }

  /** Stores the file, then records it in the transaction that ends the job. An unrecorded file is removed. */
  async #keep(caller: Caller, task: WriteTask, written: WrittenExport): Promise<void> {
    const { services, userId } = this.#work;
    const { db, storage } = services;
    this.#reporter('export.storing', STORE_FROM, 1)(0);
    const id = randomUUID();
    const extension = path.extname(written.file).toLowerCase();
    const key = `exports/${id}${extension}`;
    const { size } = await stat(written.file);
    try {
      await storage.write(key, createReadStream(written.file), MAX_BYTES);
      await db.transaction(async (tx) => {
        // Rights are checked again: nothing is stored for a person who has lost them.
        await exporterOf(tx, userId, this.#projectId);
        const nameZip = `${nameOf(task, id)}${extension}`;
        const { files, notes, count } = written;
        await tx.query(
          `insert into exports (id, project_id, user_id, kind, name_zip, storage_key, size, count, type_names, files,
             notes, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10::text[], $11::text[], now() + make_interval(days => $12))`,
          [
            id,
            this.#projectId,
            caller.userId,
            task.kind,
            nameZip,
            key,
            size,
            count,
            // All types in it, also both of an intersection.
            typeNamesIn(this.#input, task),
            files,
            notes,
            RETENTION_DAYS,
          ],
        );
        if (!task.sheet?.request.preview)
          await audit(tx, {
            kind: 'export.made',
            actor: caller,
            subject: { kind: 'project', id: this.#projectId, name: task.project },
            detail: { kind: task.kind, count },
          });
        const result: ExportResult = { id, kind: task.kind, nameZip, size, count, files, notes };
        await this.#work.finish(tx, result);
      });
    } catch (failure) {
      await storage.remove(key).catch(() => {});
      throw failure;
    }
  }

  async #project(): Promise<ProjectRow> {
    const [project] = await this.#work.services.db.query<ProjectRow>(
      'select project_name as "projectName", crs, display_format as format from projects where id = $1',
      [this.#projectId],
    );
    if (!project) throw new JobFailure('export.not-allowed');
    return project;
  }

  #reporter(key: string, from: number, to: number): (part: number) => void {
    const message = sentence(this.#work.language, key);
    return (part) => this.#work.progress(from + (to - from) * part, message);
  }
}

/** Throws JobFailure when the person may no longer export from the project. */
async function exporterOf(db: Queries, userId: string, projectId: string): Promise<Caller> {
  const caller = await memberOf(db, userId, projectId);
  if (!caller || !grants(caller.authorizations, 'export')) throw new JobFailure('export.not-allowed');
  return caller;
}

/** `via-appia-data-20261121-1853-1a2b3c4d`: unique. */
function nameOf({ project, kind, at }: WriteTask, id: string): string {
  const time = at.replace(/[-:]/g, '').replace('T', '-').slice(0, 13);
  return `${fileName(project, 'project', 40).toLowerCase()}-${kind}-${time}-${id.slice(0, 8)}`;
}

function selectionOf(input: ExportInput): ObjectFilter {
  return {
    bbox: 'bbox' in input ? input.bbox : undefined,
    area: 'area' in input ? input.area : undefined,
    ids: 'ids' in input ? input.ids : undefined,
  };
}

/** The requested types, and those without which there is nothing to export. */
function typesOf(input: ExportInput): {
  typeNames: readonly string[] | undefined;
  needed: readonly string[];
} {
  if (input.kind === 'intersections')
    return { typeNames: [input.first], needed: [...new Set([input.first, input.second])] };
  return { typeNames: 'typeNames' in input ? input.typeNames : undefined, needed: [] };
}

function typeNamesIn(input: ExportInput, { types }: WriteTask): string[] {
  return input.kind === 'intersections'
    ? [...new Set([input.first, input.second])]
    : types.map(({ typeName }) => typeName);
}
