import { describe, expect, it, vi } from 'vitest';
import type { UsedPlugin } from '#core/plugin';
import type { OpenFile } from './broker.ts';
import type { PluginEvent } from './messages.ts';
import { OutsideExporter, OutsideImporter } from './outside-files.ts';
import { OutsideFinder } from './outside-finder.ts';
import type { RunningPlugin } from './runtime.ts';

const i18n = {
  number: String,
  t: (key: string, values: object = {}) =>
    `${key.replace('outside-plugins:', '')} ${Object.values(values).join(' ')}`.trim(),
};
/** A plugin that answers every exchange so. */
const answering = (give: (taken: OpenFile, event: PluginEvent) => void) => {
  const asked: PluginEvent[] = [];
  const running = {
    send: (event: PluginEvent) => Promise.resolve(void asked.push(event)),
    exchange: async (event: PluginEvent & { file: string }, taken: OpenFile) => {
      asked.push(event);
      give(taken, event);
    },
  } as unknown as RunningPlugin;
  return { running, asked };
};
const point = (x: number) => ({
  location: { type: 'Point' as const, coordinates: [x, 42] as [number, number] },
  properties: { x },
});

describe('a file that a plugin reads', () => {
  const reader = { manifest: { id: 'acme-stations', version: '1.0.0' } } as UsedPlugin;
  function stage(give: (taken: OpenFile) => void) {
    const { running, asked } = answering(give);
    const send = vi.fn((_request: { file?: File }) => Promise.resolve('job'));
    const importer = new OutsideImporter(
      running,
      reader,
      'list',
      () => Promise.resolve({ send } as never),
      i18n,
    );
    const options = { signal: new AbortController().signal, onUpload: () => undefined };
    const read = (more: object = { file: new File(['P1;12'], 'a.stn') }) =>
      importer.send({ projectId: 'p', commit: false, ...more }, options);
    return { read, send, asked };
  }

  it('goes on as GeoJSON in its CRS, and later requests without it as they are', async () => {
    const { read, send, asked } = stage(({ add }) => {
      add!({ objects: [point(12)], crs: 'EPSG:32633' });
      add!({ objects: [point(13)] });
    });
    expect(await read()).toBe('job');
    expect(asked[0]).toMatchObject({ name: 'import', of: 'list', fileName: 'a.stn' });
    expect(new TextDecoder().decode(asked[0]!.bytes)).toBe('P1;12');
    const { file } = send.mock.lastCall![0];
    expect(file!.name).toBe('a.geojson');
    expect(JSON.parse(await file!.text())).toEqual({
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'EPSG:32633' } },
      features: [12, 13].map((x) => ({ type: 'Feature', geometry: point(x).location, properties: { x } })),
    });
    await read({ upload: 'job', commit: true });
    expect(asked).toHaveLength(1);
    expect(send.mock.lastCall![0]).toEqual({
      projectId: 'p',
      upload: 'job',
      commit: true,
      plugin: 'acme-stations@1.0.0',
    });
  });

  it.each<[string, (taken: OpenFile) => void, string]>([
    ['nothing', () => undefined, 'problem.nothing-read a.stn'],
    [
      'too many objects',
      ({ add }) => {
        const objects = Array.from({ length: 10_000 }, () => point(1));
        for (let n = 0; n < 21; n++) add!({ objects });
      },
      'problem.too-many-read 200000',
    ],
  ])('is refused with a sentence where %s is read', async (_what, give, says) => {
    const { read, send } = stage(give);
    await expect(read()).rejects.toThrow(says);
    expect(send).not.toHaveBeenCalled();
  });

  it('is not given to the plugin when it is too large', async () => {
    const { read, asked } = stage(() => undefined);
    const file = Object.defineProperty(new File(['x'], 'big.stn'), 'size', { value: 101 * 1024 ** 2 });
    await expect(read({ file })).rejects.toThrow('problem.file-too-large big.stn 100');
    expect(asked).toEqual([]);
  });
});

describe('a file that a plugin writes', () => {
  const plugin = { granted: ['objects.read:Station'] } as unknown as UsedPlugin;
  const objects = [{ typeName: 'Station', ...point(1) }];

  it('is what it has written, in text and bytes', async () => {
    const { running, asked } = answering(({ write }) => {
      write!('a;');
      write!(Uint8Array.of(0x62, 0x0a));
    });
    const file = await new OutsideExporter(running, plugin, 'list', i18n).write(objects, ['Station']);
    expect(await file.text()).toBe('a;b\n');
    expect(asked[0]).toMatchObject({ name: 'export', of: 'list', objects });
  });

  it('has no objects of types that were not granted, and not more than the most', async () => {
    const { running, asked } = answering(({ write }) => {
      for (let n = 0; n < 30; n++) write!(new Uint8Array(4_000_000));
    });
    const exporter = new OutsideExporter(running, plugin, 'list', i18n);
    await expect(exporter.write(objects, ['Station', 'Secret'])).rejects.toThrow(
      'problem.not-granted objects.read:Secret',
    );
    expect(asked).toEqual([]);
    await expect(exporter.write(objects, ['Station'])).rejects.toThrow('problem.read-too-large 100');
  });
});

describe('what a plugin finds for the palette', () => {
  const { signal } = new AbortController();
  const finderOf = (answer: unknown) => {
    const ask = vi.fn((_event: PluginEvent) => Promise.resolve(answer));
    const send = vi.fn((_event: PluginEvent) => Promise.resolve());
    return { ask, send, finder: new OutsideFinder({ ask, send } as unknown as RunningPlugin, 'stations') };
  };

  it('is used from the third letter on, and passes the chosen result to the plugin', async () => {
    const { ask, send, finder } = finderOf([{ id: 'a', title: 'A1', detail: 'x' }]);
    expect(await finder.find('A1', signal)).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
    const [item] = await finder.find('A1 ', signal);
    expect(item).toMatchObject({ id: 'a', title: 'A1', detail: 'x' });
    await item!.run!();
    expect(send).toHaveBeenCalledWith({ name: 'chosen', of: 'stations', part: 'a' });
  });

  it.each([undefined, 'x', [{ id: 'a' }], Array.from({ length: 21 }, () => ({ id: 'a', title: 'b' }))])(
    'is nothing where it answers %j',
    async (answer) => {
      expect(await finderOf(answer).finder.find('abc', signal)).toEqual([]);
    },
  );
});
