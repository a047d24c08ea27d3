import type { MapObject } from '#core/document';
import { formulaOf } from '#core/expression';
import { propertyOf, runInSlices } from '#core/kernel';

/** The objects for which an expression holds. The page stays responsive; rejects when aborted. */
export async function holdingFor(
  expression: string,
  objects: readonly MapObject[],
  signal: AbortSignal,
): Promise<readonly MapObject[]> {
  const formula = formulaOf(expression);
  const found: MapObject[] = [];
  const held = function* () {
    for (const object of objects)
      yield formula?.evaluate(
        (name) => propertyOf(object.properties, name),
        () => object.location,
      ) === true
        ? object
        : undefined;
  };
  await runInSlices(held(), (object) => object && found.push(object), signal);
  return found;
}
