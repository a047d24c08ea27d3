import { operationOf, printPlain } from '#core/geodesy';
import type { Position } from '#core/protocol';

export interface OperationText {
  /** `EPSG:3003: Monte Mario to WGS 84 (4), accurate to 4 m`. */
  readonly text: string;
  /** No transformation is known: positions may be far off. */
  readonly ballpark: boolean;
}

interface OperationTextOptions {
  readonly t: (key: string, values?: Readonly<Record<string, unknown>>) => string;
  readonly locale: string;
}

/** With more, their number is shown. */
const MAX_NAMES = 3;

/** The coordinate operation of a CRS at a position, and its accuracy; undefined for WGS84 itself. */
export function operationText(
  code: string,
  place: Position | undefined,
  { t, locale }: OperationTextOptions,
): OperationText | undefined {
  const { kind, names, accuracy, outside } = operationOf(code, place);
  if (kind === 'identity') return undefined;
  const outsideText = outside ? ` ${t('operation.outside', { name: outside.join(', ') })}` : '';
  if (kind === 'ballpark')
    return { text: t('operation.ballpark', { crs: code }) + outsideText, ballpark: true };
  const known =
    names.length > MAX_NAMES
      ? t('operation.several', { count: names.length })
      : names.length > 0
        ? names.join(', ')
        : t('operation.unnamed');
  const name = kind === 'grid' ? t('operation.grid', { name: known }) : known;
  const metres =
    accuracy === undefined ? undefined : printPlain(accuracy, accuracy % 1 === 0 ? 0 : 2, locale);
  const text =
    metres === undefined
      ? t('operation.unstated', { crs: code, name })
      : t('operation.stated', { crs: code, name, metres });
  return { text: text + outsideText, ballpark: false };
}
