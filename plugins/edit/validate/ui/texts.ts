import { isEmpty, titleOf } from '#core/fields';
import type { I18n } from '#core/i18n';
import type { MapObject } from '#core/document';
import { propertyOf } from '#core/kernel';
import type { OpenProject } from '#core/project';
import type { Translate } from '#core/react';
import type { Printer } from '#core/sketch';
import type { Finding } from '../model/finding.ts';

/** Label of an object: its type and the first of its values. */
export function nameOf({ typeName, properties }: MapObject, project: OpenProject, i18n: I18n): string {
  const type = project.types.get(typeName);
  const field = type?.fields.find(
    ({ name, type: kind }) =>
      ['text', 'integer', 'number'].includes(kind) && !isEmpty(propertyOf(properties, name)),
  );
  const title = type ? titleOf(type, i18n) : typeName;
  return field ? `${title} ${String(propertyOf(properties, field.name))}` : title;
}

/** Size of a finding with its unit. */
export function sizeText({ size }: Finding, t: Translate, print: Printer): string {
  if (!size) return '';
  if (size.unit === 'places') return t('places', { count: size.value });
  return size.unit === 'm' ? print.length(size.value) : print.area(size.value);
}
