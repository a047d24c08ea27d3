import { printValue, titleOf } from '#core/fields';
import type { I18n } from '#core/i18n';
import { shortId } from '#core/kernel';
import type { MapObject } from '#core/document';
import type { Printer } from '#core/sketch';
import { valueIn, type Column } from '../model/columns.ts';

export function columnTitle({ kind, field, title }: Column, i18n: I18n): string {
  if (title !== undefined) return i18n.t(title);
  return kind === 'field' ? titleOf(field, i18n) : i18n.t(`table:column.${kind}`);
}

/** With what cells are printed; `nameOf` says what a related object is called, undefined where it is not loaded. */
export interface CellTexts {
  readonly i18n: I18n;
  readonly printer: Printer;
  readonly nameOf: (id: string) => string | undefined;
}

/** A cell's text; empty where there is no value. */
export function cellText(object: MapObject, column: Column, { i18n, printer, nameOf }: CellTexts): string {
  const value = valueIn(object, column);
  if (value === undefined || value === null || value === '') return '';
  if (column.kind === 'id') return `…${shortId(object.id)}`;
  if (column.field.type === 'relation')
    return [value]
      .flat()
      .map((id) => nameOf(String(id)) ?? `…${shortId(String(id))}`)
      .join(', ');
  return typeof value === 'number'
    ? numberText(value, column, i18n, printer)
    : printValue(value, column.field, i18n);
}

/** A number of a column; measures in the units of the project. */
export function numberText(value: number, { kind, field }: Column, i18n: I18n, printer: Printer): string {
  if (kind === 'area') return printer.area(value);
  if (kind === 'length' || kind === 'perimeter') return printer.length(value);
  return printValue(value, field, i18n);
}
