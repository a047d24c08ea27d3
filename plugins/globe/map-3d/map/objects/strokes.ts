import {
  Cartesian3,
  ComponentDatatype,
  GeometryAttribute,
  GeometryAttributes,
  PolylineColorAppearance,
  PolylineMaterialAppearance,
  type Color,
  type Primitive,
} from 'cesium';
import type { Style } from '#core/protocol';
import { dashes } from './dashes.ts';
import { meshOf, places, primitive } from './meshes.ts';

/**
 * Cesium's shader draws this many pixels more than requested, and encodes the end of a line in the sign of its width.
 */
const ADDED = 0.5;
const MIN_WIDTH = 0.01;

/**
 * All strokes of one width, colour and dash pattern as one primitive; undefined where there are none. Widths in CSS
 * pixels.
 */
export function strokes(
  lines: readonly (readonly Cartesian3[])[],
  { width, dash = [] }: Pick<Style, 'width' | 'dash'>,
  colour: Color,
): Primitive | undefined {
  let segments = 0;
  for (const line of lines) segments += Math.max(0, line.length - 1);
  if (segments === 0) return undefined;
  const count = 4 * segments;
  const [at, before, after] = [0, 0, 0].map(() => new Float64Array(3 * count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const wide = Math.max(MIN_WIDTH, width - ADDED);
  const expand = new Float32Array(2 * count);
  const indices = new Uint32Array(6 * segments);
  let vertex = 0;
  let index = 0;
  for (const line of lines)
    for (let i = 1; i < line.length; i++) {
      const [from, to] = [line[i - 1]!, line[i]!];
      // Corners are joined: each end knows the previous and next point.
      const previous = i > 1 ? line[i - 2]! : mirrored(to, from);
      const next = i + 1 < line.length ? line[i + 1]! : mirrored(from, to);
      for (let corner = 0; corner < 4; corner++) {
        const first = corner < 2;
        Cartesian3.pack(first ? from : to, at as unknown as number[], 3 * vertex);
        Cartesian3.pack(first ? previous : from, before as unknown as number[], 3 * vertex);
        Cartesian3.pack(first ? to : next, after as unknown as number[], 3 * vertex);
        expand[2 * vertex] = 2 * (corner % 2) - 1;
        expand[2 * vertex + 1] = first ? wide : -wide;
        vertex++;
      }
      const base = vertex - 4;
      indices.set([base, base + 2, base + 1, base + 1, base + 2, base + 3], index);
      index += 6;
    }
  const attributes = new GeometryAttributes();
  attributes.position = places(at);
  Object.assign(attributes, {
    prevPosition: places(before),
    nextPosition: places(after),
    expandAndWidth: new GeometryAttribute({
      componentDatatype: ComponentDatatype.FLOAT,
      componentsPerAttribute: 2,
      values: expand,
    }),
  });
  const material = dashes(dash, colour);
  if (!material) {
    const appearance = new PolylineColorAppearance({ translucent: false });
    return primitive(meshOf(attributes, indices, at), appearance, { colour });
  }
  // Dashes are computed in screen space; the shader only requires the attribute.
  attributes.st = new GeometryAttribute({
    componentDatatype: ComponentDatatype.FLOAT,
    componentsPerAttribute: 2,
    values: new Float32Array(2 * count),
  });
  const appearance = new PolylineMaterialAppearance({
    material,
    translucent: false,
  });
  return primitive(meshOf(attributes, indices, at), appearance);
}

function mirrored(point: Cartesian3, about: Cartesian3): Cartesian3 {
  return new Cartesian3(2 * about.x - point.x, 2 * about.y - point.y, 2 * about.z - point.z);
}
