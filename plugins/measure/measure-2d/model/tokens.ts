import { serviceToken } from '#core/kernel';
import type { MeasureKeeping } from '../api.ts';
import type { Measures } from './measures.ts';

/** The measures on the map; inside this plugin only. */
export const MEASURES = serviceToken<Measures>('measure-2d.Measures');

/** What keeps measures with the project. */
export const KEEPING = serviceToken<MeasureKeeping>('measure-2d.Keeping');
