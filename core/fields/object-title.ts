import type { MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import { propertyOf } from '#core/kernel';
import type { ObjectType } from '#core/protocol';
import { isEmpty } from './field-problem.ts';
import { printValue, titleOf } from './print-value.ts';

/** Returns how an object is called: the title of its type, and the attribute that labels it on the map. */
export function objectTitle(
  { typeName, properties }: Pick<MapObject, 'typeName' | 'properties'>,
  type: ObjectType | undefined,
  i18n: I18n,
): string {
  const title = type ? titleOf(type, i18n) : typeName;
  const label = type?.style.label;
  const value = label === undefined ? undefined : propertyOf(properties, label);
  if (isEmpty(value)) return title;
  const field = type?.fields.find(({ name }) => name === label);
  return `${title} ${printValue(value, field, i18n)}`;
}
