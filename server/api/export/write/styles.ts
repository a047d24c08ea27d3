import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { GeometryType } from '#core/protocol';
import type { ExportLayer } from '../../../formats/layer-writer.ts';
import { fileName, UniqueNames } from '../../../formats/names.ts';
import { writeSld } from '../../../formats/styles/write-sld.ts';

const GEOMETRIES = {
  point: 'Point',
  multipoint: 'MultiPoint',
  line: 'LineString',
  polygon: 'Polygon',
} as const satisfies Record<string, GeometryType>;

/** Writes the style of each type as SLD into the folder `styles`, unless there is but one file. Returns whether it has. */
export function writeStyles(out: string, layers: readonly ExportLayer[]): boolean {
  const files = readdirSync(out, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const styled = layers.filter(({ style }) => style);
  if (files.length < 2 || styled.length === 0) return false;
  const folder = path.join(out, 'styles');
  mkdirSync(folder);
  const names = new UniqueNames(60, []);
  for (const { typeName, label, style, shapes } of styled) {
    const [only, ...others] = shapes.keys();
    const geometryType = only && others.length === 0 ? GEOMETRIES[only] : null;
    const file = `${names.of(fileName(typeName, 'type'))}.sld`;
    writeFileSync(
      path.join(folder, file),
      writeSld({ name: typeName, title: label, geometryType, style: style! }),
    );
  }
  return true;
}
