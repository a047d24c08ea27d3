import type { Spot } from './ground.ts';
import type { Trial, Trials } from './trial.ts';

const FILES = import.meta.glob<Trials>('/plugins/*/*/*.trial.ts', { eager: true, import: 'default' });

/** A trial for every tool, by its id, from all plugins; `type` writes a spot as coordinates. */
export function trialsAt(type: (spot: Spot) => string): Readonly<Record<string, Trial>> {
  return Object.assign({}, ...Object.values(FILES).map((trials) => trials(type)));
}
