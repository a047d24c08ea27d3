import { PassThrough } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import {
  acceptFieldBook,
  computeFieldBook,
  correctFieldBookRecord,
  deleteFieldBook,
  fieldBookReport,
  getFieldBook,
  listFieldBookLines,
  listFieldBookRecords,
  listFieldBooks,
  updateFieldBook,
  uploadFieldBook,
  type FieldBookResult,
  type FieldBookTypes,
  type Language,
} from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { sentence } from '../../base/language.ts';
import type { BookProblem, FieldBookFile } from '../../formats/instruments/model.ts';
import { MAX_BOOK_BYTES } from '../../formats/instruments/read-book.ts';
import { fileName } from '../../formats/names.ts';
import { route, type Route } from '../../http/context.ts';
import { tagVersion } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import { JobFailure } from '../../platform/jobs/kind.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { onlyContent, receive } from '../../shared/files/receive.ts';
import { editObjects } from '../../shared/geometries/editing.ts';
import { acceptPoints } from './accept.ts';
import type { ComputeProblem } from './compute/types.ts';
import type { BookJobInput } from './compute-job.ts';
import { correct } from './correct.ts';
import { exchanged, exchangeRecords } from './exchange-axes.ts';
import { codeListOf, fieldCodeRoutes } from './field-codes.ts';
import { insertBook } from './insert.ts';
import { linesOf } from './lines.ts';
import { refuseGeographic, refuseUnusable } from './refusals.ts';
import { pointsCsv, pointsGsi, printReport } from './report.ts';
import { asRecord, booksOf, findBook, recordsOf, stationsOf, takeBook } from './store.ts';
import { inThread } from './tasks.ts';

const MAX_BOOKS = 500;
const READING_LIMIT = 60_000;
const MAX_LINE_PROBLEMS = 100;

export const routes: Route[] = [
  ...fieldCodeRoutes,

  route(listFieldBooks, async ({ params, caller, services }) => {
    await requireProject(services.db, caller, params.id);
    return booksOf(services.db, caller, params.id);
  }),

  route(uploadFieldBook, async ({ params, caller, language, request, reply, services }) => {
    await requireProject(services.db, caller, params.id);
    const { body: schema } = uploadFieldBook;
    const book = await receive(
      { request, services, language, schema, limit: MAX_BOOK_BYTES },
      async (fields, contents) => {
        const content = onlyContent(contents);
        await refuseGeographic(fields.crs);
        const file = await read(await services.storage.localPath(content.key));
        return services.db.transaction(async (tx) => {
          await requireProject(tx, caller, params.id);
          const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
            'select count(*)::int as count from field_books where project_id = $1',
            [params.id],
          );
          if (count >= MAX_BOOKS) throw new HttpError(422, 'field-book.too-many', { most: MAX_BOOKS });
          const name = fields.name ?? file.job ?? content.name.replace(/\.[^.]*$/, '');
          const id = await insertBook(tx, file, {
            projectId: params.id,
            name: name.slice(0, 120),
            fileName: content.name,
            crs: fields.crs ?? null,
            userId: caller.userId,
          });
          return findBook(tx, caller, id);
        });
      },
      // Its records are in the database; the file itself is not kept.
      'let-go',
    );
    void reply.code(201);
    tagVersion(reply, book.version);
    return book;
  }),

  route(getFieldBook, async ({ params, caller, language, services, reply }) => {
    const book = await findBook(services.db, caller, params.id);
    const [more] = await services.db.query<{
      problems: BookProblem[];
      result: FieldBookResult | null;
      moved: { name: string; metres: number; height: number | null }[];
      accepted: string[];
      types: FieldBookTypes | null;
    }>(
      `select b.problems, b.result, b.moved, b.types,
         coalesce((select jsonb_agg(o.point) from field_book_objects o where o.book_id = b.id and not o.is_line), '[]'::jsonb) as accepted
       from field_books b where b.id = $1`,
      [book.id],
    );
    tagVersion(reply, book.version);
    void reply.header('cache-control', 'no-store');
    return {
      ...book,
      problems: more!.problems.map(({ line, kind, values }) => ({
        line,
        message: sentence(language, `field-book.problem.${kind}`, values ?? {}),
      })),
      stations: await stationsOf(services.db, book.id),
      result: more!.result && {
        ...more!.result,
        problems: withSentences(more!.result.problems, language),
      },
      moved: more!.moved,
      accepted: more!.accepted,
      types: more!.types,
    };
  }),

  route(updateFieldBook, async ({ params, body, caller, ifMatch, services, reply }) => {
    await refuseGeographic(body.crs ?? undefined);
    refuseUnusable(body.known);
    const book = await services.db.transaction(async (tx) => {
      const before = await takeBook(tx, caller, params.id, ifMatch);
      const isTurned =
        body.settings !== undefined &&
        Boolean(body.settings.isExchanged) !== Boolean(before.settings.isExchanged);
      if (isTurned) await exchangeRecords(tx, before.id);
      const known = body.known ?? (isTurned ? before.known.map(exchanged) : before.known);
      await tx.query(
        `update field_books set name = $2, crs = $3, heights = $4, settings = $5::jsonb, known = $6::jsonb,
           version = version + 1, updated_at = now(), updated_by = $7 where id = $1`,
        [
          before.id,
          body.name ?? before.name,
          body.crs === undefined ? before.crs : body.crs,
          body.heights ?? before.heights,
          JSON.stringify(body.settings ?? before.settings),
          JSON.stringify(known),
          caller.userId,
        ],
      );
      return findBook(tx, caller, before.id);
    });
    tagVersion(reply, book.version);
    return book;
  }),

  route(deleteFieldBook, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const { id } = await takeBook(tx, caller, params.id, ifMatch);
      await tx.query('delete from field_books where id = $1', [id]);
    });
    return undefined;
  }),

  route(listFieldBookRecords, async ({ params, query, caller, services }) => {
    const { id } = await findBook(services.db, caller, params.id);
    return (await recordsOf(services.db, id, query.station)).map(asRecord);
  }),

  route(listFieldBookLines, async ({ params, caller, language, services }) => {
    const book = await findBook(services.db, caller, params.id);
    const { lines, problems } = await linesOf(services.db, book, {
      result: await resultOf(services.db, book.id),
      list: await codeListOf(services.db, caller),
    });
    return {
      lines: lines
        .filter(({ rule }) => !caller.blockedLayers.includes(rule.line.typeName))
        .map(({ key, name, rule, points, isClosed, isOpen, length, positions }) => ({
          key,
          name,
          typeName: rule.line.typeName,
          kind: rule.line.kind,
          points,
          isClosed,
          isOpen,
          length,
          positions,
        })),
      problems: withSentences(problems.slice(0, MAX_LINE_PROBLEMS), language),
      problemCount: problems.length,
    };
  }),

  route(correctFieldBookRecord, async ({ params, body, caller, ifMatch, services, reply }) => {
    const book = await services.db.transaction(async (tx) => {
      const { id } = await takeBook(tx, caller, params.id, ifMatch);
      const isChanged = await correct(
        tx,
        { bookId: id, ordinal: params.ordinal, userId: caller.userId },
        body,
      );
      if (isChanged)
        await tx.query(
          'update field_books set version = version + 1, updated_at = now(), updated_by = $2 where id = $1',
          [id, caller.userId],
        );
      return findBook(tx, caller, id);
    });
    tagVersion(reply, book.version);
    return book;
  }),

  route(computeFieldBook, async ({ params, caller, services, reply }) => {
    const { id, projectId, jobId, state } = await findBook(services.db, caller, params.id);
    // One at a time: what is asked for meanwhile is of the same observations.
    if (jobId && state === 'queued') {
      void reply.code(202);
      return { jobId };
    }
    const input: BookJobInput = { bookId: id };
    const next = await services.jobs.add({ kind: 'field-book', userId: caller.userId, projectId, input });
    await services.db.query('update field_books set job_id = $2 where id = $1', [id, next]);
    void reply.code(202);
    return { jobId: next };
  }),

  route(acceptFieldBook, async ({ params, body, caller, language, services }) => {
    const { db, events } = services;
    return editObjects({ db, events, caller, language }, async (editing) => {
      const book = await findBook(editing.tx, caller, params.id);
      const result = await resultOf(editing.tx, book.id);
      if (book.crs === null) throw new HttpError(422, 'field-book.no-crs');
      if (book.computedVersion !== book.version) throw new HttpError(409, 'field-book.changed-since');
      return acceptPoints(editing, book, result, body);
    });
  }),

  route(fieldBookReport, async ({ params, query, caller, language, services, reply }) => {
    const book = await findBook(services.db, caller, params.id);
    const result = await resultOf(services.db, book.id);
    const name = `${fileName(book.name, 'field-book')}.${query.format}`;
    void reply.header('content-disposition', contentDisposition(name)).type(TYPES[query.format]);
    if (query.format === 'csv') return reply.send(pointsCsv(result));
    if (query.format === 'gsi') return reply.send(pointsGsi(result));
    const out = new PassThrough();
    printReport({ book, result, language }, caller, out).catch((failure: unknown) =>
      out.destroy(failure as Error),
    );
    return reply.send(out);
  }),
];

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  gsi: 'text/plain; charset=us-ascii',
} as const;

async function read(path: string): Promise<FieldBookFile> {
  try {
    const outcome = await inThread({ kind: 'read', path }, AbortSignal.timeout(READING_LIMIT));
    if (!('file' in outcome)) throw new Error('The thread has read nothing.');
    return outcome.file;
  } catch (thrown) {
    if (thrown instanceof JobFailure) throw new HttpError(422, thrown.key, thrown.values);
    throw thrown;
  }
}

async function resultOf(db: Queries, id: string): Promise<FieldBookResult> {
  const [row] = await db.query<{ result: FieldBookResult | null }>(
    'select result from field_books where id = $1',
    [id],
  );
  if (!row?.result) throw new HttpError(409, 'field-book.not-computed');
  return row.result;
}

function withSentences(problems: readonly ComputeProblem[], language: Language) {
  return problems.map((problem) => ({
    ...problem,
    message: sentence(language, `field-book.computed.${problem.kind}`, problem.values ?? {}),
  }));
}
