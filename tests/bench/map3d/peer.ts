import {
  Cartesian2,
  Cartesian3,
  Color,
  ColorGeometryInstanceAttribute,
  EllipsoidTerrainProvider,
  GeometryInstance,
  Globe,
  HeadingPitchRange,
  Math as CesiumMath,
  Matrix4,
  PerInstanceColorAppearance,
  type PerspectiveFrustum,
  PolygonGeometry,
  PolygonHierarchy,
  PolylineColorAppearance,
  PolylineGeometry,
  Primitive,
  Scene,
} from 'cesium';
import type { Position } from '#core/protocol';
import { groundResolution, rangeFor } from '../../../plugins/globe/map-3d/model/scale.ts';
import { frame, PAINT, sheet, type Parcels } from '../map2d/parcels.ts';
import { TILT } from './place.ts';

/** Members of a scene that its types leave out. */
type PeerScene = Scene & { initializeFrame(): void };

/**
 * A plain scene of Cesium over the ellipsoid: the objects are two primitives, of their areas and of their outlines.
 */
export class CesiumPeer {
  readonly scene: PeerScene;
  readonly #parts: readonly Primitive[];
  #frame = 0;

  constructor(parcels: Parcels, over?: HTMLElement) {
    const element = sheet(over);
    const canvas = document.createElement('canvas');
    canvas.style.cssText = 'width:100%;height:100%;display:block';
    element.append(canvas);
    [canvas.width, canvas.height] = [canvas.clientWidth, canvas.clientHeight];
    this.scene = new Scene({
      canvas,
      creditContainer: document.createElement('div'),
      scene3DOnly: true,
      requestRenderMode: true,
      maximumRenderTimeChange: Infinity,
    }) as PeerScene;
    const ground = new Globe();
    ground.terrainProvider = new EllipsoidTerrainProvider();
    ground.baseColor = Color.fromCssColorString('#dbe6ea');
    ground.showGroundAtmosphere = false;
    ground.maximumScreenSpaceError = 3;
    this.scene.fog.enabled = false;
    this.scene.globe = ground;
    (this.scene.camera.frustum as PerspectiveFrustum).aspectRatio = canvas.width / canvas.height;
    this.#parts = [areasOf(parcels), outlinesOf(parcels)];
    for (const part of this.#parts) this.scene.primitives.add(part);
    const step = (): void => {
      this.#frame = requestAnimationFrame(step);
      this.scene.initializeFrame();
      this.scene.render();
    };
    step();
  }

  /** Looks at a place as our map does. */
  look([longitude, latitude]: Position, zoom: number): void {
    const { camera, canvas } = this.scene;
    const fov = (camera.frustum as PerspectiveFrustum).fovy!;
    const range = rangeFor(groundResolution(zoom, latitude), fov, canvas.clientHeight);
    const pitch = CesiumMath.toRadians(TILT - 90);
    camera.lookAt(Cartesian3.fromDegrees(longitude, latitude), new HeadingPitchRange(0, pitch, range));
    camera.lookAtTransform(Matrix4.IDENTITY);
    this.scene.requestRender();
  }

  /** Resolves when all objects are drawn. */
  async drawn(): Promise<void> {
    while (!this.#parts.every(({ ready }) => ready)) {
      this.scene.requestRender();
      await frame();
    }
    this.scene.requestRender();
    await frame();
  }

  pick([x, y]: readonly [number, number]): string | undefined {
    return (this.scene.pick(new Cartesian2(x, y)) as { id?: string } | undefined)?.id;
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.scene.destroy();
  }
}

function areasOf(parcels: Parcels): Primitive {
  const color = ColorGeometryInstanceAttribute.fromColor(Color.fromCssColorString(PAINT.fill));
  return primitiveOf(
    parcels,
    (places) =>
      new PolygonGeometry({
        polygonHierarchy: new PolygonHierarchy(places.slice(0, -1)),
        perPositionHeight: true,
        vertexFormat: PerInstanceColorAppearance.FLAT_VERTEX_FORMAT,
      }),
    color,
    new PerInstanceColorAppearance({ flat: true, closed: false }),
  );
}

function outlinesOf(parcels: Parcels): Primitive {
  const color = ColorGeometryInstanceAttribute.fromColor(Color.fromCssColorString(PAINT.stroke));
  return primitiveOf(
    parcels,
    (positions) =>
      new PolylineGeometry({
        positions,
        width: PAINT.width,
        vertexFormat: PolylineColorAppearance.VERTEX_FORMAT,
      }),
    color,
    new PolylineColorAppearance({ translucent: false }),
  );
}

function primitiveOf(
  parcels: Parcels,
  shapeOf: (places: Cartesian3[]) => PolygonGeometry | PolylineGeometry,
  color: ColorGeometryInstanceAttribute,
  appearance: PerInstanceColorAppearance | PolylineColorAppearance,
): Primitive {
  const geometryInstances = Array.from({ length: parcels.count }, (_, i) => {
    const places = parcels
      .ring(i)
      .map(([longitude, latitude]) => Cartesian3.fromDegrees(longitude, latitude));
    return new GeometryInstance({ id: String(i), geometry: shapeOf(places), attributes: { color } });
  });
  return new Primitive({ geometryInstances, appearance });
}
