import { newUuid } from '#core/kernel';
import type { MeasuredPoint, Sight } from './measuring.ts';

type Given = Omit<
  MeasuredPoint,
  'id' | 'vertices' | 'offset' | 'assumed' | 'lacksHeight' | 'angle' | 'miss' | 'warnings'
> &
  Partial<Pick<MeasuredPoint, 'assumed' | 'lacksHeight' | 'warnings'>>;

/** A point at which one line of sight meets something, with its ± and what it met. */
export function metPoint({ place, accuracy }: Sight, given: Given): MeasuredPoint {
  return {
    id: newUuid(),
    vertices: [[...given.position]],
    offset: undefined,
    assumed: accuracy.assumed,
    lacksHeight: place.position[2] === undefined,
    angle: 90,
    miss: 0,
    warnings: [],
    ...given,
  };
}
