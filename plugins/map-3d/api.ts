import type { Observable } from 'rxjs';
import { serviceToken } from '#core/plugin';
import type { Position } from '#core/protocol';

declare module '#core/settings' {
  interface SettingValues {
    /** Where objects are drawn in 3D: at their heights, or all of them on the ground. */
    heights3D: 'measured' | 'ground';
    /** How finely the globe is drawn; `auto` looks at the graphics card. */
    quality3D: 'auto' | 'fine' | 'fast';
  }
}

/** What a result must say of the ground it was taken on. */
export interface GroundSurface {
  /** As the project's people named the terrain. */
  readonly name: string;
  /** Metres between the heights it was made of. */
  readonly resolution: number;
  /** What the heights of its source are above; those that `Ground` tells are above the ellipsoid always. */
  readonly source: 'ellipsoid' | 'egm96';
}

/** The ground that 3D maps wear. Heights are metres above the ellipsoid, undefined where there is no terrain. */
export interface Ground {
  /** The terrain worn now; undefined where there is none and the ground is the ellipsoid. */
  describe(): GroundSurface | undefined;
  /** Of the best resolution there is, in the order of the places. @throws AppError when the server cannot be asked. */
  heightsAt(places: readonly Position[], signal?: AbortSignal): Promise<(number | undefined)[]>;
  /** Of what is loaded now, which may be coarser: for gestures and for drawing. */
  nearAt(longitude: number, latitude: number): number | undefined;
  /** Another terrain is worn, or finer heights are here. */
  readonly changes$: Observable<void>;
}
export const GROUND = serviceToken<Ground>('map-3d.Ground');
