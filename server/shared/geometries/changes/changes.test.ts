import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field, GeometryObject } from '#core/protocol';
import { engines } from '../../../testing/databases.ts';
import { must, type TestPerson } from '../../../testing/server.ts';
import { makeObject, openWorkplace, ROME, save, square, type Workplace } from '../../../testing/workplace.ts';

describe.each(engines)('a change sent alone and in a list on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let id: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    id = place.project.id;
    const title = { en: 'Code', it: 'Codice' };
    const fields: Field[] = [{ name: 'code', title, type: 'text', required: true, unique: true }];
    must(await place.admin.send('POST', '/attributes', { name: 'pole', geometryType: 'Point', fields }), 201);
  });
  afterAll(() => place.close());

  const pole = (code: string) =>
    makeObject(sara, id, { typeName: 'pole', location: ROME, properties: { code } });

  interface Problem {
    detail: string;
    errors?: { path: string }[];
  }
  const put = (object: GeometryObject, fields: object) =>
    sara.send<Problem>('PUT', `/geometries/${object.id}`, fields, {
      'if-match': `"${object.metadata.version}"`,
    });
  const inList = async (object: GeometryObject, fields: object) => {
    const { id: objectId, metadata } = object;
    const change = { clientId: randomUUID(), id: objectId, version: metadata.version, ...fields };
    return (await save(sara, id, [change]))[0]!;
  };

  it('is refused with the same message', async () => {
    await pole('A1');
    const made = await pole('A2');
    for (const fields of [
      { typeName: 'no such type' },
      { location: square(0, 0) },
      { properties: {} },
      { properties: { code: 'A1' } },
    ]) {
      const alone = await put(made, fields);
      const listed = await inList(made, fields);
      expect([alone.status, listed.status]).toEqual([422, 'refused']);
      expect(alone.body.detail).toBe(listed.detail);
    }
    expect((await put(made, { properties: { code: 'A1' } })).body.errors).toEqual([
      expect.objectContaining({ path: 'body.properties.code' }),
    ]);
  });

  it('does not move an object whose unique value another one has taken meanwhile', async () => {
    const first = await pole('B1');
    must(await put(first, { properties: { code: 'B2' } }), 200);
    await pole('B1');
    // Undo restores the earlier state, including the value.
    const undone = must(await sara.send<GeometryObject>('POST', `/geometries/undo/${first.id}`), 200);
    const move = { location: { type: 'Point', coordinates: [12.6, 42] } };
    const alone = await put(undone, move);
    const listed = await inList(undone, move);
    const sentence = 'code must be unique, and "B1" is already used.';
    expect([alone.status, alone.body.detail]).toEqual([422, sentence]);
    expect([listed.status, listed.detail]).toEqual(['refused', sentence]);
  });

  it('may relate to a thousand objects at most', async () => {
    const made = await pole('C1');
    const relatesTo = Array.from({ length: 1001 }, () => randomUUID());
    await place.server.db.query(
      `insert into geometries (id, project_id, type_name, geom, location, about, created_by, updated_by)
       select unnest($1::uuid[]), $2::uuid, 'parcel', st_setsrid(st_point(1, 1), 4326), '{}', '}', $3::uuid, $3::uuid`,
      [relatesTo, id, sara.id],
    );
    expect((await put(made, { relatesTo })).status).toBe(400);
    expect((await inList(made, { relatesTo })).status).toBe('refused');
    expect((await inList(made, { relatesTo: relatesTo.slice(1) })).status).toBe('saved');
  });

  it('finds an object by its id in capitals', async () => {
    const made = await pole('D1');
    const capitals = { ...made, id: made.id.toUpperCase() };
    const changed = must(await put(capitals, { properties: { code: 'D2' } }), 200);
    expect(changed).toMatchObject({ id: made.id, metadata: { version: 2 } });
  });
});
