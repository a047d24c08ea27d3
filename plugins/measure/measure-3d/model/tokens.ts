import { serviceToken } from '#core/kernel';
import type { MeasureKeeping } from '#plugins/measure/measure-2d/api';
import type { SpaceMeasures } from './measures.ts';

// Inside this plugin only.
export const SPACE_MEASURES = serviceToken<SpaceMeasures>('measure-3d.SpaceMeasures');
export const SPACE_KEEPING = serviceToken<MeasureKeeping>('measure-3d.Keeping');
