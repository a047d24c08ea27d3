import { parseNumber } from '#core/geodesy';
import { fieldsOf, separatorOf } from './split-line.ts';

/**
 * Parses a chainage and returns metres: `12+345.67`, `km 12+345,67`, `12 + 345`, `−0+005`, `12345.67`, `12.345 km`.
 * Undefined if the text is not a chainage.
 */
export function parseChainage(text: string): number | undefined {
  const bare = text
    .trim()
    .replace(/^(progressiva|prog|station|sta|km|pk|pr)\.?\s*(?=[+\-\u2212\u2013\d])/i, '')
    .replace(/^[\u2212\u2013]/, '-');
  const parts = /^([+-]?)(\d+)\s*\+\s*(\d{1,3}(?:[.,]\d+)?)\s*m?$/.exec(bare);
  if (parts) {
    const [, sign, kilometres, metres] = parts;
    const size = Number(kilometres) * 1000 + Number(metres!.replace(',', '.'));
    return sign === '-' ? -size : size;
  }
  const unit = /\s*(km|m)$/i.exec(bare)?.[1]?.toLowerCase();
  const value = parseNumber(unit ? bare.slice(0, -unit.length) : bare);
  return value === undefined ? undefined : unit === 'km' || /^km/i.test(text.trim()) ? value * 1000 : value;
}

/** Parses metres from a line: `2.5 R`, `2,5 dx`, `L 2.5`, `-2.5` (left). Undefined if the text is not an offset. */
export function parseOffset(text: string): number | undefined {
  const parts =
    /^(?:(left|right|sx|dx|sinistra|destra|[lrsd])\s*)?([+-]?[\d.,]+)\s*m?\s*(left|right|sx|dx|sinistra|destra|[lrsd])?$/i.exec(
      text.trim().replace(/^[\u2212\u2013]/, '-'),
    );
  const size = parts && parseNumber(parts[2]!);
  if (!parts || size === undefined || size === null || (parts[1] && parts[3])) return undefined;
  const side = (parts[1] ?? parts[3])?.toLowerCase();
  if (!side) return size;
  if (size < 0) return undefined;
  return side.startsWith('l') || side.startsWith('s') ? -size : size;
}

export interface ChainageLine<T> {
  readonly line: number;
  readonly text: string;
  /** Undefined if the line cannot be read. */
  readonly value: T | undefined;
}

/** A place along the line. */
export interface TypedChainage {
  readonly name: string;
  readonly chainage: number;
  readonly offset: number;
}

/** An event along the line. */
export interface TypedEvent {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/** One place per line: chainage, offset if any, and a name. */
export function readChainages(text: string): ChainageLine<TypedChainage>[] {
  return linesIn(text, (fields) => {
    const chainage = parseChainage(fields[0] ?? '');
    if (chainage === undefined) return undefined;
    const offset = fields[1] === undefined ? undefined : parseOffset(fields[1]);
    const name = fields.slice(offset === undefined ? 1 : 2).join(' ');
    return { chainage, offset: offset ?? 0, name };
  });
}

/** One event per line: from, to, and a name. */
export function readEvents(text: string): ChainageLine<TypedEvent>[] {
  return linesIn(text, (fields) => {
    const [from, to] = [parseChainage(fields[0] ?? ''), parseChainage(fields[1] ?? '')];
    if (from === undefined || to === undefined || from === to) return undefined;
    return { from, to, name: fields.slice(2).join(' ') };
  });
}

function linesIn<T>(text: string, read: (fields: string[]) => T | undefined): ChainageLine<T>[] {
  return text.split(/\r\n|\r|\n/).flatMap((raw, i) => {
    const own = raw.trim();
    if (own === '' || own.startsWith('#')) return [];
    // `12 + 345` and `km 12` are one field; a comma in a single chainage is decimal.
    const together = own
      .replace(/\s*\+\s*(?=\d)/g, '+')
      .replace(/\b(km|pk|prog\.?|sta)\s+(?=[+-]?\d)/gi, '$1');
    const isSingle = parseChainage(together) !== undefined;
    const fields = isSingle ? [together] : fieldsOf(together, separatorOf(together));
    return { line: i + 1, text: own, value: read(fields) };
  });
}
