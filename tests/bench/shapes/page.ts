/**
 * Edits of polygons with 10,000 vertices, complete as in a tool, compared with the plain call of Clipper that they
 * use.
 */
import {
  Clipper64,
  ClipperOffset,
  ClipType,
  EndType,
  FillRule,
  JoinType,
  PolyTree64,
  type Path64,
} from 'clipper2-ts';
import type { MapObject } from '#core/document';
import { loadProjections, project } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { planeIn } from '#core/sketch';
import { merged } from '../../../plugins/edit/merge/model/merged.ts';
import { reshaped } from '../../../plugins/edit/reshape/model/reshapes.ts';
import { cutAlong, divides } from '../../../plugins/edit/split/model/cut.ts';

export interface ShapesPage {
  ready(): Promise<void>;
  split(): ShapeTimes;
  merge(): ShapeTimes;
  offset(): ShapeTimes;
}
/** Milliseconds. */
export interface ShapeTimes {
  readonly ours: number;
  readonly peer: number;
}

const VERTICES = 10_000;
const CRS = 'EPSG:32632';
const METRES = 5;
/** Degrees: about 550 m. */
const RADIUS = 0.005;

/** A winding outline with heights; it does not intersect itself, since every ray from the centre meets it once. */
function polygon(id: string, x: number): MapObject {
  const ring = Array.from({ length: VERTICES }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / VERTICES;
    const radius = RADIUS * (1 + 0.2 * Math.sin(7 * angle) + 0.002 * Math.sin(301 * angle));
    return [x + radius * Math.cos(angle), 44 + radius * Math.sin(angle), 100 + 10 * Math.sin(3 * angle)];
  });
  const location = { type: 'Polygon' as const, coordinates: [[...ring, ring[0]!]] };
  return { id, typeName: 'parcels', location, properties: {}, relatesTo: [] };
}

const one = polygon('one', 9);
const other = polygon('other', 9 + RADIUS);
const cut: Position[] = [[9 + RADIUS / 9, 43.99], [9 + RADIUS / 7, 44.01]]; // prettier-ignore

/** Prepared integers, as Clipper uses them. */
function pathOf(
  ring: readonly Position[],
  step: number,
  place = (position: Position): readonly number[] => position,
): Path64 {
  return ring.slice(0, -1).map((position) => {
    const [x, y] = place(position);
    return { x: Math.round(x! / step), y: Math.round(y! / step) };
  });
}
const ringOf = ({ location }: MapObject): Position[] => (location.coordinates as Position[][])[0]!;
/** 0.01 mm, as our overlay. */
const STEP = 1e-10;

function overlaid(how: ClipType, subject: Path64[], clip: Path64[]): PolyTree64 {
  const clipper = new Clipper64();
  clipper.addSubject(subject);
  if (clip.length > 0) clipper.addClip(clip);
  const tree = new PolyTree64();
  clipper.execute(how, FillRule.NonZero, tree);
  return tree;
}

const TURNS = 25;

/** The median of all, ours and the peer's alternating, so that a slow moment of the machine affects both. */
function temporary(ours: () => boolean, peer: () => void): ShapeTimes {
  const times: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
  for (let i = 0; i < TURNS; i++) {
    let began = performance.now();
    peer();
    times.peer.push(performance.now() - began);
    began = performance.now();
    if (!ours()) throw new Error('The edit was refused.');
    times.ours.push(performance.now() - began);
  }
  const middle = (samples: number[]): number => samples.sort((a, b) => a - b)[TURNS >> 1]!;
  return { ours: middle(times.ours), peer: middle(times.peer) };
}

const page: ShapesPage = {
  ready: loadProjections,
  split() {
    const subject = [pathOf(ringOf(one), STEP)];
    const [[ax, ay], [bx, by]] = cut as [Position, Position];
    const half: Position[] = [[ax, ay], [bx, by], [bx - 1, by], [ax - 1, ay], [ax, ay]]; // prettier-ignore
    const clip = [pathOf(half, STEP)];
    return temporary(
      () => divides(cutAlong(one, cut)),
      () => {
        overlaid(ClipType.Intersection, subject, clip);
        overlaid(ClipType.Difference, subject, clip);
      },
    );
  },
  merge() {
    const paths = [pathOf(ringOf(one), STEP), pathOf(ringOf(other), STEP)];
    return temporary(
      () => typeof merged('merge', [one, other], undefined) === 'object',
      () => void overlaid(ClipType.Union, paths, []),
    );
  },
  offset() {
    const step = 1e-4;
    const path = pathOf(ringOf(one), step, (position) => project(CRS, position));
    const metric = planeIn(CRS);
    return temporary(
      () => typeof reshaped('offset', one.location, METRES, metric) === 'object',
      () => {
        const offset = new ClipperOffset(4);
        offset.addPaths([path], JoinType.Miter, EndType.Polygon);
        offset.execute(METRES / step, new PolyTree64());
      },
    );
  },
};
(window as unknown as { bench: ShapesPage }).bench = page;
