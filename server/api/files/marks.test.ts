import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileRecord, PictureMark, PictureMarks, Problem } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { download, upload } from '../../testing/sending.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

const id = (n: number) => `6d0a2c39-3a76-4c5e-9a5b-0d6b1a6a0c0${n}`;
const ARROW: PictureMark = { id: id(1), kind: 'arrow', colour: '#c2410c', points: [[0.1, 0.2], [0.5, 0.5]] }; // prettier-ignore
const TEXT: PictureMark = {
  id: id(2),
  kind: 'text',
  colour: '#0b6e8f',
  points: [[0.5, 0.5]],
  text: 'Crack, 3 mm',
};

describe.each(engines)('marks over a photo on the %s engine', (engine) => {
  let place: Workplace;
  let anna: TestPerson;
  let bruno: TestPerson;
  let file: FileRecord;
  let picture: Buffer;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    const rights = ['geometries.read', 'files.write'];
    anna = await place.server.person(place.admin, 'Anna', rights);
    bruno = await place.server.person(place.admin, 'Bruno', rights);
    const projectid = (await place.server.project(place.admin, 'Ponte', [anna, bruno])).id;
    picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'green' } }).jpeg().toBuffer(); // prettier-ignore
    const sent = await upload<FileRecord>(place.server, anna, '/files', { name: 'p.jpg', content: picture }, {}, { projectid }); // prettier-ignore
    file = must(sent, 201);
  });
  afterAll(() => place.close());

  const save = (by: TestPerson, marks: unknown[], version: number) =>
    by.send<PictureMarks & Problem>(
      'PUT',
      `/files/marks/${file.id}`,
      { marks },
      { 'if-match': `"${version}"` },
    );
  const read = async () => must(await anna.send<PictureMarks>('GET', `/files/marks/${file.id}`), 200);

  it('are stored with who drew each, and leave picture and version of the file as they were', async () => {
    expect(await read()).toEqual({ id: file.id, version: 0, content: 1, marks: [] });
    must(await save(anna, [ARROW], 0), 200);
    const saved = must(await save(bruno, [ARROW, TEXT], 1), 200);
    expect(saved.marks.map(({ at: _at, ...mark }) => mark)).toEqual([
      { ...ARROW, by: 'Anna', content: 1 },
      { ...TEXT, by: 'Bruno', content: 1 },
    ]);
    expect(await read()).toEqual(saved);
    const { rawPayload, headers } = await download(place.server, anna, `/files/file/${file.id}`);
    expect(rawPayload.equals(picture)).toBe(true);
    expect(headers['etag']).toContain(file.sha256);
  });

  it('are not overwritten by people who have not seen the newest, and what is changed is of who changed it', async () => {
    const late = await save(anna, [], 1);
    expect([late.status, late.headers.etag]).toEqual([412, '"2"']);
    const turned = { ...ARROW, points: [[0.1, 0.2], [0.6, 0.5]] }; // prettier-ignore
    const saved = must(await save(bruno, [TEXT, turned], 2), 200);
    expect(saved.marks.map(({ id: of, by }) => [of, by])).toEqual([
      [TEXT.id, 'Bruno'],
      [ARROW.id, 'Bruno'],
    ]);
    expect(must(await save(anna, [], 3), 200).marks).toEqual([]);
  });

  it.each([
    ['a text without words', [{ ...TEXT, text: ' ' }]],
    ['a point outside the picture', [{ ...TEXT, points: [[0.5, 1.5]] }]],
    ['a colour that is a script', [{ ...ARROW, colour: 'url(x)' }]],
    ['an arrow of one point', [{ ...ARROW, points: [[0, 0]] }]],
    ['one id twice', [ARROW, ARROW]],
    ['too many', Array.from({ length: 501 }, () => TEXT)],
  ])('of %s are refused, and nothing changes', async (_, marks) => {
    const before = await read();
    expect([400, 422]).toContain((await save(anna, marks, before.version)).status);
    expect(await read()).toEqual(before);
  });

  it('are drawn on pictures only', async () => {
    const text = await upload<FileRecord>(place.server, anna, '/files', { name: 'a.txt', content: 'x' }, {}, { projectid: file.projectId }); // prettier-ignore
    const path = `/files/marks/${must(text, 201).id}`;
    const refused = await anna.send<Problem>('PUT', path, { marks: [TEXT] }, { 'if-match': '"0"' });
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('a.txt')]);
  });
});
