import { propertyOf } from '#core/kernel';
import { SHEET_VARIABLES, type SheetVariable } from '#core/protocol';

/** Puts values in place of the variables of a text; other braces stay. */
export function fillIn(text: string, values: Readonly<Partial<Record<SheetVariable, string>>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    (SHEET_VARIABLES as readonly string[]).includes(name) ? (propertyOf(values, name) ?? '') : whole,
  );
}
