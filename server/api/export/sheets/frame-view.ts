import type { PaperBox } from '#core/protocol';
import { frameExtent, frameOutline, groundSize, planeAbout, type FramePlane } from '#core/sheets';
import type { MapFrame } from '../../../formats/pdf/map/frame.ts';
import type { PlacedFrame } from '../content/sheet-task.ts';

/** Points on the page per millimetre. */
export const MM = 72 / 25.4;

/** A frame on its page. */
export interface FrameView extends MapFrame {
  readonly plane: FramePlane;
  readonly rotation: number;
  /** Longitude and latitude along its border. */
  readonly border: readonly (readonly [number, number])[];
}

/** How many parts a side of the border has: sides are curved in other systems. */
const PARTS = 16;

/** Places a frame, in the plane of a CRS. Throws AppError where the CRS cannot be computed. */
export function viewOf(crs: string, frame: PlacedFrame, paper: PaperBox): FrameView {
  const { centre, scale, rotation } = frame;
  const plane = planeAbout(crs, centre);
  const [x, y] = plane.toPlane(centre);
  const pointsPerMetre = (1000 * MM) / scale;
  const box = { x: paper.x * MM, y: paper.y * MM, width: paper.width * MM, height: paper.height * MM };
  const [pageX, pageY] = [box.x + box.width / 2, box.y + box.height / 2];
  const angle = (rotation * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const border = frameOutline(plane, frame, groundSize(paper, scale), PARTS);
  return {
    box,
    scale,
    pointsPerMetre,
    extent: frameExtent(border),
    centre,
    projection: 'azimuthal',
    plane,
    rotation,
    border,
    toPage(longitude, latitude) {
      try {
        const [east, north] = plane.toPlane([longitude, latitude]);
        const [dx, dy] = [east - x, north - y];
        return [
          pageX + (dx * cos - dy * sin) * pointsPerMetre,
          pageY - (dx * sin + dy * cos) * pointsPerMetre,
        ];
      } catch {
        // Outside the domain of the CRS: not drawn.
        return [NaN, NaN];
      }
    },
  };
}

/** Whether a point of the page is within the frame. */
export function isInFrame({ box }: FrameView, [x, y]: readonly [number, number]): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}
