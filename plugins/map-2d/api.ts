import type { Observable } from 'rxjs';
import type { Extent } from '#core/document';
import type { MapView, Modifiers, Pixel } from '#core/mapview';
import { serviceToken } from '#core/plugin';

declare module '#core/settings' {
  interface SettingValues {
    /** What lies under the objects: OpenStreetMap where it can be reached and Natural Earth where not, or one of them. */
    mapBackground: 'auto' | 'osm' | 'natural-earth' | 'none';
  }
}

/** The 2D map with what only it offers: moving by keys, and the keyboard's crosshair. */
export interface Map2D extends MapView {
  readonly kind: '2d';
  /** CSS pixels. */
  readonly size: Pixel;
  /** Where all objects of the project lie; undefined where there are none. */
  readonly whole: Extent | undefined;
  pan(right: number, down: number): void;
  zoomBy(levels: number): void;
  readonly keyboardCursor: Pixel | undefined;
  setKeyboardCursor(pixel: Pixel | undefined): void;
  /** A gesture of the keyboard's: told as one of a mouse at that pixel. */
  press(kind: 'move' | 'click' | 'context', pixel: Pixel, modifiers?: Partial<Modifiers>): void;
  /** Who made what lies under the objects; empty when nothing does. */
  readonly attribution$: Observable<string>;
}

/** The 2D map that is open; undefined outside the workspace. */
export interface Maps2D {
  readonly current$: Observable<Map2D | undefined>;
  readonly current: Map2D | undefined;
}
export const MAPS_2D = serviceToken<Maps2D>('map-2d.Maps');
