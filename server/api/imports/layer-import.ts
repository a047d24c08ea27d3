import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ImportResult } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { holdUnarchived, refuseArchived } from '../../http/gate/archived.ts';
import type { Queries } from '../../platform/db/database.ts';
import { JobFailure, type Work } from '../../platform/jobs/kind.ts';
import { scopeOf } from '../../shared/access/scope.ts';
import { createType } from '../../shared/attributes/create-type.ts';
import { refuseDefinition } from '../../shared/attributes/definition.ts';
import { lockTypes, type TypeRules } from '../../shared/attributes/types.ts';
import { addCount } from '../../shared/counts/counts.ts';
import { recordLargeExtent } from '../../shared/extents/changes.ts';
import { aboutEnd, newAbout } from '../../shared/geometries/about.ts';
import { recordLargeChange } from '../../shared/overviews/changes.ts';
import { importerOf } from './caller.ts';
import { computeImported } from './compute-imported.ts';
import { ImportReader, WRITE_FROM, type ImportInput } from './import-reader.ts';
import { commonType, refuseOtherGeometry } from './layer-geometry.ts';
import { READY_FILE, type FileReading } from './reading/task.ts';
import { ROW_COLUMNS, Tuples, type RowConstants } from './reading/tuples.ts';
import { RowStream } from './row-stream.ts';
import { refuseRepeated, type Repeated } from './unique.ts';

/** Values shared by all objects of a layer. */
interface CommonImportValues {
  constants: RowConstants;
  /** As `imports.about_end`. */
  aboutEnd: string;
  transactionId: number;
}

/** One layer of a file on its way into the project: prepared, read, then written in the transaction of the import. */
export class LayerImport {
  readonly #work: Work;
  readonly #input: ImportInput;
  readonly #projectId: string;
  readonly #reader: ImportReader;
  /** The layers of one file that are written, and undone, together. */
  readonly #batch: string | undefined;
  #common: CommonImportValues | undefined;
  #type: TypeRules | undefined;
  #rows: RowStream | undefined;
  #reading: Promise<FileReading> | undefined;

  constructor(work: Work, batch?: string) {
    this.#work = work;
    this.#input = work.input as ImportInput;
    this.#projectId = work.projectId!;
    this.#reader = new ImportReader(work);
    this.#batch = batch;
  }

  get typeName(): string {
    return this.#common!.constants.typeName;
  }

  /** Whether its object type is there already. */
  get hasType(): boolean {
    return this.#type !== undefined;
  }

  /** Finds its object type. */
  async prepare(caller: Caller): Promise<void> {
    const { services, language } = this.#work;
    const typeName = await this.#typeName(caller);
    this.#type = await this.#knownType(services.db, caller, typeName);
    if (!this.#type) refuseDefinition({ name: typeName }, language);
    this.#common = await this.#commonOf(caller, typeName);
  }

  /** Begins to read it: rows can be written meanwhile. Resolves when all is read. */
  read(signal: AbortSignal): Promise<unknown> {
    const rows = new RowStream(path.join(this.#work.folder, READY_FILE));
    const { constants } = this.#common!;
    this.#rows = rows;
    this.#reading = this.#reader.read(
      { mode: 'rows', constants, typeFields: this.#type?.fields },
      signal,
      (piece) => rows.written(piece),
    );
    this.#reading.then(
      () => rows.end(),
      (failure: unknown) => rows.fail(failure),
    );
    return this.#reading;
  }

  /**
   * Writes its rows, its object type where that is new, and the record by which it can be undone. A layer without any object
   * writes nothing; alone it fails.
   */
  async write(tx: Queries, caller: Caller): Promise<ImportResult> {
    const { constants, transactionId, aboutEnd } = this.#common!;
    const { typeName, importId, at } = constants;
    // Checks current rights and types, and that the project was not archived; the type stays locked until the rows are written.
    await importerOf(tx, caller.userId, this.#projectId);
    await refuseArchived(tx, caller, [this.#projectId]);
    const type = await this.#knownType(tx, caller, typeName);
    let count = await tx.copy('geometries', ROW_COLUMNS, { binary: this.#rows!.tuples() });
    const reading = await this.#reading!;
    if (count !== reading.ready) throw new Error(`${count} of ${reading.ready} rows were loaded.`);
    if (reading.crs === null && reading.drawn) throw new JobFailure('import.crs-must-be-named');
    if (type) refuseOtherGeometry(type, reading);
    if (reading.doubtful > 0) count += await this.#writeRepaired(tx, reading, constants);
    if (count === 0) {
      if (this.#batch === undefined) throw new JobFailure('import.nothing-to-write');
      return this.#reader.result(reading, null, typeName);
    }
    // Only now: nobody who archives the project waits while the file is read.
    await holdUnarchived(tx, [this.#projectId]);
    this.#reader.reporter('jobs.writing')(WRITE_FROM);
    if (type) await computeImported(tx, importId, type.fields);
    if (type) await refuseRepeated(tx, this.#projectId, type, importId);
    const madeType = type ? null : await this.#createType(tx, caller, typeName, reading);
    await tx.query(
      `insert into imports (id, project_id, file_name, type_name, count, at, by_user, about_end, crs, made_type, batch)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        importId,
        this.#projectId,
        this.#input.fileName,
        typeName,
        count,
        at,
        caller.userId,
        aboutEnd,
        reading.crs,
        madeType,
        this.#batch ?? null,
      ],
    );
    await tx.query(
      `insert into transactions (id, project_id, type_name, kind, at, by_user, version, import_id, plugin)
       overriding system value values ($1, $2, $3, 'import', $4, $5, 1, $6, $7)`,
      [transactionId, this.#projectId, typeName, at, caller.userId, importId, this.#input.plugin ?? null],
    );
    await addCount(tx, this.#projectId, typeName, count);
    await recordLargeChange(tx, this.#projectId);
    // Repaired geometries may have another extent.
    const extent = reading.doubtful === 0 ? (reading.extent ?? undefined) : undefined;
    await recordLargeExtent(tx, this.#projectId, typeName, extent);
    return this.#reader.result(reading, importId, typeName);
  }

  /** Reads the file again to find the records with the value. */
  async repeated({ field, value }: Repeated): Promise<JobFailure> {
    const { name, fields } = this.#type!;
    const seek = { field, value };
    const { sought } = await this.#reader.read({ mode: 'look', typeFields: fields, seek }, this.#work.signal);
    const [first = 0, second] = sought;
    const values = { first, value: value.slice(0, 60), field, name };
    if (second === undefined) return new JobFailure('import.value-taken', values);
    return new JobFailure('import.value-repeated', { ...values, second });
  }

  /** Returns the number of repaired rows that were written. */
  async #writeRepaired(tx: Queries, reading: FileReading, constants: RowConstants): Promise<number> {
    const tuples = new Tuples(constants);
    await this.#reader.judge(tx, reading, ({ geometry, properties }) => tuples.add(geometry, properties));
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
    const name = given || (await this.#reader.read({ mode: 'headers' }, this.#work.signal)).layer.trim();
    if (name === '' || name.length > 120) throw new JobFailure('import.type-name-needed');
    // A type the person is blocked from is treated as missing, but its name cannot be reused.
    if (caller.blockedLayers.includes(name)) throw new JobFailure('import.type-not-usable', { name });
    return name;
  }

  async #knownType(db: Queries, caller: Caller, name: string): Promise<TypeRules | undefined> {
    return (await lockTypes(db, scopeOf(caller, { projectId: this.#projectId }), [name])).get(name);
  }

  /** Returns its id. */
  async #createType(tx: Queries, caller: Caller, name: string, reading: FileReading): Promise<string> {
    refuseDefinition({ name, fields: reading.fields }, this.#work.language);
    try {
      const made = await createType(tx, caller, {
        name,
        geometryType: commonType(reading.geometryTypes),
        fields: reading.fields,
        projectIds: [this.#projectId],
      });
      return made.id;
    } catch (thrown) {
      if (thrown instanceof HttpError && thrown.status === 409)
        throw new JobFailure('import.type-not-usable', { name });
      throw thrown;
    }
  }

  /** Values shared by all rows. The transaction number is taken in advance, because each object refers to it. */
  async #commonOf(caller: Caller, typeName: string): Promise<CommonImportValues> {
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
}
