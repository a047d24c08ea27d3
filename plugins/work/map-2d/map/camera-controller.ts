import type OlMap from 'ol/Map.js';
import { unByKey } from 'ol/Observable.js';
import View from 'ol/View.js';
import { BehaviorSubject, type Observable } from 'rxjs';
import {
  eastingOf,
  groundScale,
  HALF_WORLD,
  northingOf,
  positionOf,
  resolutionOf,
  zoomOf,
} from '#core/canvas';
import type { Extent } from '#core/document';
import { Lifetime, type Disposable } from '#core/kernel';
import type { Camera, FlyOptions, Pixel } from '#core/mapview';
import type { Position } from '#core/protocol';

const MAX_ZOOM = 24;
/** Margin when flying to an extent, pixels. */
const MARGIN = 48;

/** The view of the map: conversion of places and pixels, and movements. */
export class MapCameraController implements Disposable {
  readonly view = new View({
    projection: 'EPSG:3857',
    center: [0, 0],
    zoom: 2,
    maxZoom: MAX_ZOOM,
    enableRotation: false,
    extent: [-HALF_WORLD, -HALF_WORLD, HALF_WORLD, HALF_WORLD],
    constrainOnlyCenter: true,
    smoothExtentConstraint: false,
  });
  readonly #lifetime = new Lifetime();
  #map: OlMap | undefined;
  /** Cached until the view moves: snapping converts thousands of pixels at every pointer move. */
  #frame = this.#measureFrame();
  readonly #camera = new BehaviorSubject(this.#currentCamera());

  /** Controls the view of `map`. */
  attach(map: OlMap): void {
    this.#map = map;
    const moved = () => {
      this.#frame = this.#measureFrame();
      this.#camera.next(this.#currentCamera());
    };
    const keys = [
      this.view.on('change:center', moved),
      this.view.on('change:resolution', moved),
      map.on('change:size', moved),
    ];
    this.#lifetime.add(() => unByKey(keys));
    moved();
  }

  get camera$(): Observable<Camera> {
    return this.#camera;
  }
  get camera(): Camera {
    return this.#camera.value;
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#camera.complete();
  }

  toPixel(position: Position): Pixel | undefined {
    const { x, y, left, top, resolution } = this.#frame;
    return [
      left + (eastingOf(position[0]) - x) / resolution,
      top - (northingOf(position[1]) - y) / resolution,
    ];
  }

  toPosition(pixel: Pixel): Position | undefined {
    const { x, y, left, top, resolution } = this.#frame;
    const easting = x + (pixel[0] - left) * resolution;
    const northing = y - (pixel[1] - top) * resolution;
    return Math.abs(easting) > HALF_WORLD || Math.abs(northing) > HALF_WORLD
      ? undefined
      : positionOf(easting, northing);
  }

  fly(to: Position | Extent, options: FlyOptions = {}): void {
    const duration = options.animate === false || prefersReducedMotion() ? 0 : 450;
    this.view.cancelAnimations();
    // A pane that has just opened beside the map has not been measured yet.
    this.#map?.updateSize();
    if (to.length === 4) {
      const [west, south, east, north] = to;
      const extent = [
        eastingOf(west),
        northingOf(south),
        eastingOf(east < west ? east + 360 : east),
        northingOf(north),
      ];
      this.view.fit(extent, {
        padding: [MARGIN, MARGIN, MARGIN, MARGIN],
        maxZoom: options.zoom ?? 19,
        duration,
        size: [...this.size],
      });
      return;
    }
    const center = [eastingOf(to[0]), northingOf(to[1])];
    const zoom = options.zoom ?? this.view.getZoom() ?? 2;
    if (duration > 0) this.view.animate({ center, zoom, duration });
    else {
      this.view.setCenter(center);
      this.view.setZoom(zoom);
    }
  }

  /** Moves the view by CSS pixels. */
  pan(right: number, down: number): void {
    const [x, y] = this.#center();
    const resolution = this.#resolution();
    this.view.setCenter([x + right * resolution, y - down * resolution]);
  }

  /** Zooms by levels about the centre, or about a pixel. */
  zoomBy(levels: number): void {
    this.view.cancelAnimations();
    const zoom = (this.view.getZoom() ?? 2) + levels;
    this.view.animate({ zoom, duration: prefersReducedMotion() ? 0 : 180 });
  }

  get size(): Pixel {
    const [width, height] = this.#map?.getSize() ?? [0, 0];
    return [width ?? 0, height ?? 0];
  }

  /** Centre of the view in EPSG:3857 and in CSS pixels; metres per pixel. */
  #measureFrame() {
    const [x, y] = this.#center();
    const [width, height] = this.size;
    return { x, y, left: width / 2, top: height / 2, resolution: this.#resolution() };
  }

  #currentCamera(): Camera {
    const { x, y, left, top, resolution } = this.#frame;
    const center = positionOf(x, y);
    const clamp = (value: number) => Math.max(-HALF_WORLD, Math.min(HALF_WORLD, value));
    const [west, south] = positionOf(clamp(x - left * resolution), clamp(y - top * resolution));
    const [east, north] = positionOf(clamp(x + left * resolution), clamp(y + top * resolution));
    return {
      center,
      extent: [west, south, east, north],
      zoom: zoomOf(resolution),
      resolution: resolution * groundScale(center[1]),
      heading: 0,
    };
  }

  #center(): readonly [number, number] {
    const [x, y] = this.view.getCenter() ?? [0, 0];
    return [x ?? 0, y ?? 0];
  }
  #resolution(): number {
    return this.view.getResolution() ?? resolutionOf(2);
  }
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
