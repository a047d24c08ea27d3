import type { Geometry } from '#core/protocol';
import { frameOutline, groundSize, planeAbout } from '#core/sheets';
import { ColumnSurvey } from '../../../formats/columns.ts';
import { Dxf } from '../../../formats/dxf/dxf.ts';
import type { ExportLayer } from '../../../formats/layer-writer.ts';
import type { ExportNotes } from '../../../formats/notes.ts';
import { familyOf, hasHeights, type GeometryFamily } from '../../../formats/shapes.ts';
import type { SheetPage } from '../content/sheet-task.ts';
import { viewOf } from './frame-view.ts';
import type { SheetContext } from './sheet-context.ts';
import { drawnIn, type SheetLayer, type SheetObject } from './sheet-objects.ts';

/** The layer of the frames in a DXF. */
const FRAMES = 'SHEET-FRAMES';

/**
 * Writes what is drawn in the frames of all pages as DXF: whole objects in coordinates of the CRS, a layer for each
 * type, and the outlines of the frames.
 */
export function writeSheetDxf(
  context: SheetContext,
  pages: readonly SheetPage[],
  folder: string,
  notes: ExportNotes,
): void {
  const { task, crs, layout } = context;
  const drawn = drawnObjects(context, pages);
  const layers = [...drawn].map(([{ type }, objects]) => layerOf(type, objects));
  const frames = layerOf({
    typeName: FRAMES,
    file: '',
    count: 0,
    title: undefined,
    fields: [],
    style: undefined,
  });
  const writer = new Dxf({
    folder,
    name: task.project,
    title: task.project,
    crs,
    layers: [...layers, frames],
    notes,
    language: task.language,
    at: task.at,
    csvGeometry: task.csvGeometry,
    drawingScale: layout.scale,
  });
  const add = (
    { id, properties, location }: Pick<SheetObject, 'id' | 'properties' | 'location'>,
    type: string,
  ) => {
    const placed = crs.apply(location);
    if (!placed) return notes.add('export.note.outside-crs', { crs: crs.code, type });
    writer.add({
      id,
      properties,
      stored: location,
      placed,
      family: familyOf(location),
      high: hasHeights(location),
    });
  };
  [...drawn.values()].forEach((objects, n) => {
    writer.layer(layers[n]!);
    for (const object of objects) add(object, layers[n]!.label);
  });
  writer.layer(frames);
  for (const outline of outlinesOf(context, pages)) add(outline, FRAMES);
  writer.close();
  notes.add('export.sheet.dxf');
}

/** Each object once, by its layer. */
function drawnObjects(context: SheetContext, pages: readonly SheetPage[]): Map<SheetLayer, Set<SheetObject>> {
  const found = new Map<SheetLayer, Set<SheetObject>>();
  for (const { frames } of pages)
    for (const [n, frame] of frames.entries()) {
      const view = viewOf(context.crs.code, frame, context.plan.frames[n]!);
      for (const { layer, groups } of drawnIn(view, context.layers)) {
        const objects = found.get(layer) ?? new Set();
        for (const group of groups) for (const object of group.objects) objects.add(object);
        found.set(layer, objects);
      }
    }
  return found;
}

function* outlinesOf(
  { crs, plan }: SheetContext,
  pages: readonly SheetPage[],
): Generator<{ id: string; properties: Record<string, unknown>; location: Geometry }> {
  for (const [page, { frames, object }] of pages.entries())
    for (const [n, frame] of frames.entries()) {
      const size = groundSize(plan.frames[n]!, frame.scale);
      const ring = frameOutline(planeAbout(crs.code, frame.centre), frame, size);
      yield {
        id: `${page + 1}-${n + 1}`,
        properties: { page: page + 1, frame: n + 1, scale: frame.scale, object },
        location: { type: 'Polygon', coordinates: [ring] },
      };
    }
}

/** With the attributes and families of geometries of its objects. */
function layerOf(type: SheetLayer['type'], objects: Iterable<SheetObject> = []): ExportLayer {
  const columns = new ColumnSurvey(type.fields);
  const shapes = new Map<GeometryFamily, { flat: number; high: number; multi: number }>();
  for (const { properties, family } of objects) {
    columns.add(properties);
    shapes.set(family, { flat: 0, high: 0, multi: 0 });
  }
  return { ...type, label: type.typeName, columns: columns.columns(), shapes };
}
