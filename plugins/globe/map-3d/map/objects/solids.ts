import {
  Cartesian3,
  Color,
  ComponentDatatype,
  GeometryAttribute,
  GeometryAttributes,
  PerInstanceColorAppearance,
  ShadowMode,
  type Primitive,
} from 'cesium';
import { normalOf, trianglesOf } from './fills.ts';
import { meshOf, places, primitive } from './meshes.ts';
import type { Prism } from './prisms.ts';

/** Least visible part of a fill on white: a nearly white solid would have no edges. */
const MIN_OPACITY = 0.5;
/**
 * Brightness of walls facing away from the north-west, where light comes from on maps, and towards it; roofs have 1.
 */
const [DARKEST, LIGHTEST] = [0.6, 0.92];

/** Moved back by this part of the distance: their edges are drawn on them with the same depth. */
const FRAGMENTS = `
in vec4 v_color;
void main() {
  out_FragColor = czm_gammaCorrect(v_color);
#ifdef LOG_DEPTH
  czm_writeLogDepth(v_depthFromNearPlusOne * 1.0005);
#endif
}`;

/** Roofs and walls of one fill as one primitive; undefined where there are none. They hide what is behind them. */
export function solids(prisms: readonly Prism[], fill: Color, opacity: number): Primitive | undefined {
  const { at, indices } = trianglesOf(prisms.map(({ roof }) => roof));
  if (indices.length === 0) return undefined;
  const colour = Color.lerp(Color.WHITE, fill, Math.max(MIN_OPACITY, fill.alpha), new Color());
  const bytes = (light: number): number[] => {
    const { red, green, blue } = colour;
    return [...[red, green, blue].map((part) => Math.round(255 * light * part)), Math.round(255 * opacity)];
  };
  const colours = Array.from({ length: at.length / 3 }, () => bytes(1)).flat();
  for (const { base, roof } of prisms)
    for (const [ring, foot] of base.entries())
      for (const [i, lightness] of lightsOf(foot, ring > 0).entries()) {
        const first = at.length / 3;
        for (const { x, y, z } of [foot[i]!, foot[i + 1]!, roof[ring]![i + 1]!, roof[ring]![i]!]) {
          at.push(x, y, z);
          colours.push(...bytes(lightness));
        }
        indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
      }
  const values = new Float64Array(at);
  const attributes = new GeometryAttributes();
  attributes.position = places(values);
  attributes.color = new GeometryAttribute({
    componentDatatype: ComponentDatatype.UNSIGNED_BYTE,
    componentsPerAttribute: 4,
    normalize: true,
    values: new Uint8Array(colours),
  });
  const appearance = new PerInstanceColorAppearance({
    flat: true,
    translucent: false,
    closed: false,
    fragmentShaderSource: FRAGMENTS,
  });
  const made = primitive(meshOf(attributes, new Uint32Array(indices), values), appearance, { solid: true });
  made.shadows = ShadowMode.ENABLED;
  return made;
}

/** Brightness of the walls on a ring's edges; walls of a hole face inwards. */
function lightsOf(ring: readonly Cartesian3[], hole: boolean): number[] {
  const up = Cartesian3.normalize(ring[0]!, new Cartesian3());
  const east = Cartesian3.normalize(
    Cartesian3.cross(Cartesian3.UNIT_Z, up, new Cartesian3()),
    new Cartesian3(),
  );
  const north = Cartesian3.cross(up, east, new Cartesian3());
  const counterclockwise = Cartesian3.dot(normalOf(ring), up) > 0;
  const outwards = counterclockwise === hole ? -1 : 1;
  return ring.slice(1).map((to, i) => {
    const way = Cartesian3.subtract(to, ring[i]!, new Cartesian3());
    // The direction to the right of the edge, when the ring is counterclockwise.
    const [x, y] = [Cartesian3.dot(way, north) * outwards, -Cartesian3.dot(way, east) * outwards];
    const towards = (y - x) / (Math.SQRT2 * (Math.hypot(x, y) || 1));
    return DARKEST + ((LIGHTEST - DARKEST) * (towards + 1)) / 2;
  });
}
