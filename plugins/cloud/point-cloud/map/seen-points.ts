import type { Pixel } from '#core/mapview';
import type { CloudCoordinates, LoadedPoint, ShownCloud } from '../api.ts';
import { ClipTest } from '../model/clips.ts';
import type { HoveredPoint } from '../model/cloud-snap.ts';
import type { CloudFrame } from '../model/frame.ts';
import type { Eye } from './eye.ts';
import { pickPoint, type HitPoint } from './pick-points.ts';
import type { SceneProjection } from './projection.ts';
import type { ShownClouds } from './shown-clouds.ts';

export interface SeenPointsOptions {
  readonly clouds: ShownClouds;
  readonly eye: Eye;
  readonly frame: CloudFrame;
  readonly projection: SceneProjection;
  /** As the stage knows it. */
  readonly cloudOf: (id: string) => ShownCloud | undefined;
  readonly hiddenClasses: () => ReadonlySet<number>;
}

/** The points that are seen under a pixel, neither hidden by their class nor cut away. */
export class SeenPoints {
  readonly #options: SeenPointsOptions;
  #last: { readonly key: string; readonly hit: HitPoint | undefined } | undefined;
  clips = new ClipTest([], 'off');

  constructor(options: SeenPointsOptions) {
    this.#options = options;
  }

  /** What is drawn has changed. */
  forget(): void {
    this.#last = undefined;
  }

  at(pixel: Pixel, tolerance?: number): HitPoint | undefined {
    const key = `${pixel.join()} ${tolerance ?? ''}`;
    if (this.#last?.key !== key) {
      const { clouds, eye, hiddenClasses } = this.#options;
      const { camera, size } = eye;
      const hit = pickPoint({
        clouds: clouds.all,
        camera,
        size,
        pixel,
        hidden: hiddenClasses(),
        clips: this.clips,
        ...(tolerance === undefined ? {} : { tolerance }),
      });
      this.#last = { key, hit };
    }
    return this.#last.hit;
  }

  /** As a tool snaps from it. */
  hovered(hit: HitPoint, pixel: Pixel): HoveredPoint {
    return {
      cloudId: hit.cloud.id,
      coordinates: coordinatesOf(hit),
      spacing: hit.spacing,
      ray: this.#options.projection.cloudRay(pixel),
    };
  }

  /** With all that is stored of it; undefined while its cloud is being closed. */
  loaded(hit: HitPoint): LoadedPoint | undefined {
    const { cloudOf, frame } = this.#options;
    const cloud = cloudOf(hit.cloud.id);
    if (!cloud) return undefined;
    const { index, depth, spacing } = hit;
    const { source } = hit.cloud;
    const points = hit.node.points!;
    const coordinates = coordinatesOf(hit);
    return {
      cloud,
      coordinates,
      position: frame.fromCloud(coordinates),
      depth,
      spacing,
      colour:
        points.colours && source.hasColour
          ? [points.colours[3 * index]!, points.colours[3 * index + 1]!, points.colours[3 * index + 2]!]
          : undefined,
      intensity: points.intensity[index]!,
      classification: points.classification[index]!,
      returnNumber: points.returnNumber[index]!,
      numberOfReturns: points.numberOfReturns[index]!,
      source: points.source[index]!,
      gpsTime: points.time && source.times ? points.time[index]! + source.times[0] : undefined,
    };
  }
}

/** Exactly as stored. */
export const coordinatesOf = ({ cloud, node, index }: HitPoint): CloudCoordinates =>
  cloud.coordinatesOf(node, index);
