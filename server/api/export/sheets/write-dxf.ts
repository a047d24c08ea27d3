import { unitOfCrs } from '#core/geodesy';
import type { Geometry, PaperBox, SheetVariable } from '#core/protocol';
import { frameOutline, groundSize, planeAbout } from '#core/sheets';
import { ColumnSurvey } from '../../../formats/columns.ts';
import { Dxf, METRES_PER_DEGREE } from '../../../formats/dxf/dxf.ts';
import { positionIn, type ExportLayer } from '../../../formats/layer-writer.ts';
import type { ExportNotes } from '../../../formats/notes.ts';
import { familyOf, hasHeights, type GeometryFamily } from '../../../formats/shapes.ts';
import type { SheetPage } from '../content/sheet-task.ts';
import { viewOf } from './frame-view.ts';
import { paperTexts } from './paper-texts.ts';
import { drawingsOf } from './page-drawings.ts';
import type { SheetContext } from './sheet-context.ts';
import { drawnIn, type SheetLayer, type SheetObject } from './sheet-objects.ts';

/** The layers of the frames in a DXF, and of the paper with its title block and texts. */
const FRAMES = 'SHEET-FRAMES';
const PAPER = 'SHEET-PAPER';
/** The layer of profiles and drawings, on the paper. */
const DRAWINGS = 'SHEET-DRAWINGS';
const POINT = 25.4 / 72;
/** Of the size of letters: of capitals. */
const CAPITAL = 0.7;

type DrawnThing = Pick<SheetObject, 'id' | 'properties' | 'location'> & Partial<Pick<SheetObject, 'labelAt'>>;
type Values = Readonly<Record<SheetVariable, string>>;

/**
 * Writes what is drawn in the frames of all pages as DXF: whole objects in coordinates of the CRS, a layer for each
 * type, and the outlines of the frames; about the first frame of each page the paper with its title block and texts.
 */
export function writeSheetDxf(
  context: SheetContext,
  pages: readonly SheetPage[],
  folder: string,
  notes: ExportNotes,
  valuesOf: (page: SheetPage, number: number) => Values,
): void {
  const { task, crs, layout } = context;
  const drawn = drawnObjects(context, pages);
  const layers = [...drawn].map(([{ type }, objects]) => layerOf(type, objects));
  const [frames, paper, drawings] = [FRAMES, PAPER, DRAWINGS].map((typeName) =>
    layerOf({ typeName, file: '', count: 0, title: undefined, fields: [], style: undefined }),
  ) as [ExportLayer, ExportLayer, ExportLayer];
  const hasDrawings = pages.some((page) => page.frames.some(({ content }) => content));
  const writer = new Dxf({
    folder,
    name: task.project,
    title: task.project,
    crs,
    layers: [...layers, frames, paper, ...(hasDrawings ? [drawings] : [])],
    notes,
    language: task.language,
    at: task.at,
    csvGeometry: task.csvGeometry,
    drawingScale: layout.scale,
  });
  const add = ({ id, properties, location, labelAt }: DrawnThing, type: string) => {
    const placed = crs.apply(location);
    if (!placed) return notes.add('export.note.outside-crs', { crs: crs.code, type });
    writer.add({
      id,
      properties,
      stored: location,
      placed,
      family: familyOf(location),
      high: hasHeights(location),
      labelAt: labelAt && positionIn(crs, labelAt),
    });
  };
  [...drawn.values()].forEach((objects, n) => {
    writer.layer(layers[n]!);
    for (const object of objects) add(object, layers[n]!.label);
  });
  writer.layer(frames);
  for (const outline of outlinesOf(context, pages)) add(outline, FRAMES);
  writer.layer(paper);
  for (const [n, page] of pages.entries()) {
    const about = paperOf(context, page);
    for (const [name, box] of about.outlines)
      add({ id: `${n + 1}-${name}`, properties: { page: n + 1 }, location: about.outline(box) }, PAPER);
    for (const { text, at, size } of paperTexts(context, valuesOf(page, n + 1))) {
      const placed = positionIn(crs, about.toGround(at));
      if (!placed) continue;
      const height = about.metres(size * POINT * CAPITAL) / metresOf(context);
      writer.text({ text, at: placed, height, angle: -page.frames[0]!.rotation, align: 'left' });
    }
  }
  if (hasDrawings) writer.layer(drawings);
  for (const [n, page] of pages.entries()) {
    const { toGround, metres } = paperOf(context, page);
    for (const { lines, texts, picture } of drawingsOf(context, page, notes)) {
      if (picture) {
        notes.add('export.sheet.not-in-dxf');
        continue;
      }
      for (const { points } of lines)
        add({ id: String(n + 1), properties: {}, location: { type: 'LineString', coordinates: points.map(toGround) } }, DRAWINGS); // prettier-ignore
      for (const { text, at, size, align, isUpright } of texts) {
        const placed = positionIn(crs, toGround(at));
        if (!placed) continue;
        const height = metres(size * POINT * CAPITAL) / metresOf(context);
        const angle = (isUpright ? 90 : 0) - page.frames[0]!.rotation;
        writer.text({ text, at: placed, height, angle, align });
      }
    }
  }
  writer.close();
  notes.add('export.sheet.dxf');
}

/** The paper of a page on the ground, to the scale of its first frame. */
function paperOf({ crs, plan }: SheetContext, { frames }: SheetPage) {
  const [{ centre, rotation, scale }, box] = [frames[0]!, plan.frames[0]!];
  const plane = planeAbout(crs.code, centre);
  const [x, y] = plane.toPlane(centre);
  const angle = (rotation * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const metres = (millimetres: number) => (millimetres / 1000) * scale;
  const toGround = ([right, down]: readonly [number, number]): [number, number] => {
    const across = metres(right - box.x - box.width / 2);
    const up = metres(box.y + box.height / 2 - down);
    return plane.fromPlane([x + across * cos + up * sin, y - across * sin + up * cos]);
  };
  const outline = ({ x: left, y: top, width, height }: PaperBox): Geometry => {
    const corners = [[0, 0], [width, 0], [width, height], [0, height], [0, 0]] as const; // prettier-ignore
    return { type: 'Polygon', coordinates: [corners.map(([a, b]) => toGround([left + a, top + b]))] };
  };
  const outlines: [string, PaperBox][] = [['paper', { x: 0, y: 0, width: plan.width, height: plan.height }]];
  if (plan.parts.titleBlock) outlines.push(['title', plan.parts.titleBlock]);
  return { metres, toGround, outline, outlines };
}

/** Metres of a unit of the coordinates. */
function metresOf({ crs }: SheetContext): number {
  return crs.geographic ? METRES_PER_DEGREE : unitOfCrs(crs.code).metres;
}

/** Each object once, by its layer. */
function drawnObjects(context: SheetContext, pages: readonly SheetPage[]): Map<SheetLayer, Set<SheetObject>> {
  const found = new Map<SheetLayer, Set<SheetObject>>();
  for (const { frames } of pages)
    for (const [n, frame] of frames.entries()) {
      if (frame.content) continue;
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
      if (frame.content) continue;
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
