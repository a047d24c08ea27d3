import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ExportFormat, Geometry } from '#core/protocol';
import { ColumnSurvey } from '../../../formats/columns.ts';
import { Csv } from '../../../formats/csv.ts';
import { Dxf } from '../../../formats/dxf/dxf.ts';
import {
  positionIn,
  type ExportFeature,
  type FormatContext,
  type FormatWriter,
  type ExportLayer,
  type TargetCrs,
  type SpoolType,
} from '../../../formats/layer-writer.ts';
import { GeoJson } from '../../../formats/geojson/write-layer.ts';
import { GeoPackage } from '../../../formats/geopackage/geopackage.ts';
import { FlatGeobuf } from '../../../formats/flatgeobuf.ts';
import { Gpx } from '../../../formats/gpx.ts';
import { Kml } from '../../../formats/kml.ts';
import { LandXml } from '../../../formats/landxml.ts';
import { Xlsx } from '../../../formats/xlsx.ts';
import { Shapefile } from '../../../formats/shapefile/write-shapefile.ts';
import { fileName } from '../../../formats/names.ts';
import type { ExportNotes } from '../../../formats/notes.ts';
import { IN_WGS84 } from '../content/crs.ts';
import { readSpool } from '../content/read-spool.ts';
import { writeReadme } from './readme.ts';
import { writeStyles } from './styles.ts';
import { familyOf, hasHeights, mapPositions, type GeometryFamily } from '../../../formats/shapes.ts';
import type { WriteTask } from '../content/task.ts';
import { zipFolder } from '../../../formats/zip/zip-folder.ts';

const PROGRESS_INTERVAL = 500;
/** Share of the progress for the first pass. */
const SURVEY_PART = 0.25;

/** The file that describes the others. */
export const README = 'README.txt';

/** Writes the objects in all requested formats, with a README, into `out`; one pass feeds all formats. */
export async function writeData(
  task: WriteTask,
  crs: TargetCrs,
  out: string,
  notes: ExportNotes,
  progress: (part: number) => void,
): Promise<void> {
  const all = task.types.reduce((sum, { count }) => sum + count, 0);
  let done = 0;
  const reportProgress = (from: number, share: number) => {
    if (++done % PROGRESS_INTERVAL === 0) progress(from + share * (done / all));
  };
  const layers = task.types.map((type) => survey(type, task, notes, () => reportProgress(0, SURVEY_PART)));
  done = 0;
  const context: Omit<FormatContext, 'folder'> = {
    name: task.project,
    title: task.project,
    crs,
    layers,
    notes,
    language: task.language,
    at: task.at,
    csvGeometry: task.csvGeometry,
    drawingScale: task.drawingScale,
    encoding: task.encoding,
  };
  const formats = [...new Set(task.formats)];
  const places = formats.some((format) => !IN_WGS84.has(format));
  const writers = formats.map((format) => ({ format, writer: open(format, out, context) }));
  for (const layer of layers) {
    for (const { writer } of writers) writer.layer(layer);
    for (const { id, properties, location: stored, labelAt } of readSpool(layer.file)) {
      // Heights have a part in where a place is in a plane, also where they are not written.
      const located = places ? crs.apply(stored) : stored;
      const [location, placed] = task.isFlat ? [flat(stored), located && flat(located)] : [stored, located];
      if (!placed) notes.add('export.note.outside-crs', { crs: crs.code, type: layer.label });
      const feature: ExportFeature = {
        id,
        properties,
        stored: rounded(location, task.decimals, true),
        placed: rounded(placed ?? location, task.decimals, !places || crs.geographic),
        family: familyOf(location),
        high: hasHeights(location),
        labelAt: labelAt && positionIn(crs, labelAt),
      };
      for (const { format, writer } of writers) if (placed || IN_WGS84.has(format)) writer.add(feature);
      reportProgress(SURVEY_PART, 1 - SURVEY_PART);
    }
  }
  for (const { writer } of writers) writer.close();
  for (const format of formats) if (PACKED.has(format)) await pack(format, out, context);
  const hasStyles = writeStyles(out, layers);
  writeReadme(path.join(out, README), { task, crs, layers, notes: notes.all(), hasStyles });
}

const flat = (geometry: Geometry): Geometry => mapPositions(geometry, ([x, y]) => [x, y]);

/** Degrees have five decimals more than metres, which is as fine; heights are metres. */
function rounded(geometry: Geometry, decimals: number | undefined, isDegrees: boolean): Geometry {
  if (decimals === undefined) return geometry;
  const inPlan = isDegrees ? decimals + 5 : decimals;
  const round = (value: number, digits: number) => Number(value.toFixed(digits));
  return mapPositions(geometry, ([x, y, height]) =>
    height === undefined
      ? [round(x, inPlan), round(y, inPlan)]
      : [round(x, inPlan), round(y, inPlan), round(height, decimals)],
  );
}

/** Zips of what is written to a folder of its own. */
const PACKED: ReadonlySet<ExportFormat> = new Set(['kmz', 'xlsx']);

/** Collects the columns and geometry families of a type. */
function survey(
  type: SpoolType,
  task: WriteTask,
  notes: ExportNotes,
  reportProgress: () => void,
): ExportLayer {
  const columns = new ColumnSurvey(type.fields);
  const shapes = new Map<GeometryFamily, { flat: number; high: number; multi: number }>();
  for (const { location, properties } of readSpool(type.file)) {
    columns.add(properties);
    const family = familyOf(location);
    const seen = shapes.get(family) ?? { flat: 0, high: 0, multi: 0 };
    shapes.set(family, seen);
    if (!task.isFlat && hasHeights(location)) seen.high++;
    else seen.flat++;
    if (location.type.startsWith('Multi')) seen.multi++;
    reportProgress();
  }
  const label = type.title?.[task.language] || type.typeName;
  if (columns.tooMany) notes.add('export.note.too-many-attributes', { type: label });
  return { ...type, label, columns: columns.columns(), shapes };
}

function open(format: ExportFormat, out: string, rest: Omit<FormatContext, 'folder'>): FormatWriter {
  const folder = path.join(out, PACKED.has(format) ? `${format}.unpacked` : format);
  mkdirSync(folder);
  const context = { ...rest, folder };
  switch (format) {
    case 'shapefile':
      return new Shapefile(context);
    case 'geojson':
      return new GeoJson(context);
    case 'geopackage':
      return new GeoPackage(context);
    case 'kml':
      return new Kml(context);
    case 'kmz':
      return new Kml(context, 'doc.kml');
    case 'gpx':
      return new Gpx(context);
    case 'flatgeobuf':
      return new FlatGeobuf(context);
    case 'landxml':
      return new LandXml(context);
    case 'xlsx':
      return new Xlsx(context);
    case 'dxf':
      return new Dxf(context);
    case 'csv':
      return new Csv(context);
  }
}

async function pack(
  format: ExportFormat,
  out: string,
  { name, at }: Omit<FormatContext, 'folder'>,
): Promise<void> {
  const [folder, unpacked] = [path.join(out, format), path.join(out, `${format}.unpacked`)];
  mkdirSync(folder);
  await zipFolder(unpacked, path.join(folder, `${fileName(name, 'project')}.${format}`), new Date(at));
  rmSync(unpacked, { recursive: true });
}
