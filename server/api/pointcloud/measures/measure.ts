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
  asked: CloudMeasure,
  seconds: number,
): Promise<CloudMeasured> {
  switch (asked.measure) {
    case 'pick':
      return pick(cloud, asked, seconds);
    case 'plane':
      return plane(cloud, asked, seconds);
    case 'edge':
      return edge(cloud, asked, seconds);
    case 'corner':
      return corner(cloud, asked, seconds);
    case 'axis':
      return axis(cloud, asked, seconds);
    case 'ground':
      return ground(cloud, asked, seconds);
    case 'circle':
      return circle(cloud, asked, seconds);
    case 'volume':
      return volume(cloud, other, terrain, asked, seconds);
    case 'area':
      return area(cloud, asked, seconds);
    case 'deviation':
      return deviation(cloud, other!, asked, seconds);
    case 'section':
      return section(cloud, asked, seconds);
  }
}
