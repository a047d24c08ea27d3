import { clipRing } from '#core/shapes';
import { sentence } from '../../../base/language.ts';
import { runsOf } from '../../../formats/shapes.ts';
import { measuresOf } from '../content/measures.ts';
import { nameOf, placeTexts } from '../documents/document-texts.ts';
import { isInFrame, type FrameView } from './frame-view.ts';
import { headingRow, tableRow, type PanelRow } from './panel-rows.ts';
import type { SheetContext } from './sheet-context.ts';
import type { SheetObject, ShownFrame } from './sheet-objects.ts';

/** Most rows of a table on one page of a sheet. */
export const MOST_ROWS = 2_000;

/** A table: its heading, that of its columns, and its rows. */
export interface SheetTable {
  readonly part: 'coordinates' | 'areas';
  readonly heads: readonly PanelRow[];
  readonly rows: readonly PanelRow[];
  /** Objects that are not in it, because there are too many. */
  readonly leftOut: number;
}

/** The tables that the layout asks for, of what is in the frames of a page; none without any row. */
export function tablesOf(context: SheetContext, frames: readonly ShownFrame[]): SheetTable[] {
  const { coordinates, areas } = context.layout;
  const tables = [
    coordinates && coordinateTable(context, objectsIn(frames, coordinates.typeName)),
    areas && areaTable(context, objectsIn(frames, areas.typeName)),
  ];
  return tables.filter((table) => table !== undefined && table.rows.length > 0) as SheetTable[];
}

interface Listed {
  readonly name: string;
  readonly object: SheetObject;
  /** The frames that may show it. */
  readonly views: readonly FrameView[];
}

/** Each object once, by its name. */
function objectsIn(frames: readonly ShownFrame[], typeName: string | undefined): Listed[] {
  const found = new Map<string, Listed>();
  for (const { view, drawn } of frames)
    for (const { layer, groups } of drawn) {
      if (typeName !== undefined && layer.type.typeName !== typeName) continue;
      for (const { objects } of groups)
        for (const object of objects) {
          const name = nameOf(object.id, object.properties, layer.type.style);
          found.set(object.id, { name, object, views: [...(found.get(object.id)?.views ?? []), view] });
        }
    }
  const order = new Intl.Collator('en', { numeric: true });
  return [...found.values()].sort((a, b) => order.compare(a.name, b.name));
}

function coordinateTable(context: SheetContext, listed: readonly Listed[]): SheetTable {
  const { crs, texts, language } = context;
  const shares = [0.2, 0.28, 0.3, 0.22];
  const points = listed.flatMap(({ name, object, views }) =>
    object.family !== 'point' && object.family !== 'multipoint'
      ? []
      : runsOf(object.location).flatMap(({ positions: [position] }) =>
          views.some((view) => isInFrame(view, view.toPage(position![0], position![1])))
            ? [{ name, position: position! }]
            : [],
        ),
  );
  const rows = points.slice(0, MOST_ROWS).flatMap(({ name, position }): PanelRow[] => {
    const placed = crs.apply({ type: 'Point', coordinates: position });
    if (placed?.type !== 'Point') return [];
    const [x, y, z = '–'] = placeTexts(placed.coordinates, crs, texts);
    return [tableRow([name, x!, y!, z], shares, 'text')];
  });
  const [first, second] = crs.geographic
    ? [texts('longitude'), texts('latitude')]
    : [texts('east'), texts('north')];
  const height = texts('height', { unit: texts.format.lengthUnit });
  return {
    part: 'coordinates',
    heads: [
      headingRow(sentence(language, 'export.sheet.coordinates', { crs: crs.code })),
      tableRow([texts('name'), first, second, height], shares, 'strong'),
    ],
    rows,
    leftOut: Math.max(0, points.length - MOST_ROWS),
  };
}

function areaTable({ texts, language }: SheetContext, listed: readonly Listed[]): SheetTable {
  const shares = [0.5, 0.5];
  const areas = listed.filter(
    ({ object, views }) => object.family === 'polygon' && views.some((view) => meetsFrame(view, object)),
  );
  let total = 0;
  const rows = areas.slice(0, MOST_ROWS).map(({ name, object }) => {
    const { area } = measuresOf(object.location);
    total += area;
    return tableRow([name, texts.squareMetres(area)], shares, 'text');
  });
  // A total of what is not listed could not be checked, and one of what is listed would be taken for that of all.
  if (rows.length > 1 && rows.length === areas.length)
    rows.push(tableRow([texts('total'), texts.squareMetres(total)], shares, 'strong'));
  return {
    part: 'areas',
    heads: [
      headingRow(sentence(language, 'export.sheet.areas')),
      tableRow([texts('name'), texts('area')], shares, 'strong'),
    ],
    rows,
    leftOut: Math.max(0, areas.length - MOST_ROWS),
  };
}

/** Whether part of an area is within the frame. */
function meetsFrame(view: FrameView, { location }: SheetObject): boolean {
  const { x, y, width, height } = view.box;
  return runsOf(location).some(({ positions, hole }) => {
    if (hole) return false;
    const ring = positions.flatMap(([longitude, latitude]) => view.toPage(longitude, latitude));
    return ring.every(Number.isFinite) && clipRing(ring, [x, y, x + width, y + height]).length > 0;
  });
}
