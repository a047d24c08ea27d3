import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TYPE_FILE_FORMAT, type ObjectType, type Problem, type Project } from '#core/protocol';
import { holdForArchiving, holdUnarchived } from '../http/gate/archived.ts';
import type { Queries } from '../platform/db/database.ts';
import { engines } from '../testing/databases.ts';
import { must } from '../testing/server.ts';
import { ended } from '../testing/upload-job.ts';
import { makeObject, openWorkplace, ROME, type Workplace } from '../testing/workplace.ts';
import { JOB_KINDS, openJobs } from './job-kinds.ts';

/** Why a kind of job may run in an archived project. */
const ONLY_READS: Record<string, string> = {
  'bim-subset': 'reads',
  'cloud-sections': 'reads',
  copy: 'writes another project',
  export: 'reads',
  'points-export': 'reads',
  reproject: 'converts a file of its own',
};

describe.each(engines)('on the %s engine, while a project is being archived,', (engine) => {
  let place: Workplace;
  beforeAll(async () => {
    place = await openWorkplace(engine);
  });
  afterAll(() => place.close());

  const archive = (project: Project) =>
    place.admin.send<Project>(
      'PUT',
      `/projects/${project.id}`,
      { archived: true },
      { 'if-match': `"${project.version}"` },
    );
  /** Resolves when a statement waits for the lock. The embedded engine has one connection, for which all wait. */
  const isWaiting = () =>
    engine === 'embedded' ||
    expect
      .poll(() => place.server.db.query(`select 1 from pg_locks where locktype = 'advisory' and not granted`))
      .toHaveLength(1);

  /** Runs `first` in a transaction, sends `second` meanwhile, and commits when that waits. Resolves to its answer. */
  async function during<T>(first: (tx: Queries) => Promise<unknown>, second: () => Promise<T>): Promise<T> {
    let commit: () => void = () => undefined;
    const waited = new Promise<void>((resolve) => (commit = resolve));
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const transaction = place.server.db.transaction(async (tx) => {
      await first(tx);
      begin();
      await waited;
    });
    await begun;
    const answer = second();
    await isWaiting();
    commit();
    await transaction;
    return answer;
  }

  it('what arrives before it is done waits, and is refused', async () => {
    const { server, admin, surveyor } = place;
    const { id } = await server.project(admin, 'Via Salaria', [surveyor]);
    const body = { location: ROME, typeName: 'parcel', properties: {} };
    const late = await during(
      async (tx) => {
        await holdForArchiving(tx, id);
        await tx.query('update projects set archived = true where id = $1', [id]);
      },
      () => surveyor.send<Problem>('POST', '/geometries', body, { projectid: id }),
    );
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('is archived')]);
    expect(await server.db.query('select 1 from geometries where project_id = $1', [id])).toEqual([]);
  });

  it('what is being written is finished before', async () => {
    const { server, admin } = place;
    const project = await server.project(admin, 'Via Aurelia', []);
    const order: string[] = [];
    const archived = await during(
      (tx) => holdUnarchived(tx, [project.id]),
      async () => {
        const { status } = await archive(project);
        order.push('archived');
        return status;
      },
    );
    expect([archived, order]).toEqual([200, ['archived']]);
  });
});

describe.each(engines)('in a project archived meanwhile, on the %s engine,', (engine) => {
  let place: Workplace;
  let objectId: string;
  let archived: Project;
  beforeAll(async () => {
    place = await openWorkplace(engine, { jobs: openJobs });
    objectId = (await makeObject(place.surveyor, place.project.id, { properties: { n: 0 } })).id;
    const path = `/projects/${place.project.id}`;
    const { version } = must(await place.admin.send<Project>('GET', path), 200);
    archived = must(
      await place.admin.send<Project>('PUT', path, { archived: true }, { 'if-match': `"${version}"` }),
      200,
    );
  });
  afterAll(() => place.close());

  const SENTENCE = 'The project “Via Appia” is archived: it can be read, but not changed.';
  const tag = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` });
  const language = 'en';
  const file = { language, upload: 'uploads/none', fileName: 'a.zip', name: 'A' };
  const inputs = (): Record<string, object[]> => ({
    bim: [{ language, fileId: objectId, name: 'A', content: 1 }],
    'bim-check': [{ language, checkId: objectId, modelId: objectId }],
    'cloud-images': [{ language, fileId: objectId, name: 'A' }],
    change: [
      { language, ids: [objectId], set: { n: 1 } },
      { language, ids: [objectId], deleted: true },
      { language, reverses: '1' },
    ],
    'field-book': [{ language, bookId: objectId }],
    import: [{ ...file, format: 'geojson', commit: true, typeName: 'parcel' }],
    'point-classes': [
      { language, id: objectId, query: {}, finding: { find: 'noise', radius: 1, fewest: 1 }, to: 7 },
    ],
    panoramic: [{ language, fileId: objectId, name: 'A', content: 1 }],
    pointcloud: [{ language, fileId: objectId, name: 'A', content: 1 }],
    terrain: [file],
    tileset: [{ ...file, bytes: 1 }],
  });

  it('every kind of job that writes is refused with a sentence, and writes nothing', async () => {
    expect(Object.keys({ ...inputs(), ...ONLY_READS }).sort()).toEqual(Object.keys(JOB_KINDS).sort());
    const { server, admin } = place;
    for (const [kind, each] of Object.entries(inputs()))
      for (const input of each) {
        const id = await server.services.jobs.add({ kind, userId: admin.id, projectId: archived.id, input });
        const job = await ended(admin, id);
        expect([kind, job.state, job.error]).toEqual([kind, 'failed', expect.stringContaining(SENTENCE)]);
      }
    const rows = await server.db.query('select properties, version from geometries where id = $1', [
      objectId,
    ]);
    expect(rows).toEqual([{ properties: { n: 0 }, version: 1 }]);
  });

  it('no object type is made for it or given to it', async () => {
    const { admin } = place;
    const projectIds = [archived.id];
    const made = await admin.send<Problem>('POST', '/attributes', { name: 'late', projectIds });
    expect([made.status, made.body.detail]).toEqual([409, expect.stringContaining(SENTENCE)]);
    const text = JSON.stringify({ format: TYPE_FILE_FORMAT, version: 1, types: [{ name: 'late' }] });
    const file = { text, projectIds, take: [{ name: 'late' }] };
    const taken = await admin.send<Problem>('POST', '/attributes/file/types', file);
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining(SENTENCE)]);
    const other = await place.server.project(admin, 'Via Sacra', []);
    const type = must(
      await admin.send<ObjectType>('POST', '/attributes', { name: 'road', projectIds: [other.id] }),
      201,
    );
    const both = { projectIds: [other.id, ...projectIds] };
    const given = await admin.send<Problem>('PUT', `/attributes/${type.id}`, both, tag(type));
    expect([given.status, given.body.detail]).toEqual([409, expect.stringContaining(SENTENCE)]);
  });

  it('a type that it shares with others keeps its values and its objects', async () => {
    const { admin, server } = place;
    const types = must(await admin.send<ObjectType[]>('GET', '/attributes?search=parcel'), 200);
    const parcel = types.find(({ name }) => name === 'parcel')!;
    const field = { name: 'n', title: { en: 'N', it: 'N' }, required: false };
    const rewriting = { fields: [{ ...field, type: 'text' }], lost: 10 };
    const path = `/attributes/${parcel.id}`;
    for (const answer of [
      await admin.send<Problem>('PUT', `${path}/fields`, rewriting, tag(parcel)),
      await admin.send<Problem>('DELETE', `${path}?objects=10`, undefined, tag(parcel)),
    ])
      expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining(SENTENCE)]);
    const rows = await server.db.query('select properties, version from geometries where id = $1', [
      objectId,
    ]);
    expect(rows).toEqual([{ properties: { n: 0 }, version: 1 }]);
  });
});
