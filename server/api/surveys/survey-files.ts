import type * as z from 'zod/mini';
import type { Language, UploadKind } from '#core/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../base/caller.ts';
import { holdUnarchived } from '../../http/gate/archived.ts';
import { listed, type ParsedListQuery } from '../../http/list.ts';
import { tagVersion } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { requireProject } from '../../shared/access/scope.ts';
import type { LookAtHead } from '../../shared/files/intake.ts';
import { nameOf } from '../../shared/files/names.ts';
import { onlyContent, receive, type ReceivedContent } from '../../shared/files/receive.ts';
import { requireViewer, type FileKind } from '../../shared/files/scope.ts';
import { send } from '../../shared/files/send.ts';
import {
  changeFile,
  findFile,
  insertFile,
  readFiles,
  lockFile,
  type FileChange,
  type FileRow,
} from '../../shared/files/store.ts';
import { takeUpload } from '../../shared/uploads/take.ts';
import { UPLOAD_LIMITS } from '../../shared/uploads/kinds.ts';
import { siteOf } from './store.ts';

/** What differs between kinds of files; `Fields` are the form fields sent with a file. */
export interface SurveyFileKind<T, Fields> {
  kind: UploadKind;
  /** Kinds that can be downloaded as one of these. Default: this kind. */
  downloads?: readonly FileKind[];
  /** Checks the beginning of an upload. */
  look?: LookAtHead;
  /** Reads the facts of a complete upload. Throws 422 when it is of another kind. */
  examine(
    services: Services,
    content: ReceivedContent,
    fields: Fields,
  ): Promise<{ mediaType: string; facts: unknown }>;
  /** Its position, from the fields and the previous details. Undefined: unchanged. Throws 400. */
  details(fields: Fields, language: Language, before: FileRow['details']): FileRow['details'] | undefined;
  /** Runs after a new one is written, in the same transaction. */
  added?(tx: Queries, caller: Caller, row: FileRow): Promise<unknown>;
  /** The file as the API returns it. */
  answer(row: FileRow): T;
}

interface SentFields {
  surveyid?: string | undefined;
  name?: string | undefined;
}

interface FileRequest {
  caller: Caller;
  services: Services;
  reply: FastifyReply;
}
interface FileUploadRequest extends FileRequest {
  request: FastifyRequest;
  language: Language;
}
interface OneFileRequest extends FileRequest {
  params: { id: string };
}
interface FileChangeRequest extends OneFileRequest {
  ifMatch: number;
}

/** Handlers for files of surveys and projects: BIM models, point clouds, panoramas. */
export class SurveyFiles<T, Fields extends SentFields> {
  readonly #of: SurveyFileKind<T, Fields>;
  readonly #kinds: readonly FileKind[];

  constructor(of: SurveyFileKind<T, Fields>) {
    this.#of = of;
    this.#kinds = [of.kind];
  }

  async list(
    {
      caller,
      services,
      reply,
      query,
    }: FileRequest & { query: ParsedListQuery & { surveyid?: string; id?: string } },
    projectId: string | undefined,
  ): Promise<T[]> {
    requireViewer(caller, this.#of.kind);
    if (projectId) await requireProject(services.db, caller, projectId);
    const of = { kinds: this.#kinds, projectId, surveyId: query.surveyid, id: query.id };
    const rows = await listed(reply, query, (page) => readFiles(services.db, caller, of, page));
    return rows.map((row) => this.#of.answer(row));
  }

  async get({ params, caller, services, reply }: OneFileRequest): Promise<T> {
    const row = await findFile(services.db, caller, params.id, this.#kinds);
    return this.#answer(reply, row);
  }

  async download({
    params,
    caller,
    services,
    request,
    reply,
  }: OneFileRequest & FileUploadRequest): Promise<FastifyReply> {
    const { downloads = this.#kinds } = this.#of;
    const row = await findFile(services.db, caller, params.id, downloads);
    return send(services.storage, { ...row, tag: row.sha256 }, request, reply);
  }

  /** Adds a file to the survey in the fields, or to the project. `schema` validates the fields. */
  async upload(
    { request, caller, language, services, reply }: FileUploadRequest,
    schema: z.core.$ZodType<Fields>,
    projectId: string | undefined,
  ): Promise<T> {
    const { kind, look, examine, details, added } = this.#of;
    requireViewer(caller, kind);
    const { db } = services;
    if (projectId) await requireProject(db, caller, projectId);
    const limit = UPLOAD_LIMITS[kind];
    const take = async (id: string, { surveyid }: Fields) =>
      takeUpload(services, caller, id, { kind, ...(await siteOf(db, caller, surveyid, projectId)) });
    const receiving = { request, services, language, schema, limit, take, ...(look && { look }) };
    const made = await receive(receiving, async (fields, contents) => {
      const content = onlyContent(contents);
      await siteOf(db, caller, fields.surveyid, projectId);
      const examined = await examine(services, content, fields);
      return db.transaction(async (tx) => {
        const site = await siteOf(tx, caller, fields.surveyid, projectId);
        await holdUnarchived(tx, [site.projectId]);
        const name = nameOf(fields.name) ?? content.name;
        const file = { kind, ...site, name, content, ...examined, details: details(fields, language, {}) };
        const row = await findFile(tx, caller, await insertFile(tx, caller, file), this.#kinds);
        if (!added) return row;
        await added(tx, caller, row);
        return findFile(tx, caller, row.id, this.#kinds);
      });
    });
    void reply.code(201);
    return this.#answer(reply, made);
  }

  /** Changes what is sent: name, details, content. */
  async update(handling: FileChangeRequest & FileUploadRequest, schema: z.core.$ZodType<Fields>): Promise<T> {
    const { params, request, caller, language, ifMatch, services } = handling;
    const { kind, look, examine, details } = this.#of;
    // Checked before the upload is received.
    const { projectId } = await services.db.transaction((tx) => this.#take(tx, caller, params.id, ifMatch));
    const limit = UPLOAD_LIMITS[kind];
    const take = (id: string) => takeUpload(services, caller, id, { kind, projectId });
    const receiving = { request, services, language, schema, limit, take, ...(look && { look }) };
    return receive(receiving, async (fields, contents) => {
      const content = contents.length > 0 ? onlyContent(contents) : undefined;
      const examined = content && (await examine(services, content, fields));
      return this.change(handling, (row) => ({
        name: nameOf(fields.name),
        details: details(fields, language, row.details),
        ...(content && examined && { content: { content, ...examined } }),
      }));
    });
  }

  /** Applies `change` to the current file; `changed` runs after it, in the same transaction. */
  async change(
    { params, caller, ifMatch, services, reply }: FileChangeRequest,
    change: (row: FileRow) => FileChange,
    changed?: (tx: Queries, row: FileRow) => Promise<void>,
  ): Promise<T> {
    const row = await services.db.transaction(async (tx) => {
      const before = await this.#take(tx, caller, params.id, ifMatch);
      await changeFile(tx, caller, before, change(before));
      await changed?.(tx, before);
      return findFile(tx, caller, before.id, this.#kinds);
    });
    return this.#answer(reply, row);
  }

  async remove({ params, caller, ifMatch, services }: FileChangeRequest): Promise<undefined> {
    await services.db.transaction(async (tx) => {
      const row = await this.#take(tx, caller, params.id, ifMatch);
      await tx.query('delete from files where id = $1', [row.id]);
    });
  }

  #take(tx: Queries, caller: Caller, id: string, version: number): Promise<FileRow> {
    return lockFile(tx, caller, id, this.#kinds, version, (row) => this.#of.answer(row));
  }

  #answer(reply: FastifyReply, row: FileRow): T {
    tagVersion(reply, row.version);
    return this.#of.answer(row);
  }
}
