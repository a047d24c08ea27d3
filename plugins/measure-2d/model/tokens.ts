import { serviceToken } from '#core/plugin';
import type { Keeping } from './keeping.ts';
import type { Measures } from './measures.ts';

/** The measures on the map; inside this plugin only. */
export const MEASURES = serviceToken<Measures>('measure-2d.Measures');

/** What keeps measures with the project. */
export const KEEPING = serviceToken<Keeping>('measure-2d.Keeping');
