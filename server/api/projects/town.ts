import { readFileSync } from 'node:fs';
import type { BodyOf, GeometryChange, createAttribute, createProject } from '#core/protocol';

/** A fictional edge of a small town in Umbria: two streets, a lane and a footpath, parcels along them, and survey points. */
export interface Town {
  project: BodyOf<typeof createProject>;
  types: BodyOf<typeof createAttribute>[];
  objects: Omit<GeometryChange, 'clientId'>[];
}

export const readTown = (): Town =>
  JSON.parse(readFileSync(new URL('town.json', import.meta.url), 'utf8')) as Town;
