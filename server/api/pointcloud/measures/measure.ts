import type { CloudMeasure, CloudMeasured } from '#core/protocol';
import type { Cloud } from '../points/cloud.ts';
import type { TerrainBelow } from '../points/task.ts';
import { deviation } from './deviation.ts';
import { axis, circle, corner, edge, ground, plane } from './fits.ts';
import { pick } from './pick.ts';
import { section } from './section.ts';
import { area, volume } from './surfaces.ts';

/** Measures on the points of a cloud; `other` is the second cloud of volumes and deviations, `terrain` the base of volumes. */
export function measure(
  cloud: Cloud,
  other: Cloud | null,
  terrain: TerrainBelow | null,
  request: CloudMeasure,
  seconds: number,
): Promise<CloudMeasured> {
  switch (request.measure) {
    case 'pick':
      return pick(cloud, request, seconds);
    case 'plane':
      return plane(cloud, request, seconds);
    case 'edge':
      return edge(cloud, request, seconds);
    case 'corner':
      return corner(cloud, request, seconds);
    case 'axis':
      return axis(cloud, request, seconds);
    case 'ground':
      return ground(cloud, request, seconds);
    case 'circle':
      return circle(cloud, request, seconds);
    case 'volume':
      return volume(cloud, other, terrain, request, seconds);
    case 'area':
      return area(cloud, request, seconds);
    case 'deviation':
      return deviation(cloud, other!, request, seconds);
    case 'section':
      return section(cloud, request, seconds);
  }
}
