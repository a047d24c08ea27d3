import { serviceToken } from '#core/plugin';
import type { Measures } from './measures.ts';

/** The measures on the map; inside this plugin only. */
export const MEASURES = serviceToken<Measures>('measure-2d.Measures');
