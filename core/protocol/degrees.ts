import * as z from 'zod/mini';

/** Degrees east of Greenwich (WGS84). */
export const longitude = z.number().check(z.minimum(-180), z.maximum(180));
/** Degrees north of the equator (WGS84). */
export const latitude = z.number().check(z.minimum(-90), z.maximum(90));
