import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AnswerOf, GeometryObject, listTransactions } from '#core/protocol';
import { ADMIN, apiAs, SHARED_SERVER } from '../journeys/harness.ts';
import { inQgis, python } from './qgis.ts';

interface Edited {
  isValid: boolean;
  capabilities: string;
  steps: Record<string, { isSaved: boolean; said: string }>;
}

describe.runIf(python)('QGIS through WFS-T', () => {
  const url = process.env[SHARED_SERVER]!;
  const admin = apiAs(url, ADMIN);
  const members: string[] = [];

  /** A person with a role of their own. */
  async function person(authorizations: string[]) {
    const name = `QGIS ${randomUUID()}`;
    const roleOf = { role_name: name, authorizations };
    const { role_id: roleId } = await admin<{ role_id: string }>('POST', '/roles', roleOf);
    const account = { email: `${randomUUID()}@groma.test`, password: ADMIN.password };
    members.push((await admin<{ id: string }>('POST', '/users', { ...account, name, roleId })).id);
    return { ...account, name };
  }

  /** A project of its own with three wells. */
  async function project() {
    const field = (name: string, type: string, required = false) => ({
      ...{ name, title: { en: name, it: name }, type, required },
    });
    const { id } = await admin<{ id: string }>('POST', '/projects', {
      projectName: `QGIS ${randomUUID()}`,
      crs: 'EPSG:32633',
    });
    const type = (name: string, geometryType: string, fields: object[]) =>
      admin('POST', '/attributes', { name, title: { en: name, it: name }, geometryType, fields, projectIds: [id] }); // prettier-ignore
    await type('wells', 'Point', [
      field('code', 'text', true),
      field('depth', 'number'),
      field('made', 'date'),
      field('open', 'boolean'),
    ]);
    await type('plots', 'Polygon', [field('code', 'text')]);
    const put = (coordinates: number[], properties: object) => {
      const object = { typeName: 'wells', location: { type: 'Point', coordinates }, properties };
      return admin<GeometryObject>('POST', '/geometries', object, { projectid: id });
    };
    const wells = [
      await put([12, 42, 100.25], { code: 'W1', depth: 3.5, made: '2026-01-02', open: true }),
      await put([12.2, 42, 100.5], { code: 'W2' }),
      await put([12.3, 42], { code: 'W3' }),
    ];
    const objects = () =>
      admin<GeometryObject[]>('POST', '/geometries/research', { filters: [] }, { projectid: id });
    const edit = async (
      by: { email: string; password: string },
      more: { version?: string; crs?: string; what?: string; readOnly?: boolean } = {},
    ) => {
      await admin('PUT', `/projects/${id}/members`, { userIds: [...members, ...(await own())] });
      const { version = 'auto', crs = 'EPSG:4326', what = 'all', readOnly = false } = more;
      const { token } = await apiAs(url, by)<{ token: string }>('POST', '/users/me/tokens', { name: randomUUID(), days: 1, readOnly }); // prettier-ignore
      return inQgis<Edited>('edit-layers.py', `${url}/wfs/${id}`, token, version, crs, what);
    };
    const own = async () =>
      (await admin<{ userId: string; member: boolean }[]>('GET', `/projects/${id}/members`))
        .filter(({ member }) => member)
        .map(({ userId }) => userId);
    return { id, wells, objects, edit };
  }

  it.each([
    ['auto', 'EPSG:4326'],
    ['1.1.0', 'EPSG:4326'],
    ['1.0.0', 'EPSG:32633'],
    ['auto', 'EPSG:3857'],
  ])('inserts, changes and deletes objects where they are drawn: version %s, %s', async (version, crs) => {
    const editor = await person(['geometries.read', 'geometries.write', 'geometries.delete']);
    const { wells, objects, edit } = await project();
    const edited = await edit(editor, { version, crs });
    expect(edited.isValid).toBe(true);
    expect(edited.capabilities).toMatch(/Add Features.*Delete Features.*Change Attribute Values/);
    const { insert, update, empty, bowtie, delete: deletion } = edited.steps;
    for (const step of [insert, update, deletion]) expect(step).toMatchObject({ isSaved: true });
    expect([empty!.isSaved, empty!.said]).toEqual([false, expect.stringContaining('code is required')]);
    expect([bowtie!.isSaved, bowtie!.said]).toEqual([false, expect.stringContaining('crosses itself')]);

    const stored = await objects();
    const by = (code: string) => stored.find(({ properties }) => properties['code'] === code)!;
    expect(stored).toHaveLength(3);
    const near = (object: GeometryObject) =>
      (object.location.coordinates as number[]).map((value) => Number(value.toFixed(8)));
    expect(near(by('New & <b> "è"'))).toEqual([12.05, 42.02]);
    // Heights, which QGIS does not read by WFS, are kept.
    expect(near(by('W2'))).toEqual([12.25, 42.125, 100.5]);
    expect(by('W1').location).toEqual(wells[0]!.location);
    expect(by('W1').properties).toEqual({ code: 'W1', depth: 9.75, open: false });

    const history = await admin<AnswerOf<typeof listTransactions>>(
      'GET',
      `/geometries/${wells[0]!.id}/transactions`,
    );
    expect(history.map((each) => [each.by, each.kind])).toEqual([
      [editor.name, 'update'],
      ['Administrator', 'create'],
    ]);
  });

  it('offers and allows what the role and the token allow', async () => {
    const [reader, writer] = [
      await person(['geometries.read']),
      await person(['geometries.read', 'geometries.write']),
    ];
    const { objects, edit } = await project();
    const reading = await edit(reader, { what: 'insert' });
    expect(reading.isValid).toBe(true);
    expect(reading.capabilities).not.toMatch(/Add Features|Change/);
    expect(reading.steps['insert']!.isSaved).toBe(false);
    const writing = await edit(writer, { what: 'delete' });
    expect(writing.steps['delete']).toMatchObject({ isSaved: false });
    const onlyReads = await edit(writer, { what: 'insert', readOnly: true });
    expect(onlyReads.capabilities).not.toMatch(/Add Features|Change/);
    expect(await objects()).toHaveLength(3);
  });
});
