import { regionOfClip } from '#core/shapes';
import type { Clip, ClipBox, CloudCoordinates } from '#plugins/cloud/point-cloud/api';
import { LEAST } from './shapes.ts';

type Vector = readonly [number, number, number];

/** A side of a clip that can be moved along its normal. */
export interface ClipFace {
  readonly clip: Clip;
  /** Its middle, in the CRS of the view. */
  readonly at: CloudCoordinates;
  /** Of length 1, away from the clip. */
  readonly outwards: Vector;
  /** The clip with this side moved outwards, units of the CRS; negative: inwards. */
  moved(by: number): Clip;
}

/** The sides of a box and of a slab; an outline has its vertices. `height`: where those of a slab are shown. */
export function facesOf(clip: Clip, height: number): ClipFace[] {
  if (clip.kind === 'box') return boxFaces(clip);
  if (clip.kind === 'polygon') return [];
  const { from, to, width } = clip;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  return [1, -1].map((side): ClipFace => {
    const outwards: Vector = [(-dy / length) * side, (dx / length) * side, 0];
    const aside = width / 2;
    return {
      clip,
      at: [(from[0] + to[0]) / 2 + outwards[0] * aside, (from[1] + to[1]) / 2 + outwards[1] * aside, height],
      outwards,
      // The other side stays: the line moves by half.
      moved(by) {
        const wide = Math.max(LEAST, width + by);
        const half = (wide - width) / 2;
        const shifted = ([x, y]: readonly [number, number]): readonly [number, number] => [
          x + outwards[0] * half,
          y + outwards[1] * half,
        ];
        return { ...clip, from: shifted(from), to: shifted(to), width: wide };
      },
    };
  });
}

function boxFaces(clip: ClipBox): ClipFace[] {
  const region = regionOfClip(clip);
  if (region.kind !== 'turned-box') return [];
  return region.axes.flatMap((axis, n) =>
    [1, -1].map((side): ClipFace => {
      const outwards = axis.map((value) => value * side) as unknown as Vector;
      const half = clip.size[n]! / 2;
      return {
        clip,
        at: clip.center.map((value, i) => value + outwards[i]! * half) as unknown as CloudCoordinates,
        outwards,
        moved(by) {
          const long = Math.max(LEAST, clip.size[n]! + by);
          const shift = (long - clip.size[n]!) / 2;
          return {
            ...clip,
            size: clip.size.map((value, i) => (i === n ? long : value)) as unknown as CloudCoordinates,
            center: clip.center.map(
              (value, i) => value + outwards[i]! * shift,
            ) as unknown as CloudCoordinates,
          };
        },
      };
    }),
  );
}
