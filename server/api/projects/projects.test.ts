import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DEFAULT_FORMAT,
  type CopiedProject,
  type GeometryObject,
  type ObjectType,
  type Problem,
  type Project,
  type User,
} from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { engines } from '../../testing/databases.ts';
import { countAgain } from '../../testing/counting.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { ended, type Ended } from '../../testing/upload-job.ts';
import { makeObject } from '../../testing/workplace.ts';

describe.each(engines)('projects on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let surveyor: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ engine, jobs: openJobs });
    admin = await server.admin();
    surveyor = await server.person(admin, 'Surveyor1', ['geometries.read', 'projects.write']);
  });
  afterAll(() => server.close());

  const tag = (thing: { version: number }) => ({ 'if-match': `"${thing.version}"` });

  /** Inserts objects without the API: their content is not the subject here. */
  async function put(projectId: string, typeName: string, wkt: string): Promise<void> {
    const columns = await server.db.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'geometries'
         and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'
         and column_name not in ('id', 'project_id', 'type_name', 'geom', 'location', 'created_by', 'updated_by')`,
    );
    const more = columns.map(({ name }) => `, ${name}`).join('');
    const values = columns.map(() => `, ''`).join('');
    await server.db.query(
      `insert into geometries (id, project_id, type_name, geom, location, created_by, updated_by${more})
       values (gen_random_uuid(), $1, $2, st_geomfromtext($3, 4326), '{}', $4, $4${values})`,
      [projectId, typeName, wkt, admin.id],
    );
    await countAgain(server.db);
  }

  it('archives and restores a project, lists the archived ones, and tells the journal', async () => {
    const made = must(await surveyor.send<Project>('POST', '/projects', { projectName: 'Old mill' }), 201);
    expect(made.archived).toBe(false);
    const path = `/projects/${made.id}`;
    const put = (body: object, version: { version: number }) =>
      surveyor.send<Project & Problem>('PUT', path, body, tag(version));
    const archived = must(await put({ archived: true }, made), 200);
    const names = async (query: string) =>
      must(await surveyor.send<Project[]>('GET', `/projects${query}`), 200).map(
        ({ projectName }) => projectName,
      );
    expect(await names('?archived=true')).toEqual(['Old mill']);
    expect(await names('?archived=false')).not.toContain('Old mill');
    expect(await names('')).toContain('Old mill');
    const refused = await put({ projectName: 'New mill' }, archived);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'The project “Old mill” is archived: it can be read, but not changed. Restore it in the list of projects first.',
    ]);
    const restored = must(await put({ archived: false }, archived), 200);
    must(await put({ projectName: 'New mill' }, restored), 200);
    const kinds = await server.db.query<{ kind: string }>(
      `select kind from audit where subject_id = $1 order by id`,
      [made.id],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'project.created',
      'project.archived',
      'project.restored',
    ]);
  });

  it('can be made with sample objects, beside object types of the same names', async () => {
    const organization = await server.organization(admin, 'Schooling');
    const maker = await server.person(
      admin,
      'Sampler',
      ['projects.write', 'attributes.write', 'geometries.read', 'geometries.write'],
      {
        organizationIds: [organization.id],
      },
    );
    must(await maker.send('POST', '/attributes', { name: 'parcel' }), 201);
    const make = (language = 'en') =>
      maker.send<Project>('POST', '/projects/sample', {}, { 'accept-language': language });
    const [first, second] = [must(await make(), 201), must(await make('it'), 201)];
    expect([first.projectName, second.projectName]).toEqual([
      'Sample: the edge of a small town',
      'Esempio: il margine di una cittadina',
    ]);
    const types = must(await maker.send<ObjectType[]>('GET', '/attributes?paginate=100'), 200);
    expect(types.filter(({ projectIds }) => projectIds.includes(second.id)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['path', 'sample-parcel', 'survey-point']),
    );
    const contents = must(await maker.send<Project>('GET', `/projects/${second.id}`), 200);
    expect(contents.objectCount).toBe(60);

    const drawer = await server.person(
      admin,
      'Sketcher',
      ['projects.write', 'geometries.read', 'geometries.write'],
      {
        organizationIds: [organization.id],
      },
    );
    const refused = await drawer.send<Problem>('POST', '/projects/sample', {});
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('attributes.write')]);
    expect(must(await drawer.send<Project[]>('GET', '/projects'), 200)).toEqual([]);
  });

  it('makes its creator a member, and is hidden from others like one that does not exist', async () => {
    const project = must(
      await surveyor.send<Project>('POST', '/projects', { projectName: '  Quarry ', crs: 'EPSG:7792' }),
      201,
    );
    expect(project).toMatchObject({
      projectName: 'Quarry',
      crs: 'EPSG:7792',
      extent: null,
      objectCount: 0,
      version: 1,
    });
    expect(project.createdBy).toBe('Surveyor1');
    expect(project.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    const seen = await admin.send<Problem>('GET', `/projects/${project.id}`);
    const absent = await admin.send<Problem>('GET', '/projects/7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11');
    expect([seen.status, seen.body]).toEqual([404, absent.body]);
    for (const [method, body] of [
      ['PUT', { projectName: 'Mine' }],
      ['DELETE', undefined],
    ] as const)
      expect((await admin.send(method, `/projects/${project.id}`, body, { 'if-match': '"1"' })).status).toBe(
        404,
      );
    expect((await admin.send('PUT', `/projects/${project.id}/members`, { userIds: [admin.id] })).status).toBe(
      404,
    );
    const list = must(await admin.send<Project[]>('GET', '/projects'), 200);
    expect(list.map((each) => each.id)).not.toContain(project.id);
  });

  it('counts and measures only what the person may see', async () => {
    const project = await server.project(admin, 'Two layers', [surveyor]);
    await put(project.id, 'well', 'POINT(12 42)');
    await put(project.id, 'well', 'POINT(12.5 42.25)');
    await put(project.id, 'secret', 'POINT Z(13 43 7)');
    const answer = await surveyor.send<Project>('GET', `/projects/${project.id}`);
    expect(must(answer, 200)).toMatchObject({ objectCount: 3, extent: [12, 42, 13, 43] });
    // The tag covers the project, not its objects.
    expect(answer.headers['cache-control']).toBe('no-store');
    const user = must(await admin.send<User>('GET', `/users/${surveyor.id}`), 200);
    must(
      await admin.send('PUT', `/users/${surveyor.id}`, { blockedLayers: ['secret', 'map-3d'] }, tag(user)),
      200,
    );
    const seen = must(await surveyor.send<Project>('GET', `/projects/${project.id}`), 200);
    expect(seen).toMatchObject({ objectCount: 2, extent: [12, 42, 12.5, 42.25] });
    const listed = must(await surveyor.send<Project[]>('GET', '/projects?search=two'), 200);
    expect(listed).toMatchObject([{ objectCount: 2, extent: [12, 42, 12.5, 42.25] }]);
  });

  it('has units and decimals, which are announced when they change', async () => {
    const made = must(await surveyor.send<Project>('POST', '/projects', { projectName: 'Ranch' }), 201);
    expect(made.displayFormat).toEqual(DEFAULT_FORMAT);
    const displayFormat = {
      ...DEFAULT_FORMAT,
      lengthUnit: 'ftUS',
      lengthDigits: 2,
      angleUnit: 'dms',
    } as const;
    const change = (body: unknown, of: Project) =>
      surveyor.send<Project>('PUT', `/projects/${made.id}`, body, tag(of));
    const changed = must(await change({ displayFormat }, made), 200);
    expect(changed).toMatchObject({ displayFormat, projectName: 'Ranch', version: 2 });
    expect(must(await change({ projectName: 'Farm' }, changed), 200).displayFormat).toEqual(displayFormat);
    const [event] = await server.db.query<{ payload: string }>(
      "select payload::text from events where kind = 'project' and project_id = $1 order by id",
      [made.id],
    );
    expect(JSON.parse(event!.payload)).toEqual({ projectId: made.id, version: 2 });
    for (const wrong of [
      { lengthUnit: 'inch' },
      { lengthDigits: 7 },
      { areaDigits: -1 },
      { angleDigits: 0.5 },
    ]) {
      const body = { projectName: 'Wrong', displayFormat: { ...DEFAULT_FORMAT, ...wrong } };
      expect((await surveyor.send('POST', '/projects', body)).status, JSON.stringify(wrong)).toBe(400);
    }
  });

  it('is listed with sorting and paging', async () => {
    const person = await server.person(admin, 'Lister', ['projects.write']);
    for (const projectName of ['beta', 'Alpha', 'gamma'])
      must(await person.send('POST', '/projects', { projectName }), 201);
    const names = async (query: string) => {
      const answer = await person.send<Project[]>('GET', `/projects?${query}`);
      return [answer.headers['x-total-count'], ...answer.body.map((each) => each.projectName)];
    };
    expect(await names('')).toEqual(['3', 'Alpha', 'beta', 'gamma']);
    expect(await names('order=desc&orderby=projectName&paginate=2')).toEqual(['3', 'gamma', 'beta']);
    expect(await names('order=desc&orderby=projectName&paginate=2&page=2')).toEqual(['3', 'Alpha']);
    expect(await names('paginate=2&page=9')).toEqual(['3']);
  });

  it('sets its members, within the organization, and announces whose rights changed', async () => {
    const other = await server.organization(admin, 'Far away');
    const outsider = await server.person(admin, 'Outsider', [], { organizationIds: [other.id] });
    const helper = await server.person(admin, 'Helper', ['geometries.read']);
    const project = await server.project(admin, 'Shared');
    expect((await helper.send('GET', `/projects/${project.id}`)).status).toBe(404);
    const set = (userIds: string[]) =>
      admin.send<Problem>('PUT', `/projects/${project.id}/members`, { userIds });
    expect((await set([admin.id, outsider.id])).status).toBe(422);
    expect((await set([])).status).toBe(400);
    must(await set([admin.id, helper.id]), 204);
    expect((await helper.send('GET', `/projects/${project.id}`)).status).toBe(200);
    const messages = await server.db.query(`select 1 from events where kind = 'session' and user_id = $1`, [
      helper.id,
    ]);
    expect(messages).toHaveLength(1);
    const members = must(
      await admin.send<{ name: string; member: boolean }[]>('GET', `/projects/${project.id}/members`),
      200,
    );
    expect(members.filter((each) => each.member).map((each) => each.name)).toEqual([
      'Administrator',
      'Helper',
    ]);
  });

  it('refuses a location out of range with the path of the error', async () => {
    const location = { type: 'Point', coordinates: [200, 42] };
    const refused = await surveyor.send<Problem>('POST', '/projects', { projectName: 'Off', location });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      {
        path: 'body.location',
        message:
          'At coordinates the coordinate 200 is out of range: longitude from -180 to 180, latitude from -90 to 90.',
      },
    ]);
  });

  it('is deleted with all its objects', async () => {
    const project = await server.project(admin, 'Short-lived');
    await put(project.id, 'well', 'POINT(12 42)');
    must(await admin.send('DELETE', `/projects/${project.id}`, undefined, tag({ version: 1 })), 204);
    expect(await server.db.query('select 1 from geometries where project_id = $1', [project.id])).toEqual([]);
  });

  it('says first how much goes with it besides its objects', async () => {
    const project = await server.project(admin, 'Full');
    const contents = async (by = admin) => by.send(`GET`, `/projects/${project.id}/contents`);
    const none = { types: 0, documents: 0, panoramics: 0, models: 0, pointclouds: 0, surveys: 0, terrains: 0, tilesets: 0, measures: 0, bookmarks: 0 }; // prettier-ignore
    expect(must(await contents(), 200)).toEqual(none);
    for (const [name, projectIds] of [
      ['only here', [project.id]],
      ['everywhere too', []],
    ] as const)
      must(await admin.send('POST', '/attributes', { name, projectIds }), 201);
    const file = (kind: string) =>
      server.db.query(
        `insert into files (kind, project_id, name, created_by, updated_by) values ($1, $2, 'x', $3, $3)`,
        [kind, project.id, admin.id],
      );
    for (const kind of ['document', 'document', 'panoramic', 'bim', 'pointcloud']) await file(kind);
    await server.db.query('insert into project_measures (project_id, measures) values ($1, $2::jsonb)', [
      project.id,
      '[{}, {}]',
    ]);
    expect(must(await contents(), 200)).toEqual({ ...none, types: 1, documents: 2, panoramics: 1, models: 1, pointclouds: 1, measures: 2 }); // prettier-ignore
    const stranger = await server.person(admin, 'Passer-by', ['projects.write']);
    expect((await contents(stranger)).status).toBe(404);
  });

  describe('copied', () => {
    const RIGHTS = [
      'geometries.read',
      'geometries.write',
      'geometries.delete',
      'attributes.write',
      'projects.write',
    ];
    let maker: TestPerson;
    let guest: TestPerson;
    let original: Project;
    let objects: GeometryObject[];
    beforeAll(async () => {
      maker = await server.person(admin, 'Maker', RIGHTS);
      guest = await server.person(admin, 'Guest', RIGHTS, { blockedLayers: ['hidden kerbs'] });
      original = await server.project(maker, 'Original', [guest]);
      const own = { projectIds: [original.id] };
      const style = { stroke: '#123456', width: 3 };
      for (const type of [
        { name: 'kerbs', style, ...own },
        { name: 'hidden kerbs', ...own },
        { name: 'for all copies' },
      ])
        must(await maker.send('POST', '/attributes', type), 201);
      const parent = await makeObject(maker, original.id, { typeName: 'kerbs', properties: { n: 1 } });
      const child = await makeObject(maker, original.id, { typeName: 'hidden kerbs' });
      const path = `/geometries/${parent.id}`;
      const related = await maker.send<GeometryObject>(
        'PUT',
        path,
        { relatesTo: [child.id], labelAt: [12.5, 41.9] },
        { 'if-match': '"1"' },
      );
      objects = [
        must(related, 200),
        child,
        await makeObject(maker, original.id, { typeName: 'for all copies' }),
      ];
    });

    async function copied(by: TestPerson, body: object): Promise<Ended<CopiedProject>> {
      const { jobId } = must(
        await by.send<{ jobId: string }>('POST', `/projects/${original.id}/copy`, body),
        202,
      );
      return ended(by, jobId);
    }
    const list = async (by: TestPerson, projectid: string) =>
      must(await by.send<GeometryObject[]>('GET', '/geometries', undefined, { projectid }), 200);
    const types = async (projectid: string) =>
      must(await maker.send<ObjectType[]>('GET', '/attributes/project', undefined, { projectid }), 200);

    it('have the objects with new ids, their relations and moved labels, types of their own, settings and members', async () => {
      const job = await copied(maker, { projectName: 'Copy', objects: true, members: true, styles: true });
      expect([job.error, job.state, job.message, job.result?.objects]).toEqual([null, 'done', '', 3]);
      const { projectId } = job.result!;
      const project = must(await maker.send<Project>('GET', `/projects/${projectId}`), 200);
      expect(project).toMatchObject({ projectName: 'Copy', crs: original.crs, objectCount: 3 });
      const copies = await list(maker, projectId);
      const of = (typeName: string) => copies.find((each) => each.typeName === typeName)!;
      expect(of('kerbs')).toMatchObject({
        properties: { n: 1 },
        relatesTo: [of('hidden kerbs').id],
        labelAt: [12.5, 41.9],
        projectId,
      });
      expect(of('kerbs').location).toEqual(objects[0]!.location);
      expect(of('kerbs').metadata).toMatchObject({ version: 1, createdBy: 'Maker' });
      expect(objects.map(({ id }) => id)).not.toContain(of('kerbs').id);
      const kerbs = (await types(projectId)).find(({ name }) => name === 'kerbs')!;
      expect(kerbs).toMatchObject({ projectIds: [projectId], style: { stroke: '#123456', width: 3 } });
      expect((await guest.send('GET', `/projects/${projectId}`)).status).toBe(200);
      // Changes stay apart, and deleting the copy takes everything of it.
      must(
        await maker.send('DELETE', `/geometries/${of('kerbs').id}`, undefined, { 'if-match': '"1"' }),
        204,
      );
      expect(await list(maker, original.id)).toHaveLength(3);
      must(await maker.send('DELETE', `/projects/${projectId}`, undefined, tag(project)), 204);
      expect(await server.db.query('select 1 from object_types where id = $1', [kerbs.id])).toEqual([]);
      expect((await types(original.id)).map(({ name }) => name)).toContain('kerbs');
    });

    it('are without them where that is not asked for', async () => {
      const { projectId } = (await copied(maker, { projectName: 'Bare' })).result!;
      expect(await list(maker, projectId)).toEqual([]);
      expect((await types(projectId)).find(({ name }) => name === 'kerbs')!.style).not.toMatchObject({
        width: 3,
      });
      expect((await guest.send('GET', `/projects/${projectId}`)).status).toBe(404);
    });

    it('have nothing that the person who copies may not see', async () => {
      const job = await copied(guest, { projectName: 'Seen', objects: true });
      expect(job.result!.objects).toBe(2);
      const [parent] = (await list(guest, job.result!.projectId)).filter(
        ({ typeName }) => typeName === 'kerbs',
      );
      expect(parent!.relatesTo).toEqual([]);
      const rows = await server.db.query(
        'select 1 from object_types t where t.name = $1 and $2::uuid = any(t.project_ids)',
        ['hidden kerbs', job.result!.projectId],
      );
      expect(rows).toEqual([]);
    });

    it('are not seen by strangers or made without the right, and leave nothing behind when they fail', async () => {
      const stranger = await server.person(admin, 'Stranger', RIGHTS);
      const body = { projectName: 'X' };
      expect((await stranger.send('POST', `/projects/${original.id}/copy`, body)).status).toBe(404);
      const count = async () =>
        (await server.db.query<{ count: number }>('select count(*)::int as count from projects'))[0]!.count;
      const before = await count();
      await server.db.query("update geometries set location = 'broken' where id = $1", [objects[2]!.id]);
      expect((await copied(maker, { ...body, objects: true })).state).toBe('failed');
      expect(await count()).toBe(before);
    });
  });
});
