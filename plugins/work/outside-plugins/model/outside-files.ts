import type { I18n } from '#core/i18n';
import { AppError, newUuid } from '#core/kernel';
import type { UsedPlugin } from '#core/plugin';
import type { Geometry, Properties } from '#core/protocol';
import type { ExportedObject, Exporter } from '#plugins/files/export/api';
import type { Importer, ImportRequest } from '#plugins/files/import/api';
import type { RunningPlugin } from './runtime.ts';

/** Bytes of a file that a plugin reads, and of what it makes of one. */
const MAX_FILE = 100 * 1024 ** 2;
/** Objects that a plugin reads from one file. */
const MAX_READ = 200_000;

type Texts = Pick<I18n, 't' | 'number'>;

const problem = (i18n: Texts, key: string, values: Record<string, string> = {}) =>
  new AppError('outside-plugin', i18n.t(`outside-plugins:problem.${key}`, values));

/** Reads files by a plugin from outside; the objects go on as GeoJSON through the importer of that format. */
export class OutsideImporter implements Importer {
  readonly #running: RunningPlugin;
  readonly #importer: string;
  readonly #label: string;
  readonly #geojson: () => Promise<Importer>;
  readonly #i18n: Texts;

  /** `importer`: its id in the manifest of the plugin. */
  constructor(
    running: RunningPlugin,
    { manifest }: Pick<UsedPlugin, 'manifest'>,
    importer: string,
    geojson: () => Promise<Importer>,
    i18n: Texts,
  ) {
    this.#label = `${manifest.id}@${manifest.version}`;
    this.#running = running;
    this.#importer = importer;
    this.#geojson = geojson;
    this.#i18n = i18n;
  }

  async send(request: ImportRequest, options: Parameters<Importer['send']>[1]): Promise<string> {
    const { file } = request;
    const converted = file && (await this.#convert(file));
    options.signal.throwIfAborted();
    const geojson = await this.#geojson();
    return geojson.send({ ...request, plugin: this.#label, ...(converted && { file: converted }) }, options);
  }

  async #convert(file: File): Promise<File> {
    const megabytes = this.#i18n.number(MAX_FILE / 1024 ** 2);
    if (file.size > MAX_FILE) throw problem(this.#i18n, 'file-too-large', { name: file.name, megabytes });
    const features: string[] = [];
    let length = 0;
    let crs: string | undefined;
    const add = (added: {
      objects: readonly { location: Geometry; properties: Properties }[];
      crs?: string | undefined;
    }) => {
      if (features.length === 0) ({ crs } = added);
      for (const { location, properties } of added.objects) {
        const feature = JSON.stringify({ type: 'Feature', geometry: location, properties });
        length += feature.length;
        features.push(feature);
      }
      if (features.length > MAX_READ)
        throw problem(this.#i18n, 'too-many-read', { most: this.#i18n.number(MAX_READ) });
      if (length > MAX_FILE) throw problem(this.#i18n, 'read-too-large', { megabytes });
    };
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.#running.exchange(
      { name: 'import', of: this.#importer, file: newUuid(), fileName: file.name, bytes },
      { add },
    );
    if (features.length === 0) throw problem(this.#i18n, 'nothing-read', { name: file.name });
    const stated =
      crs === undefined ? '' : `"crs":${JSON.stringify({ type: 'name', properties: { name: crs } })},`;
    const text = `{"type":"FeatureCollection",${stated}"features":[${features.join(',')}]}`;
    return new File([text], `${file.name.replace(/\.[^.]*$/, '')}.geojson`, { type: 'application/geo+json' });
  }
}

/** Writes files by a plugin from outside, of objects that it was granted to read. */
export class OutsideExporter implements Exporter {
  readonly #running: RunningPlugin;
  readonly #plugin: UsedPlugin;
  readonly #exporter: string;
  readonly #i18n: Texts;

  constructor(running: RunningPlugin, plugin: UsedPlugin, exporter: string, i18n: Texts) {
    this.#running = running;
    this.#plugin = plugin;
    this.#exporter = exporter;
    this.#i18n = i18n;
  }

  readable(typeNames: readonly string[]): readonly string[] {
    const { granted } = this.#plugin;
    if (granted.includes('objects.read:*')) return typeNames;
    return typeNames.filter((name) => granted.includes(`objects.read:${name}`));
  }

  async write(objects: readonly ExportedObject[], typeNames: readonly string[]): Promise<Blob> {
    const readable = this.readable(typeNames);
    const refused = typeNames.find((name) => !readable.includes(name));
    if (refused !== undefined)
      throw problem(this.#i18n, 'not-granted', { permission: `objects.read:${refused}` });
    const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
    let length = 0;
    const write = (part: string | Uint8Array) => {
      length += part.length;
      if (length > MAX_FILE)
        throw problem(this.#i18n, 'read-too-large', { megabytes: this.#i18n.number(MAX_FILE / 1024 ** 2) });
      parts.push(typeof part === 'string' ? part : new Uint8Array(part));
    };
    const event = { name: 'export', of: this.#exporter, file: newUuid(), objects } as const;
    await this.#running.exchange(event, { write });
    return new Blob(parts);
  }
}
