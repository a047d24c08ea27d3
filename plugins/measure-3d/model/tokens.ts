import { serviceToken } from '#core/plugin';
import type { SpaceMeasures } from './measures.ts';

// Inside this plugin only.
export const SPACE_MEASURES = serviceToken<SpaceMeasures>('measure-3d.SpaceMeasures');
