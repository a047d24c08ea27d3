import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectType, Problem } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { makeObject, openWorkplace, type Workplace } from '../../testing/workplace.ts';

describe.each(engines)('object types on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
  });
  afterAll(() => place.close());
  const make = async (type: Partial<ObjectType> & { name: string }) =>
    must(await sara.send<ObjectType>('POST', '/attributes', type), 201);
  const tag = (type: ObjectType) => ({ 'if-match': `"${type.version}"` });

  it('are created from a name alone; title and style get defaults', async () => {
    const type = await make({ name: 'pipe', geometryType: 'LineString' });
    expect(type).toMatchObject({
      title: { en: 'pipe', it: 'pipe' },
      geometryType: 'LineString',
      fields: [],
      projectIds: [],
      images: [],
      icon: null,
      version: 1,
    });
    expect(type.style.stroke).toMatch(/^#[0-9a-f]{6}$/);
    const read = await sara.send<ObjectType>('GET', `/attributes/${type.id}`);
    expect([read.body, read.headers.etag]).toEqual([type, '"1"']);
  });

  it('are searched, sorted and paged, with their total', async () => {
    for (const name of ['tree b', 'tree a', 'tree c']) await make({ name });
    const page = await sara.send<ObjectType[]>('GET', '/attributes?search=TREE&order=desc&paginate=2&page=1');
    expect(page.body.map(({ name }) => name)).toEqual(['tree c', 'tree b']);
    expect(page.headers['x-total-count']).toBe('3');
    const named = await sara.send<ObjectType[]>('GET', '/attributes?objectname=tree%20a');
    expect(named.body.map(({ name }) => name)).toEqual(['tree a']);
    const beyond = await sara.send<ObjectType[]>('GET', '/attributes?objectname=tree&paginate=2&page=9');
    expect([beyond.status, beyond.body, beyond.headers['x-total-count']]).toEqual([200, [], '3']);
    const head = await sara.send('HEAD', '/attributes?objectname=tree');
    expect([head.status, head.headers['x-total-count'], head.body]).toEqual([200, '3', '']);
    const nul = await sara.send<ObjectType[]>('GET', '/attributes?objectname=tree%00%20a');
    expect(nul.body.map(({ name }) => name)).toEqual(['tree a']);
  });

  it('with an invalid title, icon or style are refused, each error with its path', async () => {
    const wrong: Record<string, unknown> = {
      title: { en: 'a\0b', it: 'x' },
      icon: '\0',
      style: { stroke: '#000000', width: 1, label: '\0' },
    };
    for (const [part, value] of Object.entries(wrong)) {
      const answer = await sara.send<Problem>('POST', '/attributes', { name: 'unstorable', [part]: value });
      expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, `body.${part}`]);
    }
  });

  it('of a project are its own and those of its whole organization', async () => {
    const other = await place.server.project(place.admin, 'Other', [sara]);
    await make({ name: 'only here', projectIds: [place.project.id] });
    await make({ name: 'only there', projectIds: [other.id] });
    const headers = { projectid: place.project.id };
    const types = must(await sara.send<ObjectType[]>('GET', '/attributes/project', undefined, headers), 200);
    const names = types.map(({ name }) => name);
    expect(names).toContain('only here');
    expect(names).toContain('parcel');
    expect(names).not.toContain('only there');
    const body = { location: { type: 'Point', coordinates: [1, 1] }, typeName: 'only there' };
    expect((await sara.send('POST', '/geometries', body, headers)).status).toBe(422);
  });

  it('change only what is sent, and need the current version', async () => {
    const type = await make({ name: 'wall' });
    const title = { en: 'Wall', it: 'Muro' };
    const path = `/attributes/${type.id}`;
    expect((await sara.send('PUT', path, { title })).status).toBe(428);
    const changed = must(await sara.send<ObjectType>('PUT', path, { title }, tag(type)), 200);
    expect(changed).toEqual({ ...type, title, version: 2 });
    const late = await sara.send<ObjectType>('PUT', path, { title }, tag(type));
    expect([late.status, late.body]).toEqual([412, changed]);
  });

  it('with objects keep their name and cannot be deleted', async () => {
    const type = await make({ name: 'bench' });
    const path = `/attributes/${type.id}`;
    const object = await makeObject(sara, place.project.id, { typeName: 'bench' });
    const renamed = await sara.send<Problem>('PUT', path, { name: 'seat' }, tag(type));
    expect([renamed.status, renamed.body.detail]).toEqual([
      409,
      'The object type bench has 1 objects and cannot be renamed. Change its title instead.',
    ]);
    expect((await sara.send('DELETE', path, undefined, tag(type))).status).toBe(409);
    const moved = await sara.send(
      'PUT',
      path,
      { projectIds: [(await place.server.project(place.admin, 'X', [sara])).id] },
      tag(type),
    );
    expect(moved.status).toBe(409);
    must(await sara.send('DELETE', `/geometries/${object.id}`, undefined, { 'if-match': '"1"' }), 204);
    expect((await sara.send('DELETE', path, undefined, tag(type))).status).toBe(204);
    expect((await sara.send('GET', path)).status).toBe(404);
    // The object's history remains; restoring it needs its type.
    expect((await sara.send('POST', `/geometries/undo/${object.id}`)).status).toBe(422);
  });

  it('with the same name can exist once only', async () => {
    expect((await sara.send('POST', '/attributes', { name: 'parcel' })).status).toBe(409);
  });

  it('that could not be used are refused, each error with its path', async () => {
    const title = { en: '', it: '' };
    const text = { title, type: 'text', required: false };
    const fields = [
      { ...text, name: 'a', pattern: '(' },
      { ...text, name: 'a' },
      { ...text, name: 'b', type: 'number', min: 2, max: 1 },
      { ...text, name: 'c', type: 'choice', choices: [] },
      { ...text, name: 'nul\0' },
    ];
    const answer = await sara.send<Problem>('POST', '/attributes', { name: 'map-3d', fields });
    expect(answer.status).toBe(422);
    expect(answer.body.errors!.map(({ path }) => path)).toEqual([
      'body.name',
      'body.fields[0].pattern',
      'body.fields[1].name',
      'body.fields[2].min',
      'body.fields[3].choices',
      'body.fields[4]',
    ]);
    expect(
      (await sara.send('POST', '/attributes', { name: 'x', style: { stroke: 'red', width: 1 } })).status,
    ).toBe(400);
  });

  it('belong to an organization, and apply to projects the person works on', async () => {
    const theirs = await place.server.project(place.admin, 'Not hers');
    expect((await sara.send('POST', '/attributes', { name: 'y', projectIds: [theirs.id] })).status).toBe(422);
    const organization = await place.server.organization(place.admin, 'Elsewhere');
    const authorizations = ['geometries.read', 'attributes.write'];
    const stranger = await place.server.person(place.admin, 'Otto', authorizations, {
      organizationIds: [organization.id],
    });
    expect(must(await stranger.send<ObjectType[]>('GET', '/attributes'), 200)).toEqual([]);
    const [type] = must(await sara.send<ObjectType[]>('GET', '/attributes'), 200);
    expect((await stranger.send('GET', `/attributes/${type!.id}`)).status).toBe(404);
    expect((await stranger.send('PUT', `/attributes/${type!.id}`, {}, { 'if-match': '"1"' })).status).toBe(
      404,
    );
    expect((await stranger.send('POST', '/attributes', { name: 'parcel' })).status).toBe(201);
  });
});
