import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectType, Problem } from '#core/protocol';
import { download, upload, type MultipartFile } from '../../testing/sending.ts';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

describe.each(engines)('images of an object type on the %s engine', (engine) => {
  let place: Workplace;
  let sara: TestPerson;
  let red: Buffer;
  let small: Buffer;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    sara = place.surveyor;
    const plain = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#ff0000' } });
    red = await plain(40, 30).png().toBuffer();
    small = await plain(8, 8).jpeg().toBuffer();
  });
  afterAll(() => place.close());

  let count = 0;
  const makeType = async () =>
    must(await sara.send<ObjectType>('POST', '/attributes', { name: `tree ${++count}` }), 201);
  const add = <T = ObjectType>(attributeid: string, files: MultipartFile | MultipartFile[], by = sara) =>
    upload<T>(place.server, by, '/attributes/imagelist', files, { attributeid });
  const read = async (id: string) => must(await sara.send<ObjectType>('GET', `/attributes/${id}`), 200);

  it('keep their order and return byte for byte with their media type', async () => {
    const type = await makeType();
    const answer = await add(type.id, [
      { name: 'a.png', content: red },
      { name: 'photo.png', content: small },
    ]);
    const after = must(answer, 200);
    expect([after.version, answer.headers.etag]).toEqual([2, '"2"']);
    // The extension follows the content, whatever the name said.
    expect(after.images.map((name) => name.split('.')[1])).toEqual(['png', 'jpg']);
    expect(await read(type.id)).toEqual(after);
    const path = `/attributes/${type.id}/images/${after.images[1]!}`;
    const picture = await download(place.server, sara, path);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(picture.headers['x-content-type-options']).toBe('nosniff');
    expect(picture.headers['content-security-policy']).toContain('sandbox');
    expect(picture.rawPayload.equals(small)).toBe(true);
    const held = { 'if-none-match': String(picture.headers.etag) };
    expect((await download(place.server, sara, path, held)).statusCode).toBe(304);
    const head = await download(place.server, sara, path, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([
      200,
      String(small.length),
      '',
    ]);
    const more = must(await add(type.id, { name: 'c.png', content: red }), 200);
    expect(more.images.slice(0, 2)).toEqual(after.images);
  });

  it('are refused together when one is not an image, and nothing is stored', async () => {
    const type = await makeType();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const bad: [MultipartFile, string][] = [
      [{ name: 'x.svg', content: svg }, 'x.svg is not a supported image. Use PNG, JPEG, WebP or GIF.'],
      [{ name: 'x.png', content: '<html>' }, 'x.png is not a supported image. Use PNG, JPEG, WebP or GIF.'],
      [
        { name: 'cut.png', content: red.subarray(0, 20) },
        'cut.png cannot be read as an image. The file is damaged or truncated.',
      ],
    ];
    for (const [part, detail] of bad) {
      const answer = await add<Problem>(type.id, [{ name: 'good.png', content: red }, part]);
      expect([answer.status, answer.body.detail]).toEqual([422, detail]);
    }
    expect((await add<Problem>(type.id, { name: 'empty.png', content: '' })).status).toBe(422);
    expect((await add<Problem>(type.id, [])).status).toBe(422);
    expect(await read(type.id)).toEqual(type);
    expect(await place.server.db.query('select 1 from unclaimed_keys')).toEqual([]);
  });

  it('are refused when a side is too long or the file too large', async () => {
    const type = await makeType();
    const wide = await sharp({ create: { width: 8193, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const answer = await add<Problem>(type.id, { name: 'wide.png', content: wide });
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      'wide.png has 8193 by 1 pixels. At most 8192 pixels per side are allowed.',
    ]);
    const heavy = Buffer.concat([red, Buffer.alloc(10 * 1024 * 1024)]);
    expect((await add<Problem>(type.id, { name: 'heavy.png', content: heavy })).status).toBe(413);
    const many = Array.from({ length: 21 }, (_, i) => ({ name: `${i}.png`, content: red }));
    expect((await add<Problem>(type.id, many)).status).toBe(413);
    expect(await read(type.id)).toEqual(type);
  });

  it('are removed one by one, with the current version', async () => {
    const type = await makeType();
    const { images } = must(
      await add(type.id, [
        { name: 'a.png', content: red },
        { name: 'b.jpg', content: small },
      ]),
      200,
    );
    const path = `/attributes/${type.id}/images/${images[0]!}`;
    expect((await sara.send('DELETE', path)).status).toBe(428);
    expect((await sara.send('DELETE', path, undefined, { 'if-match': '"1"' })).status).toBe(412);
    must(await sara.send('DELETE', path, undefined, { 'if-match': '"2"' }), 204);
    expect((await read(type.id)).images).toEqual([images[1]]);
    expect((await download(place.server, sara, path)).statusCode).toBe(404);
    expect((await sara.send('DELETE', path, undefined, { 'if-match': '"3"' })).status).toBe(404);
  });

  it('are deleted with their type', async () => {
    const type = await makeType();
    const { version } = must(await add(type.id, { name: 'a.png', content: red }), 200);
    const keys = () => place.server.db.query<{ key: string }>('select key from unclaimed_keys');
    const before = await keys();
    must(await sara.send('DELETE', `/attributes/${type.id}`, undefined, { 'if-match': `"${version}"` }), 204);
    expect((await keys()).length).toBe(before.length + 1);
  });

  it('remain when other properties of the type change', async () => {
    const type = await makeType();
    const { images } = must(await add(type.id, { name: 'a.png', content: red }), 200);
    const changed = must(
      await sara.send<ObjectType>('PUT', `/attributes/${type.id}`, { icon: 'tree' }, { 'if-match': '"2"' }),
      200,
    );
    expect(changed).toMatchObject({ images, icon: 'tree', version: 3 });
  });

  it('can be changed with the right to change types, and seen by those who see the type', async () => {
    const { server, admin } = place;
    const type = await makeType();
    const reader = await server.person(admin, 'Rita', ['geometries.read']);
    const blocked = await server.person(admin, 'Bruno', ['geometries.read', 'attributes.write'], {
      blockedLayers: [type.name],
    });
    const answer = await add<Problem>(type.id, { name: 'a.png', content: red }, reader);
    expect([answer.status, answer.body.detail]).toEqual([
      403,
      'Your role does not have the permission attributes.write.',
    ]);
    expect((await add(type.id, { name: 'a.png', content: red }, blocked)).status).toBe(404);
    const { images } = must(await add(type.id, { name: 'a.png', content: red }), 200);
    const path = `/attributes/${type.id}/images/${images[0]!}`;
    expect((await download(server, reader, path)).statusCode).toBe(200);
    expect((await download(server, blocked, path)).statusCode).toBe(404);
    const other = await makeType();
    expect((await download(server, sara, `/attributes/${other.id}/images/${images[0]!}`)).statusCode).toBe(
      404,
    );
    expect((await download(server, sara, `/attributes/${type.id}/images/..%2f..%2fkey`)).statusCode).toBe(
      400,
    );
  });
});
