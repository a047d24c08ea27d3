import { child, childrenOf, type XmlElement } from '../../../../formats/xml-tree.ts';
import type { SourceRecord } from '../streamed.ts';
import { placesOfList } from './coord-geom.ts';

/** A surface: each triangle, and the lines that it was made from. */
export function* surfaceRecords(
  surface: XmlElement,
  properties: Record<string, unknown>,
): Generator<SourceRecord> {
  const own = { surface: properties['name'] ?? '' };
  const source = child(surface, 'SourceData');
  for (const line of childrenOf(child(source, 'Breaklines'), 'Breakline'))
    yield* lineRecord('breaklines', line, own);
  for (const line of childrenOf(child(source, 'Contours'), 'Contour'))
    yield* lineRecord('contours', line, own);
  for (const line of childrenOf(child(source, 'Boundaries'), 'Boundary'))
    yield* lineRecord('boundaries', line, own);
  const definition = child(surface, 'Definition');
  const places = new Map<string, number[]>();
  for (const point of childrenOf(child(definition, 'Pnts'), 'P')) {
    const [place] = placesOfList(point.text, 3);
    if (place) places.set(point.attributes['id'] ?? '', place);
  }
  let number = 0;
  for (const faces of childrenOf(definition, 'Faces'))
    for (const face of childrenOf(faces, 'F')) {
      // Hidden triangles fill holes and hollows of the outline.
      if (face.attributes['i'] === '1') continue;
      const corners = face.text
        .trim()
        .split(/\s+/)
        .slice(0, 3)
        .map((id) => places.get(id));
      number++;
      const about = { ...own, face: number };
      if (corners.length < 3 || corners.includes(undefined))
        yield { layer: 'triangles', properties: about, geometry: () => null, problems: [['landxml-face']] };
      else {
        const ring = [...(corners as number[][]), corners[0]!];
        yield {
          layer: 'triangles',
          properties: about,
          geometry: () => ({ type: 'Polygon', coordinates: [ring] }),
        };
      }
    }
}

function* lineRecord(layer: string, line: XmlElement, own: Record<string, unknown>): Generator<SourceRecord> {
  const list = child(line, 'PntList3D') ?? child(line, 'PntList2D');
  let places = list ? placesOfList(list.text, list.name === 'PntList3D' ? 3 : 2) : [];
  const elevation = Number(line.attributes['elev']);
  if (layer === 'contours' && Number.isFinite(elevation))
    places = places.map(([x, y]) => [x!, y!, elevation]);
  const { name, desc, brkType, bndType, elev } = line.attributes;
  const about = {
    ...own,
    ...(name && { name }),
    ...(desc && { desc }),
    ...(brkType && { brkType }),
    ...(bndType && { bndType }),
    ...(elev && { elev: Number(elev) }),
  };
  yield {
    layer,
    properties: about,
    geometry: () => (places.length > 1 ? { type: 'LineString', coordinates: places } : null),
  };
}
