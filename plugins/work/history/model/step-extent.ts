import { extentAround, extentOfObject, type Extent } from '#core/document';
import type { Step } from '#core/history';

/** The extent of the objects of a step, before and after it; undefined for a step of the server. */
export function extentOfStep({ changes }: Step): Extent | undefined {
  const objects = changes.flatMap(({ before, after }) =>
    [before, after].filter((each) => each !== undefined),
  );
  return extentAround(objects.map(extentOfObject));
}
