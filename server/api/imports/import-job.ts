import { randomUUID } from 'node:crypto';
import path from 'node:path';
import {
  GEOMETRY_TYPES,
  type Field,
  type GeometryType,
  type ImportProblem,
  type ImportResult,
  type Language,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { refuseDefinition } from '../../shared/attributes/definition.ts';
import { createType } from '../../shared/attributes/create-type.ts';
import { lockTypes, type TypeRules } from '../../shared/attributes/types.ts';
import type { JobServices } from '../../platform/services/services.ts';
import { gridFiles } from '../../shared/crs/grids.ts';
import type { Queries } from '../../platform/db/database.ts';
import { aboutEnd, newAbout } from '../../shared/geometries/about.ts';
import { sentence } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { JobFailure, type JobKind, type Work } from '../../platform/jobs/kind.ts';
import { importerOf } from './caller.ts';
import { judge, type Judged } from './judge.ts';
import { Findings, type FileProblem } from '../../base/problems.ts';
import { clean, type Mapping } from './reading/properties.ts';
import {
  DOUBTFUL_FILE,
  READY_FILE,
  type Format,
  type ReadingListener,
  type FileReading,
  type ReadingTask,
} from './reading/task.ts';
import { ROW_COLUMNS, Tuples, type RowConstants } from './reading/tuples.ts';
import { readInThread } from './read-in-thread.ts';
import { RowStream } from './row-stream.ts';
import { refuseRepeated, ValueRepeated, type Repeated } from './unique.ts';
import { problemOf } from '../../base/problem-sentences.ts';

export interface ImportInput {
  language: Language;
  format: Format;
  /** Storage key of the upload. */
  upload: string;
  /** Original file name, without folders. */
  fileName: string;
  commit: boolean;
  typeName?: string | undefined;
  crs?: string | undefined;
  encoding?: string | undefined;
  layer?: string | undefined;
  mapping?: Mapping | undefined;
}

/** Values shared by all objects of an import. */
interface CommonImportValues {
  constants: RowConstants;
  /** As `imports.about_end`. */
  aboutEnd: string;
  transactionId: number;
}

const MINUTE = 60_000;
const UPLOADS_KEPT_HOURS = 24;

/** Reading takes most of the progress, checking and writing the rest. */
const READ_PART = 0.7;
const WRITE_FROM = 0.75;

/** Reads an upload; with `commit` writes it to the project in one transaction that can be undone. */
export const importKind: JobKind = {
  timeLimit: 30 * MINUTE,
  run: (work) => new ImportRun(work, work.input as ImportInput).run(),
  tidy: removeOldUploads,
};

class ImportRun {
  #work: Work;
  #input: ImportInput;
  #projectId: string;
  #found = new Findings();

  constructor(work: Work, input: ImportInput) {
    this.#work = work;
    this.#input = input;
    this.#projectId = work.projectId!;
  }

  async run(): Promise<ImportResult | undefined> {
    const { services, userId, signal } = this.#work;
    const caller = await importerOf(services.db, userId, this.#projectId);
    if (this.#input.commit) return this.#commit(caller);
    const reading = await this.#read({ mode: 'look' }, signal);
    if (reading.doubtful > 0) await services.db.transaction((tx) => this.#judge(tx, reading, () => {}));
    return this.#result(reading, null, null);
  }

  async #read(
    more: Pick<ReadingTask, 'mode' | 'constants' | 'typeFields' | 'seek'>,
    signal: AbortSignal,
    written?: ReadingListener['written'],
  ): Promise<FileReading> {
    const { services, folder } = this.#work;
    const { format, upload, fileName, layer, encoding, crs, mapping } = this.#input;
    const say = this.#say('jobs.reading');
    say(0);
    const file = await services.storage.localPath(upload).catch(() => {
      throw new JobFailure('import.upload-gone');
    });
    const name = path.parse(fileName).name.slice(0, 120) || 'import';
    const grids = await gridFiles(services);
    const task: ReadingTask = { format, file, folder, name, layer, encoding, crs, mapping, grids, ...more };
    return readInThread(task, signal, { progress: (part) => say(part * READ_PART), written });
  }

  #say(key: 'jobs.reading' | 'jobs.checking' | 'jobs.writing'): (part: number) => void {
    const message = sentence(this.#work.language, key);
    return (part) => this.#work.progress(part, message);
  }

  /** Lets the database validate and repair what the reader could not decide. */
  async #judge(tx: Queries, reading: FileReading, keep: (judged: Judged) => void): Promise<void> {
    const { folder, signal } = this.#work;
    const say = this.#say('jobs.checking');
    const found = (finding: FileProblem) => this.#found.add(finding.feature, finding.kind, finding.values);
    let seen = 0;
    await judge(tx, path.join(folder, DOUBTFUL_FILE), signal, found, (judged) => {
      if (++seen % 100 === 0) say(READ_PART + (WRITE_FROM - READ_PART) * (seen / reading.doubtful));
      keep(judged);
    });
  }

  async #commit(caller: Caller): Promise<undefined> {
    const { services, language, signal, folder } = this.#work;
    const { db } = services;
    const typeName = await this.#typeName(caller);
    const type = await this.#knownType(db, caller, typeName);
    if (!type) refuseDefinition({ name: typeName }, language);
    const common = await this.#common(caller, typeName);
    const { constants } = common;
    // Rows are loaded while the rest is still being read; if one side fails, so does the other.
    const stop = new AbortController();
    const rows = new RowStream(path.join(folder, READY_FILE));
    const reading = this.#read(
      { mode: 'rows', constants, typeFields: type?.fields },
      AbortSignal.any([signal, stop.signal]),
      (piece) => rows.written(piece),
    );
    reading.then(
      () => rows.end(),
      (failure: unknown) => rows.fail(failure),
    );
    try {
      // The embedded engine has one connection: it is not held while a file is read.
      if (db.engine === 'embedded') await reading;
      await db.transaction((tx) => this.#write(tx, caller, { reading, rows, ...common }));
    } catch (thrown) {
      throw thrown instanceof ValueRepeated ? await this.#repeated(thrown.repeated, type!) : thrown;
    } finally {
      stop.abort();
    }
    await services.storage.remove(this.#input.upload).catch(() => {});
    return undefined;
  }

  async #write(
    tx: Queries,
    caller: Caller,
    of: CommonImportValues & { reading: Promise<FileReading>; rows: RowStream },
  ): Promise<void> {
    const { rows, constants, transactionId, aboutEnd } = of;
    const { typeName, importId, at } = constants;
    const { events } = this.#work.services;
    // Checks current rights and types; the type stays locked until the rows are written.
    await importerOf(tx, caller.userId, this.#projectId);
    const type = await this.#knownType(tx, caller, typeName);
    let count = await tx.copy('geometries', ROW_COLUMNS, { binary: rows.tuples() });
    const reading = await of.reading;
    if (count !== reading.ready) throw new Error(`${count} of ${reading.ready} rows were loaded.`);
    if (reading.crs === null && reading.drawn) throw new JobFailure('import.crs-must-be-named');
    if (type) refuseOtherGeometry(type, reading);
    if (reading.doubtful > 0) count += await this.#writeRepaired(tx, reading, constants);
    if (count === 0) throw new JobFailure('import.nothing-to-write');
    this.#say('jobs.writing')(WRITE_FROM);
    if (type) await refuseRepeated(tx, this.#projectId, type, importId);
    if (!type) await this.#createType(tx, caller, typeName, reading);
    await tx.query(
      `insert into imports (id, project_id, file_name, type_name, count, at, by_user, about_end)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [importId, this.#projectId, this.#input.fileName, typeName, count, at, caller.userId, aboutEnd],
    );
    await tx.query(
      `insert into transactions (id, project_id, type_name, kind, at, by_user, version, import_id)
       overriding system value values ($1, $2, $3, 'import', $4, $5, 1, $6)`,
      [transactionId, this.#projectId, typeName, at, caller.userId, importId],
    );
    await this.#work.finish(tx, this.#result(reading, importId, typeName));
    await events.announce(
      tx,
      'geometries',
      { projectId: this.#projectId, typeNames: [typeName] },
      { projectId: this.#projectId, changed: [], removed: [], reload: true },
    );
  }

  /** Reads the file again to find the records with the value. */
  async #repeated({ field, value }: Repeated, { name, fields }: TypeRules): Promise<JobFailure> {
    const seek = { field, value };
    const { sought } = await this.#read({ mode: 'look', typeFields: fields, seek }, this.#work.signal);
    const [first = 0, second] = sought;
    const values = { first, value: value.slice(0, 60), field, name };
    if (second === undefined) return new JobFailure('import.value-taken', values);
    return new JobFailure('import.value-repeated', { ...values, second });
  }

  /** Returns the number of repaired rows that were written. */
  async #writeRepaired(tx: Queries, reading: FileReading, constants: RowConstants): Promise<number> {
    const tuples = new Tuples(constants);
    await this.#judge(tx, reading, ({ geometry, properties }) => tuples.add(geometry, properties));
    const { rows } = tuples;
    if (rows === 0) return 0;
    const binary = (async function* () {
      yield { tuples: tuples.out.take(), rows };
    })();
    return tx.copy('geometries', ROW_COLUMNS, { binary });
  }

  /** The name given, else the layer's name from the file. */
  async #typeName(caller: Caller): Promise<string> {
    const given = this.#input.typeName?.trim();
    const name = given || (await this.#read({ mode: 'headers' }, this.#work.signal)).layer.trim();
    if (name === '' || name.length > 120) throw new JobFailure('import.type-name-needed');
    // A type the person is blocked from is treated as missing, but its name cannot be reused.
    if (caller.blockedLayers.includes(name)) throw new JobFailure('import.type-not-usable', { name });
    return name;
  }

  async #knownType(db: Queries, caller: Caller, name: string): Promise<TypeRules | undefined> {
    return (await lockTypes(db, scopeOf(caller, { projectId: this.#projectId }), [name])).get(name);
  }

  async #createType(tx: Queries, caller: Caller, name: string, reading: FileReading): Promise<void> {
    refuseDefinition({ name, fields: reading.fields }, this.#work.language);
    try {
      await createType(tx, caller, {
        name,
        geometryType: commonType(reading.geometryTypes),
        fields: reading.fields,
        projectIds: [this.#projectId],
      });
    } catch (thrown) {
      if (thrown instanceof HttpError && thrown.status === 409)
        throw new JobFailure('import.type-not-usable', { name });
      throw thrown;
    }
  }

  /** Values shared by all rows. The transaction number is taken in advance, because each object refers to it. */
  async #common(caller: Caller, typeName: string): Promise<CommonImportValues> {
    const { db } = this.#work.services;
    const [row] = await db.query<{ id: number }>(
      `select nextval(pg_get_serial_sequence('transactions', 'id'))::int8 as id`,
    );
    const transactionId = Number(row!.id);
    const at = new Date().toISOString();
    const source = this.#input.fileName;
    const first = { id: String(transactionId), at, by: caller.name, kind: 'import' as const };
    const about = newAbout({ properties: {}, typeName, projectId: this.#projectId, source, first });
    const constants: RowConstants = {
      projectId: this.#projectId,
      typeName,
      source,
      importId: randomUUID(),
      userId: caller.userId,
      at,
    };
    return { constants, transactionId, aboutEnd: aboutEnd(about) };
  }

  #result(reading: FileReading, importId: string | null, typeName: string | null): ImportResult {
    const { language } = this.#work;
    const problems = [...reading.findings, ...this.#found.list]
      .slice(0, Findings.MAX_LISTED)
      .map((finding) => problemOf(finding, language));
    return {
      count: reading.count,
      geometryTypes: reading.geometryTypes,
      crs: reading.crs,
      encoding: reading.encoding,
      fields: clean(reading.fields) as Field[],
      problems: clean(problems) as ImportProblem[],
      problemCount: reading.findingCount + this.#found.count,
      extent: reading.extent,
      committed: importId !== null,
      layers: clean(reading.layers) as FileReading['layers'],
      layer: clean(reading.layer) as string,
      preview: reading.preview,
      sample: clean(reading.sample) as FileReading['sample'],
      importId,
      typeName,
    };
  }
}

/** The geometry type when all objects have it or its Multi*; null when mixed. */
export function commonType(counts: Record<string, number>): GeometryType | null {
  const single = new Set(Object.keys(counts).map((type) => type.replace('Multi', '')));
  const [only] = single;
  if (single.size !== 1) return null;
  // Points of a multipoint are one object: a type of single points would refuse them.
  const multi = `Multi${only}`;
  const name = Object.keys(counts).includes(only!) ? only! : multi;
  return GEOMETRY_TYPES.find((type) => type === name) ?? null;
}

/** An object type for lines refuses areas. */
function refuseOtherGeometry(type: TypeRules, reading: FileReading): void {
  if (type.geometryType === null) return;
  const takes = type.geometryType.replace('Multi', '');
  const other = Object.keys(reading.geometryTypes).find((found) => found.replace('Multi', '') !== takes);
  if (other)
    throw new JobFailure('import.other-geometry', {
      name: type.name,
      takes: type.geometryType,
      found: other,
    });
}

/** Uploads that were previewed and never imported. */
async function removeOldUploads({ db, storage }: JobServices): Promise<void> {
  const rows = await db.query<{ upload: string }>(
    `select distinct j.input->>'upload' as upload from jobs j
     where j.kind = 'import' and j.created_at < now() - make_interval(hours => $1)
       and not exists (select 1 from jobs later where later.kind = 'import'
         and later.input->>'upload' = j.input->>'upload' and later.created_at >= now() - make_interval(hours => $1))`,
    [UPLOADS_KEPT_HOURS],
  );
  for (const { upload } of rows) await storage.remove(upload).catch(() => {});
}
