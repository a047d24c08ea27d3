import { geoidAt, type HeightSystem } from '#core/geodesy';
import type { CloudMeasured, CloudPlane, Position } from '#core/protocol';
import type { CloudCoordinates, CloudView } from '#plugins/cloud/point-cloud/api';

export interface CloudValue {
  /** Text key of its name. */
  readonly quantity: string;
  readonly unit: 'm' | 'm²' | 'm³' | '°' | '%';
  readonly amount: number;
  /** One standard deviation. */
  readonly within?: number | undefined;
}

/** What a measurement found; `values` is empty where the points do not define it. */
export interface CloudReading {
  readonly measured: CloudMeasured;
  readonly values: readonly CloudValue[];
  /** The place that was found, in the CRS of the cloud, and on the map. */
  readonly place: CloudCoordinates | undefined;
  readonly position: Position | undefined;
  /** Whether its coordinates are local, so that the position means nothing outside of the view. */
  readonly isLocal: boolean;
  /** Height above the geoid, metres, and its model; in the vertical system of the cloud, where it has one. */
  readonly orthometric:
    | { readonly height: number; readonly model: string; readonly system: string | undefined }
    | undefined;
}

/** The values in metres. `unit`: metres per unit of the CRS. */
export async function readingOf(
  measured: CloudMeasured,
  unit: number,
  view: Pick<CloudView, 'fromCloud' | 'heightSystem' | 'localOf'>,
): Promise<CloudReading> {
  const place = placeOf(measured);
  const position = place && view.fromCloud(place);
  return {
    measured,
    values: valuesOf(measured, unit).filter(({ amount }) => Number.isFinite(amount)),
    place,
    position,
    isLocal: view.localOf !== undefined,
    orthometric: position && !view.localOf ? await orthometricOf(position, view.heightSystem) : undefined,
  };
}

async function orthometricOf(
  [longitude, latitude, height]: Position,
  system: HeightSystem | undefined,
): Promise<CloudReading['orthometric']> {
  if (height === undefined) return undefined;
  if (system?.vertical) {
    const { name, metres } = system.vertical;
    const own = system.fromEllipsoid(longitude, latitude, height) * metres;
    return { height: own, model: system.geoid ?? '', system: name };
  }
  const geoid = await geoidAt(longitude, latitude);
  if (!geoid || !Number.isFinite(geoid.height)) return undefined;
  return { height: height - geoid.height, model: geoid.model, system: undefined };
}

function placeOf(measured: CloudMeasured): CloudCoordinates | undefined {
  switch (measured.measure) {
    case 'pick':
      return measured.point?.position;
    case 'plane':
      return measured.plane?.centre;
    case 'edge':
      return measured.edge?.point;
    case 'corner':
      return measured.corner?.point;
    case 'axis':
      return measured.axis?.point;
    case 'ground':
      return measured.ground?.position;
    case 'circle':
      return measured.circle?.centre;
    default:
      return undefined;
  }
}

function valuesOf(measured: CloudMeasured, unit: number): CloudValue[] {
  const length = (quantity: string, amount: number, within?: number | null): CloudValue => ({
    quantity,
    unit: 'm',
    amount: amount * unit,
    within: within == null ? undefined : within * unit,
  });
  const angle = (quantity: string, amount: number, within?: number | null): CloudValue => ({
    quantity,
    unit: '°',
    amount,
    within: within ?? undefined,
  });
  const area = (quantity: string, amount: number, within?: number): CloudValue => ({
    quantity,
    unit: 'm²',
    amount: amount * unit ** 2,
    within: within === undefined ? undefined : within * unit ** 2,
  });
  const volume = (quantity: string, amount: number, within?: number): CloudValue => ({
    quantity,
    unit: 'm³',
    amount: amount * unit ** 3,
    within: within === undefined ? undefined : within * unit ** 3,
  });
  const share = (quantity: string, amount: number): CloudValue => ({
    quantity,
    unit: '%',
    amount: 100 * amount,
  });
  const ofPlane = (plane: CloudPlane): CloudValue[] => [
    angle('slope', plane.slope, plane.slopePlusMinus),
    ...(plane.aspect === null ? [] : [angle('aspect', plane.aspect, plane.aspectPlusMinus)]),
    length('rms', plane.rms),
    length('plusMinus', plane.plusMinus),
  ];
  switch (measured.measure) {
    case 'pick': {
      const { point } = measured;
      return point
        ? [length('height', point.position[2], point.noise), length('spacing', point.spacing)]
        : [];
    }
    case 'plane':
      return measured.plane ? ofPlane(measured.plane) : [];
    case 'edge':
      return measured.edge
        ? [
            angle('edgeAngle', measured.edge.angle, measured.edge.anglePlusMinus),
            length('plusMinus', measured.edge.plusMinus),
          ]
        : [];
    case 'corner':
      return measured.corner ? [length('height', measured.corner.point[2], measured.corner.plusMinus)] : [];
    case 'axis':
      return measured.axis
        ? [
            length('radius', measured.axis.radius, measured.axis.radiusPlusMinus),
            length('diameter', 2 * measured.axis.radius, 2 * measured.axis.radiusPlusMinus),
            angle('covered', measured.axis.covered),
            length('rms', measured.axis.rms),
          ]
        : [];
    case 'ground':
      return measured.ground
        ? [length('height', measured.ground.position[2], measured.ground.plusMinus)]
        : [];
    case 'circle':
      return measured.circle ? [length('radius', measured.circle.radius, measured.circle.plusMinus)] : [];
    case 'area':
      return measured.area
        ? [
            area('plan', measured.area.plan),
            area('surface', measured.area.surface, measured.area.plusMinus),
            area('coveredArea', measured.area.covered),
            share('empty', measured.area.empty),
            length('cell', measured.area.cell),
          ]
        : [];
    case 'volume':
      return measured.volume
        ? [
            volume('net', measured.volume.net, measured.volume.plusMinus),
            volume('cut', measured.volume.cut),
            volume('fill', measured.volume.fill),
            volume('noise', measured.volume.noise),
            area('plan', measured.volume.area),
            share('empty', measured.volume.empty),
            length('cell', measured.volume.cell),
            length('baseHeight', measured.volume.baseHeight),
          ]
        : [];
    case 'deviation':
      return measured.deviation
        ? [
            length('mean', measured.deviation.mean, measured.deviation.plusMinus),
            length('median', measured.deviation.median),
            length('rms', measured.deviation.rms),
          ]
        : [];
    case 'section':
      return [];
  }
}
