import type { Pixel } from '#core/mapview';
import type { CameraActions } from './camera-input.ts';

/** The camera of a view in space. */
export interface SceneCameraMoves {
  readonly eye: {
    readonly isOnFoot: boolean;
    readonly isParallel: boolean;
    /** Moves with its target across the line of sight, by CSS pixels at the distance of the target. */
    drag(right: number, down: number): void;
  };
  /** Degrees. */
  turn(heading: number, tilt: number): void;
  zoomBy(levels: number, about?: Pixel): void;
  /** To be called after `drag`. */
  moved(): void;
}

/** Degrees that a pixel of a drag turns. */
const TURN = 0.3;
/** Zoom levels of a pixel of the wheel. */
const WHEEL = 1 / 250;

/**
 * How a camera in space is moved: drag turns, drag with the right button or Shift moves, the wheel zooms about the pointer;
 * one finger turns, two move and zoom. With a parallel projection every drag moves.
 */
export function sceneControls(camera: SceneCameraMoves): CameraActions {
  const { eye } = camera;
  /** The place under the pointer stays under it. */
  const move = (right: number, down: number) => {
    eye.drag(right, down);
    camera.moved();
  };
  return {
    drag(right, down, isSecondary) {
      if (eye.isOnFoot) camera.turn(-right * TURN, down * TURN);
      else if (isSecondary || eye.isParallel) move(right, down);
      else camera.turn(right * TURN, -down * TURN);
    },
    pinch({ levels, about, moved }) {
      camera.zoomBy(levels, about);
      if (!eye.isOnFoot) move(...moved);
    },
    wheel: (pixels, about) => camera.zoomBy(-pixels * WHEEL, about),
  };
}
