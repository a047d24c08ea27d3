import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_SHEET_TEMPLATES, type Problem, type SheetLayout, type SheetTemplate } from '#core/protocol';
import { DEFAULT_LAYOUT } from '#core/sheets';
import { engines } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

describe.each(engines)('layouts of sheets on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let drafter: TestPerson;
  let reader: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
    drafter = await server.person(admin, 'Dario', ['export', 'attributes.write']);
    reader = await server.person(admin, 'Rita', ['export'], { blockedLayers: ['secret'] });
  });
  afterAll(() => server?.close());

  const add = (name: string, layout: SheetLayout = DEFAULT_LAYOUT, by = drafter) =>
    by.send<SheetTemplate>('POST', '/sheet-templates', { name, layout });
  const version = (of: SheetTemplate) => ({ 'if-match': String(of.version) });

  it('are kept for everybody of the organization, by name', async () => {
    must(await add('Tavola A3'), 201);
    must(await add('estratto', { ...DEFAULT_LAYOUT, paper: 'A4', scale: 1000 }), 201);
    const list = must(await reader.send<SheetTemplate[]>('GET', '/sheet-templates'), 200);
    expect(list.map(({ name, layout, createdBy }) => [name, layout.scale, createdBy])).toEqual([
      ['estratto', 1000, 'Dario'],
      ['Tavola A3', 500, 'Dario'],
    ]);
  });

  it('are renamed, changed and deleted with their version', async () => {
    const made = must(await add('Draft'), 201);
    const path = `/sheet-templates/${made.id}`;
    const renamed = must(
      await drafter.send<SheetTemplate>('PUT', path, { name: 'Final' }, version(made)),
      200,
    );
    expect(renamed).toMatchObject({ name: 'Final', version: 2, layout: DEFAULT_LAYOUT });
    expect((await drafter.send('PUT', path, { name: 'Late' }, version(made))).status).toBe(412);
    const layout = { ...DEFAULT_LAYOUT, legend: false };
    const changed = must(await drafter.send<SheetTemplate>('PUT', path, { layout }, version(renamed)), 200);
    expect(changed.layout.legend).toBe(false);
    expect((await drafter.send('DELETE', path, undefined, version(renamed))).status).toBe(412);
    expect((await drafter.send('DELETE', path, undefined, version(changed))).status).toBe(204);
    expect((await drafter.send('DELETE', path, undefined, version(changed))).status).toBe(404);
  });

  it('have names of their own, whatever the case', async () => {
    must(await add('Unique'), 201);
    const answer = await drafter.send<Problem>('POST', '/sheet-templates', {
      name: 'uNIQUE',
      layout: DEFAULT_LAYOUT,
    });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain('“uNIQUE”');
  });

  it('are changed only by those who define object types', async () => {
    const made = must(await add('Guarded'), 201);
    expect((await add('Mine', DEFAULT_LAYOUT, reader)).status).toBe(403);
    for (const method of ['PUT', 'DELETE'] as const)
      expect(
        (await reader.send(method, `/sheet-templates/${made.id}`, { name: 'x' }, version(made))).status,
      ).toBe(403);
  });

  it('do not name types that a person is blocked from', async () => {
    const made = must(await add('Points', { ...DEFAULT_LAYOUT, coordinates: { typeName: 'secret' } }), 201);
    const list = must(await reader.send<SheetTemplate[]>('GET', '/sheet-templates'), 200);
    expect(list.find(({ id }) => id === made.id)!.layout.coordinates).toEqual({});
  });

  it('are at most a hundred', async () => {
    const { length } = must(await drafter.send<SheetTemplate[]>('GET', '/sheet-templates'), 200);
    for (let n = length; n < MAX_SHEET_TEMPLATES; n++) must(await add(`Layout ${n}`), 201);
    expect((await add('One more')).status).toBe(422);
  });
});
