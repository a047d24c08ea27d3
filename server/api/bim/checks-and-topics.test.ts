import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  BimCheck,
  BimCheckResult,
  BimModel,
  BimQuery,
  BimTopic,
  Problem,
  Survey,
  TopicViewpoint,
} from '#core/protocol';
import { checkKind } from './checks/check-job.ts';
import { JOB_KINDS } from '../../app/job-kinds.ts';
import { openQueue } from '../../platform/jobs/database-queue.ts';
import { download, upload } from '../../testing/sending.ts';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson, type TestServer } from '../../testing/server.ts';
import { readUntil } from '../../testing/upload-job.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';
import { boxes, idsFor, testGuid } from '../../testing/ifc.ts';

describe.each(engines)('checks and topics of models on the %s engine', (engine) => {
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let reader: TestPerson;
  let outsider: TestPerson;
  let model: BimModel;
  let other: BimModel;

  beforeAll(async () => {
    // Only these jobs run: the conversion of the models is none of this, and its two jobs take two places.
    place = await openWorkplace(engine, {
      jobs: (services) => openQueue(services, { ...idle(JOB_KINDS), 'bim-check': checkKind }, { atOnce: 4 }),
    });
    ({ server } = place);
    const all = ['geometries.read', 'bim.read', 'bim.write', 'bim.comment', 'files.write'];
    crew = await server.person(place.admin, 'Crew', all);
    reader = await server.person(place.admin, 'Reader', ['geometries.read', 'bim.read']);
    outsider = await server.person(place.admin, 'Outsider', all);
    const project = (await server.project(place.admin, 'Appia', [crew, reader])).id;
    const survey = must(
      await crew.send<Survey>('POST', '/surveys', { name: 'May' }, { projectid: project }),
      201,
    );
    const send = async (name: string, content: string) =>
      must(await upload<BimModel>(server, crew, '/bim', { name, content }, { surveyid: survey.id }), 201);
    // Two boxes of 4 × 0.3 × 3 m; in the other model one that reaches 0.1 m into the first, and one 0.05 m beside it.
    model = await send(
      'a.ifc',
      boxes([
        { at: [0, 0, 0], size: [4, 0.3, 3], volume: 3.7 },
        { at: [0, 10, 0], size: [4, 0.3, 3] },
      ]),
    );
    other = await send(
      'b.ifc',
      boxes([
        { at: [3.9, -5, 0], size: [4, 10, 3] },
        { at: [0, 10.35, 0], size: [1, 1, 1] },
      ]),
    );
  });
  afterAll(() => place.close());

  async function check(body: object, by = crew): Promise<BimCheckResult> {
    const { id } = must(await by.send<{ id: string }>('POST', `/bim/${model.id}/checks`, body), 202);
    const { result, error } = await readUntil(
      async () =>
        must(
          await by.send<BimCheck & { result: BimCheckResult | null }>('GET', `/bim/${model.id}/checks/${id}`),
          200,
        ),
      (read) => Boolean(read.result) || read.state === 'failed',
    );
    if (!result) throw new Error(error ?? 'failed');
    return result;
  }
  const report = (id: string, format: string, by = crew) =>
    download(server, by, `/bim/${model.id}/checks/${id}/report?format=${format}`);

  it('audits against an IDS, and prints the report as CSV, PDF and XLSX', async () => {
    const result = await check({ kind: 'ids', name: 'Walls', ids: idsFor('Wall 1') });
    if (result.kind !== 'ids') throw new Error(result.kind);
    const [specification] = result.report.specifications;
    expect(specification).toMatchObject({ status: 'fail', applicable: 2, passed: 1 });
    const [requirement] = specification!.requirements;
    expect(requirement!.failures).toMatchObject([
      { class: 'IfcWall', name: 'Wall 2', reason: 'value', found: 'Wall 2' },
    ]);
    const [listed] = must(await reader.send<BimCheck[]>('GET', `/bim/${model.id}/checks`), 200);
    expect(listed).toMatchObject({ kind: 'ids', name: 'Walls', state: 'done', createdBy: 'Crew' });
    const csv = await report(listed!.id, 'csv', reader);
    expect(csv.body).toContain('Name check,Attribute Name: Wall 1,IfcWall,Wall 2,');
    expect((await report(listed!.id, 'pdf')).body.slice(0, 5)).toBe('%PDF-');
    expect((await report(listed!.id, 'xlsx')).body.slice(0, 2)).toBe('PK');
    expect((await report(listed!.id, 'bcf')).body.slice(0, 2)).toBe('PK');
    must(await crew.send('DELETE', `/bim/${model.id}/checks/${listed!.id}`), 204);
    expect(must(await reader.send<BimCheck[]>('GET', `/bim/${model.id}/checks`), 200)).toEqual([]);
  });

  it('takes quantities from the file and from the triangles', async () => {
    const result = await check({ kind: 'quantities', name: 'Quantities' });
    if (result.kind !== 'quantities') throw new Error(result.kind);
    const [first, second] = result.report.rows;
    // 4 × 0.3 × 3 = 3.6 m³ although the file says 3.7; 4 × 0.3 = 1.2 m² look up, 4 × 3 = 12 m² to one side;
    // 2 × (1.2 + 12 + 0.9) = 28.2 m² in all.
    expect(first).toMatchObject({ name: 'Wall 1', storey: 'Ground', isClosed: true });
    expect(first!.volume.declared).toBe(3.7);
    expect(first!.volume.computed).toBeCloseTo(3.6, 6);
    expect(first!.floorArea.computed).toBeCloseTo(1.2, 6);
    expect(first!.sideArea.computed).toBeCloseTo(12, 6);
    expect(first!.surface).toBeCloseTo(28.2, 5);
    expect(second!.volume.declared).toBeNull();
  });

  it('finds what lies in each other, and what is too near', async () => {
    const hard = await check({ kind: 'clash', name: 'Hard', with: other.id, tolerance: 0.001, clearance: 0 });
    if (hard.kind !== 'clash') throw new Error(hard.kind);
    expect(hard.report.clashes).toHaveLength(1);
    expect(hard.report.clashes[0]).toMatchObject({ a: { name: 'Wall 1' }, b: { name: 'Wall 1' } });
    // It begins at 3.9 m, the first ends at 4 m.
    expect(hard.report.clashes[0]!.distance).toBeCloseTo(-0.1, 4);
    expect(hard.report.heightsApart).toBeNull();
    const near = await check({
      kind: 'clash',
      name: 'Near',
      with: other.id,
      tolerance: 0.001,
      clearance: 0.1,
    });
    if (near.kind !== 'clash') throw new Error(near.kind);
    // From y = 10.3 to 10.35 m.
    expect(near.report.clashes.map(({ distance }) => distance.toFixed(3))).toEqual(['-0.100', '0.050']);
    const loose = await check({
      kind: 'clash',
      name: 'Loose',
      with: other.id,
      tolerance: 0.11,
      clearance: 0,
    });
    if (loose.kind !== 'clash') throw new Error(loose.kind);
    expect(loose.report.clashes).toEqual([]);
  });

  it('refuses what cannot be checked, with a sentence, and who may not', async () => {
    const path = `/bim/${model.id}/checks`;
    const wrong = await crew.send<Problem>('POST', path, {
      kind: 'ids',
      name: 'x',
      ids: idsFor('x').replace('IFCWALL', 'IfcWall'),
    });
    expect([wrong.status, wrong.body.detail]).toEqual([
      422,
      'Line 7: the IFC schemas of the specification have no entity IfcWall. Names are in upper case.',
    ]);
    const noXml = await crew.send<Problem>('POST', path, { kind: 'ids', name: 'x', ids: 'a<b' });
    expect([noXml.status, noXml.body.detail]).toEqual([422, 'Line 1: the XML is not well-formed.']);
    const body = { kind: 'quantities', name: 'x' };
    expect((await reader.send('POST', path, body)).status).toBe(403);
    expect((await outsider.send('POST', path, body)).status).toBe(404);
    expect((await outsider.send('GET', path)).status).toBe(404);
  });

  it('are searched as somebody of the project has kept it, by a name that is there once', async () => {
    const path = `/projects/${model.projectId}/bim-queries`;
    const query = { name: 'Outer walls', grouping: 'classes', filter: { classes: ['IfcWall'], text: 'f90' } };
    const first = must(await crew.send<BimQuery>('POST', path, query), 201);
    const again = { ...query, name: 'outer WALLS', filter: { text: 'f30' } };
    const replaced = must(await crew.send<BimQuery>('POST', path, again), 201);
    expect(replaced).toEqual({ ...again, id: first.id, createdBy: 'Crew' });
    expect(must(await reader.send<BimQuery[]>('GET', path), 200)).toEqual([replaced]);
    expect((await reader.send('POST', path, query)).status).toBe(403);
    expect((await outsider.send('GET', path)).status).toBe(404);
    expect((await outsider.send('DELETE', `${path}/${first.id}`)).status).toBe(404);
    must(await crew.send('DELETE', `${path}/${first.id}`), 204);
    expect((await reader.send<BimQuery[]>('GET', path)).body).toEqual([]);
  });

  describe('topics', () => {
    const VIEW: TopicViewpoint = {
      eye: [10, -10, 5.5],
      direction: [-0.6, 0.8, 0],
      up: [0, 0, 1],
      field: { degrees: 50 },
      planes: [],
      selection: [testGuid(100)],
      isVisible: true,
      exceptions: [testGuid(101)],
    };
    const PNG = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const path = () => `/projects/${model.projectId}/bim-topics`;
    const list = async (by = reader) => must(await by.send<BimTopic[]>('GET', path()), 200);
    const tag = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` });

    it.each(['2.1', '3.0'] as const)('leave as BCF %s and come back as they were', async (version) => {
      const body = {
        title: 'Wall & <door>',
        description: 'Too low',
        labels: ['A', 'B'],
        dueAt: '2026-12-24',
        priority: 'High',
        assignedTo: 'sara@example.test',
        modelId: model.id,
        view: { viewpoint: VIEW, snapshot: PNG.toString('base64') },
      };
      const made = must(await crew.send<BimTopic>('POST', path(), body), 201);
      must(await crew.send('POST', `/bim-topics/${made.id}/comments`, { text: 'Raised to 2.10 m' }), 201);
      const [before] = await list();
      expect(before).toMatchObject({
        title: 'Wall & <door>',
        status: 'Open',
        author: 'Crew',
        dueAt: '2026-12-24',
        comments: [{ text: 'Raised to 2.10 m', author: 'Crew', isMine: false }],
      });
      const picture = `/bim-topics/${made.id}/viewpoints/${before!.viewpoints[0]!.id}/snapshot`;
      expect((await download(server, reader, picture)).rawPayload.equals(PNG)).toBe(true);
      const bcf = await server.app.inject({
        method: 'POST',
        url: `/api${path()}/export`,
        headers: { jwt: reader.token },
        payload: { version },
      });
      must(await crew.send('DELETE', `/bim-topics/${made.id}`, undefined, tag(made)), 204);
      expect(await list()).toEqual([]);
      const into = (by = crew) =>
        upload<{ created: number; comments: number; notes: string[] }>(server, by, `${path()}/import`, {
          name: 'a.bcf',
          content: bcf.rawPayload,
        });
      expect(must(await into(), 200)).toEqual({ created: 1, updated: 0, comments: 1, notes: [] });
      // Once more adds nothing.
      expect(must(await into(), 200)).toEqual({ created: 0, updated: 0, comments: 0, notes: [] });
      const [after] = await list();
      const same = ({ title, description, labels, dueAt, priority, assignedTo, modelId }: BimTopic) => ({
        title,
        description,
        labels,
        dueAt,
        priority,
        assignedTo,
        modelId,
      });
      expect(same(after!)).toEqual(same(before!));
      expect(after!.viewpoints[0]!.viewpoint).toEqual(VIEW);
      expect(after!.viewpoints[0]!.hasSnapshot).toBe(true);
      expect(after!.comments[0]).toMatchObject({ text: 'Raised to 2.10 m', author: 'Crew' });
      must(await crew.send('DELETE', `/bim-topics/${after!.id}`, undefined, tag(after!)), 204);
    });

    it('change with their version, and comments are deleted by their author alone', async () => {
      const made = must(await crew.send<BimTopic>('POST', path(), { title: 'x' }), 201);
      const changed = must(
        await crew.send<BimTopic>('PUT', `/bim-topics/${made.id}`, { status: 'Closed' }, tag(made)),
        200,
      );
      expect(changed).toMatchObject({ status: 'Closed', title: 'x', version: 2 });
      expect((await crew.send('PUT', `/bim-topics/${made.id}`, { status: 'Open' }, tag(made))).status).toBe(
        412,
      );
      const said = must(
        await crew.send<BimTopic>('POST', `/bim-topics/${made.id}/comments`, { text: 'a' }),
        201,
      );
      const comment = `/bim-topics/${made.id}/comments/${said.comments[0]!.id}`;
      expect((await place.admin.send('DELETE', comment)).status).not.toBe(204);
      expect((await reader.send('DELETE', comment)).status).toBe(403);
      must(await crew.send('DELETE', comment), 204);
      expect((await outsider.send('GET', path())).status).toBe(404);
      must(await crew.send('DELETE', `/bim-topics/${made.id}`, undefined, tag(changed)), 204);
    });

    it('are not read from what is no BCF', async () => {
      const send = (content: Buffer | string) =>
        upload<Problem>(server, crew, `${path()}/import`, { name: 'a.bcf', content });
      const zip = await send('no zip');
      expect([zip.status, zip.body.detail]).toEqual([
        422,
        'The file is not a BCF file: its zip archive is damaged, too large or hostile.',
      ]);
    });
  });
});

/** Kinds whose jobs wait for ever. */
function idle(kinds: typeof JOB_KINDS): Record<string, { timeLimit: number; run(): Promise<unknown> }> {
  const waiting = { timeLimit: 60_000, run: () => new Promise(() => {}) };
  return Object.fromEntries(Object.keys(kinds).map((kind) => [kind, waiting]));
}
