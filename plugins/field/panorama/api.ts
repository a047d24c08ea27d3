import type { Observable } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { MapView, Pixel } from '#core/mapview';
import type { BlurRegion, PanoramicPlace, PictureMark } from '#core/protocol';

/** One standard deviation of a panorama: metres, and degrees. */
export interface PanoramaAccuracy {
  readonly position: number;
  readonly direction: number;
  /** Its survey does not state them. */
  readonly assumed: boolean;
}

/** The panoramas of the open project, and the one that is seen. */
export interface PanoramaStage {
  /** In the order of their tracks. */
  readonly places$: Observable<readonly PanoramicPlace[]>;
  readonly places: readonly PanoramicPlace[];
  readonly current$: Observable<PanoramicPlace | undefined>;
  readonly current: PanoramicPlace | undefined;
  /** Whether points and directions are drawn on maps. */
  readonly onMaps$: Observable<boolean>;
  readonly onMaps: boolean;
  showOnMaps(shown: boolean): void;
  /** Shows another; one that is not known is found when the list is. */
  go(id: string): void;
  /** Along its track; false where that ends. */
  step(by: 1 | -1): boolean;
  /** Throws AppError. */
  reload(): Promise<void>;
  accuracyOf(place: PanoramicPlace): PanoramaAccuracy;
}
export const PANORAMA_STAGE = serviceToken<PanoramaStage>('panorama.Stage');

/** A view into a panorama. */
export interface PanoramaView extends MapView {
  /** Where to it looks: degrees clockwise from true north, above the horizon, and how wide. */
  readonly sight$: Observable<{ readonly heading: number; readonly pitch: number; readonly width: number }>;
  /** Geocentric: from the camera through a pixel; undefined before a panorama. */
  rayAt(
    pixel: Pixel,
  ): { readonly place: PanoramicPlace; readonly direction: readonly [number, number, number] } | undefined;
  /** Where a pixel is in the picture: parts of the width and of the height of the sphere. */
  pictureAt(pixel: Pixel): readonly [across: number, down: number] | undefined;
  /** Turns so that a place of the picture is in the middle: parts of the width and of the height of the sphere. */
  lookInto(picture: readonly [across: number, down: number]): void;
  /** Draws regions of the picture. */
  outline(regions: readonly BlurRegion[]): void;
  /** Draws what people have drawn over the picture. */
  showMarks(marks: readonly PictureMark[]): void;
}
