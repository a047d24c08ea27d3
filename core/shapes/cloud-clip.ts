import type { CloudRegion } from '#core/protocol';

type Triple = readonly [number, number, number];
type Pair = readonly [number, number];

/** A clip of a point cloud view, in the cloud's CRS. */
export type CloudClip =
  | {
      readonly kind: 'box';
      readonly center: Triple;
      /** Full lengths along its own axes. */
      readonly size: Triple;
      /** Degrees about the vertical, counter-clockwise; then about its own east axis, and its own north axis. */
      readonly turn: Triple;
    }
  | {
      readonly kind: 'polygon';
      readonly ring: readonly Pair[];
      /** Undefined: all heights. */
      readonly heights: Pair | undefined;
    }
  | { readonly kind: 'slab'; readonly from: Pair; readonly to: Pair; readonly width: number };

/** The classes and clips that a view shows, which queries obey. */
export function amongShown({
  hiddenClasses,
  clips,
  clipMode,
}: {
  readonly hiddenClasses: ReadonlySet<number>;
  readonly clips: readonly CloudClip[];
  readonly clipMode: 'off' | 'inside' | 'outside' | 'highlight';
}) {
  const regions = clips.map(regionOfClip);
  return {
    classes: Array.from({ length: 256 }, (_, code) => code).filter((code) => !hiddenClasses.has(code)),
    ...(clipMode === 'inside' && regions.length === 1 && { inside: regions }),
    ...(clipMode === 'outside' && regions.length > 0 && { outside: regions }),
  };
}

/** The same space as the server queries it. */
export function regionOfClip(clip: CloudClip): CloudRegion {
  switch (clip.kind) {
    case 'box':
      return {
        kind: 'turned-box',
        centre: [...clip.center],
        axes: turned(clip.turn),
        size: [...clip.size],
      };
    case 'polygon':
      return {
        kind: 'prism',
        ring: clip.ring.map(([x, y]): [number, number] => [x, y]),
        ...(clip.heights && { zMin: clip.heights[0], zMax: clip.heights[1] }),
      };
    case 'slab':
      return { kind: 'corridor', line: [[...clip.from], [...clip.to]], width: clip.width };
  }
}

type Vector = [number, number, number];

/** The axes of a box after its three turns. */
function turned(turn: Triple): [Vector, Vector, Vector] {
  const [a, b, c] = turn.map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  const [ca, sa, cb, sb, cc, sc] = [a, b, c].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return [
    [ca * cc - sa * sb * sc, sa * cc + ca * sb * sc, -cb * sc],
    [-sa * cb, ca * cb, sb],
    [ca * sc + sa * sb * cc, sa * sc - ca * sb * cc, cb * cc],
  ];
}
