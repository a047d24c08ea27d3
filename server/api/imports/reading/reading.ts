import path from 'node:path';
import type { Position } from '#core/protocol';
import { useGridFiles } from '../../../shared/crs/grids.ts';
import { toWgs84, type ToWgs84 } from '../../../shared/crs/transform.ts';
import type { StatedCrs } from '../../../shared/crs/identify.ts';
import { cutAtAntimeridian } from '../geometry/antimeridian.ts';
import { FlatGeometry } from '../../../formats/flat.ts';
import { ByteWriter } from '../../../formats/byte-writer.ts';
import { writeGeojson } from '../../../formats/geojson/write.ts';
import { ewkbHex } from '../../../formats/wkb/write.ts';
import { LineFile, TupleFile } from './tuples.ts';
import { windRings } from '../../../formats/rings.ts';
import { fromTheSide } from '../geometry/upright.ts';
import { surelyValid } from '../geometry/validity.ts';
import { Preview } from './preview.ts';
import { Findings, Unreadable } from '../../../base/problems.ts';
import { clean, FieldsSeen, fitted, mapped, mappedFields, propertiesText } from './properties.ts';
import { openSource } from './open.ts';
import type { LayerSource } from '../readers/source.ts';
import {
  DOUBTFUL_FILE,
  OBJECTS_FILE,
  READY_FILE,
  type ReadingListener,
  type FileReading,
  type ReadingTask,
} from './task.ts';

const SAMPLE = 20;

const NOBODY: ReadingListener = { progress: () => {}, written: () => {} };

/**
 * Reads a file from end to end in constant memory, feature by feature. Throws Unreadable when its format is not
 * supported.
 */
export async function read(task: ReadingTask, listener: ReadingListener = NOBODY): Promise<FileReading> {
  if (task.grids) useGridFiles(task.grids);
  const findings = new Findings();
  const { layer, encoding, options } = task;
  const source = await openSource(task, { layer, encoding, options }, findings);
  try {
    const stated = task.crs ? await namedCrs(task.crs) : source.crs;
    const transform = stated && (await toWgs84(stated, findings));
    if (stated && !transform) findings.once('crs-not-computable', { crs: stated.name });
    const pass = new Pass(task, source, transform, findings);
    if (task.mode !== 'headers') await pass.run(listener);
    return pass.reading(stated);
  } finally {
    source.close();
  }
}

async function namedCrs(name: string): Promise<StatedCrs> {
  const code = /^(?:EPSG:)?(\d{4,6})$/i.exec(name.trim());
  if (!code) throw new Unreadable('unknown-crs', { crs: name.slice(0, 60) });
  const crs = { code: Number(code[1]), name: `EPSG:${code[1]}` };
  if (!(await toWgs84(crs, new Findings()))) throw new Unreadable('unknown-crs', { crs: name.slice(0, 60) });
  return crs;
}

class Pass {
  #task: ReadingTask;
  #source: LayerSource;
  #transform: ToWgs84 | undefined;
  #findings: Findings;
  #fields: FieldsSeen;
  #types: Record<string, number> = {};
  #extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  #raw: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  #outside = 0;
  #sample: Record<string, unknown>[] = [];
  #sought: number[] = [];
  #preview: Preview;
  #features = 0;
  #ready = 0;
  #doubtful = 0;
  #objects: LineFile | undefined;
  readonly #text = new ByteWriter(64 * 1024);

  constructor(task: ReadingTask, source: LayerSource, transform: ToWgs84 | undefined, findings: Findings) {
    this.#task = task;
    this.#source = source;
    this.#transform = transform;
    this.#findings = findings;
    this.#fields = new FieldsSeen(source.fields);
    this.#preview = new Preview(source.layer.count);
  }

  async run(listener: ReadingListener): Promise<void> {
    const { folder, mode, constants } = this.#task;
    const geometry = new FlatGeometry();
    const rows =
      mode === 'rows'
        ? new TupleFile(path.join(folder, READY_FILE), constants!, listener.written)
        : undefined;
    if (mode === 'objects') this.#objects = new LineFile(path.join(folder, OBJECTS_FILE));
    const doubtful = new LineFile(path.join(folder, DOUBTFUL_FILE));
    try {
      let last = -1;
      for (const item of this.#source.features(geometry, this.#findings, listener.progress)) {
        if (item instanceof Promise) {
          await item;
          continue;
        }
        if (item.feature !== last) {
          last = item.feature;
          this.#features++;
          this.#fields.see(item.properties);
          if (this.#sample.length < SAMPLE) this.#sample.push(item.properties);
        }
        if (item.hasGeometry) this.#object(item.feature, item.properties, geometry, rows, doubtful);
      }
    } finally {
      rows?.close();
      this.#objects?.close();
      doubtful.close();
    }
  }

  #object(
    feature: number,
    properties: Record<string, unknown>,
    geometry: FlatGeometry,
    rows: TupleFile | undefined,
    doubtful: LineFile,
  ): void {
    if (!this.#finite(geometry, feature)) return;
    grow(this.#raw, geometry);
    let cut = false;
    if (this.#transform) {
      if (this.#source.heightsInUnit) heightsInMetres(geometry, this.#transform.metres);
      if (!this.#transform.identity) this.#transform.apply(geometry);
      const placed = this.#place(geometry, feature);
      if (placed === 'lost') return;
      cut = placed === 'cut';
      grow(this.#extent, geometry);
      this.#preview.see(feature, geometry);
    }
    this.#types[geometry.type] = (this.#types[geometry.type] ?? 0) + 1;
    if (!this.#transform) return;
    if (geometry.type === 'LineString' && lengthless(geometry))
      this.#findings.add(feature, 'line-without-length');
    if (this.#objects) return this.#export(feature, properties, geometry, this.#objects);
    const certain = !cut && surelyValid(fromTheSide(geometry) ?? geometry);
    if (certain) this.#ready++;
    else this.#doubtful++;
    if (this.#task.seek && this.#sought.length < 2) this.#compare(feature, properties, this.#task.seek);
    const text = rows ? this.#attributes(feature, properties) : '{}';
    if (!certain)
      doubtful.write(`${feature}\t${geometry.type}\t${cut ? 1 : 0}\t${ewkbHex(geometry)}\t${text}\n`);
    else rows?.add(geometry, text);
  }

  #export(
    feature: number,
    properties: Record<string, unknown>,
    geometry: FlatGeometry,
    objects: LineFile,
  ): void {
    this.#ready++;
    writeGeojson(geometry, this.#text);
    const location = this.#text.take().toString();
    const typeName = JSON.stringify(this.#source.layer.name);
    const attributes = this.#attributes(feature, properties);
    objects.write(
      `{"id":"${feature}","typeName":${typeName},"location":${location},"properties":${attributes}}\n`,
    );
  }

  /** As JSON text, with mapped names, converted for the object type. */
  #attributes(feature: number, properties: Record<string, unknown>): string {
    const fit = this.#fitted(feature, properties);
    return propertiesText(fit, this.#source.fields === undefined, feature, this.#findings);
  }

  #fitted(feature: number, properties: Record<string, unknown>): Record<string, unknown> {
    const { mapping, typeFields } = this.#task;
    const named = mapped(properties, mapping);
    return typeFields ? fitted(named, typeFields, feature, this.#findings) : named;
  }

  #compare(
    feature: number,
    properties: Record<string, unknown>,
    seek: { field: string; value: string },
  ): void {
    if (this.#sought.includes(feature)) return;
    // The database may format a number differently.
    const own: unknown = clean(this.#fitted(feature, properties)[seek.field]);
    if (JSON.stringify(own) === JSON.stringify(JSON.parse(seek.value))) this.#sought.push(feature);
  }

  #finite(geometry: FlatGeometry, feature: number): boolean {
    const { flat, size, stride } = geometry;
    for (let i = 0; i < size; i += stride) {
      if (!Number.isFinite(flat[i]!) || !Number.isFinite(flat[i + 1]!)) {
        this.#findings.add(feature, 'not-finite');
        return false;
      }
    }
    const missing = geometry.heightsMissing;
    if (missing > 0) {
      this.#findings.add(feature, 'height-missing', { missing, positions: geometry.positions });
      geometry.dropHeights();
    }
    return true;
  }

  /** Normalizes the geometry: within the globe, with ring orientation, split at the antimeridian. */
  #place(geometry: FlatGeometry, feature: number): 'whole' | 'cut' | 'lost' {
    const { flat, size, stride } = geometry;
    for (let i = 0; i < size; i += stride)
      if (!(Math.abs(flat[i + 1]!) <= 90) || !(Math.abs(flat[i]!) <= 540)) return this.#offTheGlobe(feature);
    let placed: 'whole' | 'cut' | 'lost' = 'whole';
    if (this.#source.spherical && this.#transform!.identity) placed = cutAtAntimeridian(geometry);
    else
      for (let i = 0; i < size; i += stride) if (Math.abs(flat[i]!) > 180) return this.#offTheGlobe(feature);
    if (placed === 'lost') return this.#offTheGlobe(feature);
    if (placed === 'cut') this.#findings.add(feature, 'antimeridian-cut');
    if (geometry.polygonal && this.#source.spherical && windRings(geometry) > 0)
      this.#findings.once('rings-turned');
    return placed;
  }

  #offTheGlobe(feature: number): 'lost' {
    this.#outside++;
    this.#findings.add(feature, 'out-of-range');
    return 'lost';
  }

  reading(stated: StatedCrs | undefined): FileReading {
    const found = this.#ready + this.#doubtful;
    // Metres in GeoJSON without a CRS: the format's default does not apply.
    const assumedWrong = this.#outside > 0 && found === 0 && this.#task.crs === undefined;
    if (assumedWrong)
      this.#findings.once(
        this.#task.format === 'geojson' ? 'coordinates-no-degrees' : 'coordinates-outside-crs',
      );
    const known = this.#transform && !assumedWrong ? this.#transform : undefined;
    const drawn = this.#raw[0] <= this.#raw[2];
    if (this.#task.mode !== 'headers') {
      if (this.#features === 0) this.#findings.once('no-features');
      else if (drawn && !known) this.#suggestCrs();
    }
    if (known?.area && found > 0) this.#checkArea(known, known.area);
    known?.report(found > 0 ? spreadOver(this.#extent) : []);
    const fields = this.#fields.fields(this.#findings);
    return {
      count: this.#task.mode === 'headers' ? this.#source.layer.count : this.#features,
      drawn,
      geometryTypes: this.#types,
      crs: known?.label ?? null,
      crsName: known ? (stated?.name ?? null) : null,
      encoding: this.#source.encoding,
      fields: this.#task.mode === 'rows' ? mappedFields(fields, this.#task.mapping) : fields,
      findings: this.#findings.list,
      findingCount: this.#findings.count,
      extent: found > 0 && known ? this.#extent : null,
      layers: this.#source.layers,
      layer: this.#source.layer.name,
      preview: known && found > 0 ? this.#preview.collection() : null,
      sample: this.#sample,
      options: this.#source.options ?? {},
      columns: this.#source.columns ?? [],
      sought: this.#sought,
      ready: this.#ready,
      doubtful: this.#doubtful,
    };
  }

  #checkArea(crs: ToWgs84, [west, south, east, north]: [number, number, number, number]): void {
    const longitude = (this.#extent[0] + this.#extent[2]) / 2;
    const latitude = (this.#extent[1] + this.#extent[3]) / 2;
    const across =
      west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east;
    if (!across || latitude < south || latitude > north)
      this.#findings.once('outside-area', { crs: crs.label });
  }

  /** Suggests systems; nothing is assumed. */
  #suggestCrs(): void {
    const [west, south, east, north] = this.#raw;
    const within = (a: number, b: number, c: number, d: number) =>
      west >= a && east <= b && south >= c && north <= d;
    const likely = within(-180, 180, -90, 90)
      ? 'EPSG:4326'
      : within(1_200_000, 1_900_000, 3_900_000, 5_300_000)
        ? 'EPSG:3003'
        : within(2_100_000, 2_900_000, 3_900_000, 5_300_000)
          ? 'EPSG:3004'
          : within(100_000, 900_000, 3_900_000, 5_300_000)
            ? 'EPSG:25832, EPSG:25833'
            : undefined;
    if (likely) this.#findings.once('crs-unknown-likely', { crs: likely });
    else this.#findings.once('crs-unknown');
  }
}

/** Corners, middles of the sides and centre. */
function spreadOver([west, south, east, north]: readonly [number, number, number, number]): Position[] {
  return [west, (west + east) / 2, east].flatMap((longitude) =>
    [south, (south + north) / 2, north].map((latitude): Position => [longitude, latitude]),
  );
}

function lengthless({ flat, size, stride }: FlatGeometry): boolean {
  for (let i = stride; i < size; i += stride)
    if (flat[i] !== flat[0] || flat[i + 1] !== flat[1]) return false;
  return true;
}

function grow(box: [number, number, number, number], { flat, size, stride }: FlatGeometry): void {
  for (let i = 0; i < size; i += stride) {
    const x = flat[i]!;
    const y = flat[i + 1]!;
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }
}

function heightsInMetres({ flat, size, stride }: FlatGeometry, metres: number): void {
  if (metres === 1 || stride < 3) return;
  for (let i = 2; i < size; i += stride) flat[i]! *= metres;
}
