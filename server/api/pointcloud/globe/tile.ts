import { colourOfClass, type TileColour } from '#core/protocol';
import type { CloudNode, NodePoints, Vector3 } from '../../../formats/pointcloud/source.ts';
import { encodePnts } from '../../../formats/tiles3d/pnts.ts';
import { Unusable } from '../../../base/unusable.ts';
import { minus } from '../measures/linear.ts';
import type { Cloud } from '../points/cloud.ts';
import type { EarthFrame } from '../points/task.ts';
import { toSpaceFrom } from './earth.ts';
import { nodeNamed } from '../points/node-named.ts';

/** Low points and high noise. */
const NOISE = [7, 18];
/** Viridis at equal steps: light and dark also to people who see few hues. */
const RAMP = [0x440154, 0x3b528b, 0x21918c, 0x5ec962, 0xfde725];

export interface TileRequest {
  earth: EarthFrame;
  node: string;
  colour: TileColour | undefined;
}

/** The points of a node as a tile. */
export async function tileOf(cloud: Cloud, { earth, node: name, colour }: TileRequest): Promise<Uint8Array> {
  const root = await cloud.root();
  if (!root) throw new Unusable('pointcloud.node-not-there', { node: name });
  const node = await nodeNamed(cloud, name);
  const points = await cloud.load(node);
  const toSpace = await toSpaceFrom(earth, root);
  const { scale, offset, hasColour } = cloud.source;
  const centre = toSpace(node.min.map((low, i) => (low + node.max[i]!) / 2) as Vector3);
  const chosen = Array.from({ length: points.count }, (_, i) => i).filter(
    (i) => !NOISE.includes(points.classification[i]!),
  );
  const positions = new Float32Array(3 * chosen.length);
  const colours = new Uint8Array(3 * chosen.length);
  const paint = painter(colour ?? (hasColour ? 'rgb' : 'height'), points, root);
  for (const [n, i] of chosen.entries()) {
    const at = 3 * i;
    const place: Vector3 = [
      points.positions[at]! * scale[0] + offset[0],
      points.positions[at + 1]! * scale[1] + offset[1],
      points.positions[at + 2]! * scale[2] + offset[2],
    ];
    positions.set(minus(toSpace(place), centre), 3 * n);
    colours.set(paint(i, place[2]), 3 * n);
  }
  return encodePnts({ centre, positions, colours });
}

type Colour = [number, number, number];

function painter(colour: TileColour, points: NodePoints, root: CloudNode): (i: number, z: number) => Colour {
  if (colour === 'rgb') return (i) => [...points.rgb.subarray(3 * i, 3 * i + 3)] as Colour;
  if (colour === 'class') return (i) => split(colourOfClass(points.classification[i]!));
  const [low, high] = [root.min[2], root.max[2]];
  return (_, z) => {
    const at = Math.max(0, Math.min(1, (z - low) / (high - low || 1))) * (RAMP.length - 1);
    const below = Math.min(RAMP.length - 2, Math.floor(at));
    const [from, to] = [split(RAMP[below]!), split(RAMP[below + 1]!)];
    return from.map((each, n) => Math.round(each + (to[n]! - each) * (at - below))) as Colour;
  };
}

const split = (colour: number): Colour => [colour >> 16, (colour >> 8) & 255, colour & 255];
