import { readWkt, sridOf } from '../../../../formats/wkt-read.ts';
import { UniqueNames } from '../../../../formats/names.ts';
import type { Findings } from '../../../../base/problems.ts';
import type { StatedCrs } from '../../../../shared/crs/identify.ts';
import type { RecordFile, SourceRecord } from '../streamed.ts';
import { ColumnKind, type Cell } from './cells.ts';
import { decimalOf, ordinateOf, tableNumber, type Decimal } from './numbers.ts';
import { rolesOf, surveyOrder, type Roles } from './roles.ts';

const SAMPLE = 200;

/** Rows of cells from any file, with what is said of them. */
export interface Table {
  name: string;
  rows(): Iterable<readonly Cell[]>;
  part(): number;
  close(): void;
  crs?: StatedCrs | undefined;
  encoding?: string | null;
  /** Types of a .csvt. */
  types?: readonly string[] | undefined;
  /** Answers that the file itself gives: its separator. */
  used?: Record<string, string>;
}

const textOf = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell));

/**
 * A table as features: a point for each row by its columns of coordinates, or a geometry by a column of well-known
 * text. What the person has not answered is told from the names and the first rows.
 */
export function tableFile(
  table: Table,
  answers: Readonly<Record<string, string>>,
  findings: Findings,
): RecordFile {
  const sample: string[][] = [];
  for (const row of table.rows()) if (sample.push(row.map(textOf)) > SAMPLE) break;
  const decimal = decimalIn(answers['decimal'], sample);
  const hasHeader = headerIn(answers['header'], sample[0], decimal);
  const body = sample.slice(hasHeader ? 1 : 0);
  const survey = hasHeader ? undefined : surveyOrder(body, decimal);
  const columns = namesOf(hasHeader ? sample[0]! : (survey?.names ?? []), body);
  const found = { ...rolesOf(columns, body, decimal), ...survey?.roles };
  const declared = table.types ? rolesByTypes(table.types, columns) : undefined;
  const roles = answered(answers, { ...found, ...declared }, columns);
  if (survey?.assumed && answers['x'] === undefined && roles.x !== null) findings.once('table-order-assumed');
  const srid = roles.wkt === null ? undefined : sridIn(body, columns.indexOf(roles.wkt));
  const kinds = columns.map((_, n) => new ColumnKind(table.types?.[n]));
  const first = { current: true };
  return {
    name: table.name,
    crs: table.crs ?? (srid === undefined ? undefined : { code: srid, name: `EPSG:${srid}` }),
    encoding: table.encoding ?? null,
    columns,
    options: {
      ...table.used,
      header: hasHeader ? 'yes' : 'no',
      decimal,
      x: roles.x ?? '',
      y: roles.y ?? '',
      z: roles.z ?? '',
      wkt: roles.wkt ?? '',
    },
    *records(into) {
      const reader = { table, columns, kinds, roles, decimal };
      let row = 0;
      for (const cells of table.rows()) {
        if (row++ === 0 && hasHeader) continue;
        if (first.current) {
          // Only the first time: what the columns hold is known then.
          kinds.forEach((kind, n) => kind.see(cells[n] ?? null, decimal));
          if (cells.some((cell) => typeof cell === 'string' && /^[=@]/.test(cell)))
            into.once('table-formulas');
          if (cells.length > columns.length) into.once('table-cells-left-over', { columns: columns.length });
        }
        yield recordOf(reader, cells);
      }
      if (roles.x === null && roles.wkt === null) into.once('table-no-coordinates');
      first.current = false;
    },
    part: table.part,
    close: table.close,
  };
}

interface TableReader {
  table: Table;
  columns: readonly string[];
  kinds: readonly ColumnKind[];
  roles: Roles;
  decimal: Decimal;
}

function recordOf(
  { table, columns, kinds, roles, decimal }: TableReader,
  cells: readonly Cell[],
): SourceRecord {
  const properties: Record<string, unknown> = {};
  const problems: [string, Record<string, string | number>?][] = [];
  columns.forEach((name, n) => {
    if (name !== roles.wkt) properties[name] = kinds[n]!.value(cells[n], decimal);
  });
  const cell = (name: string | null): string => (name === null ? '' : textOf(cells[columns.indexOf(name)]));
  let geometry: unknown = null;
  if (roles.wkt !== null) {
    const text = cell(roles.wkt);
    const read = text.trim() === '' ? null : readWkt(text);
    if (read === undefined) problems.push(['bad-wkt', { value: text.slice(0, 60) }]);
    else geometry = read;
  } else if (roles.x !== null && roles.y !== null) {
    const [x, y, z] = [cell(roles.x), cell(roles.y), cell(roles.z)];
    if (x !== '' || y !== '') {
      const place = [ordinateOf(x, decimal), ordinateOf(y, decimal)];
      if (place.some((ordinate) => ordinate === undefined))
        problems.push(['bad-position', { value: `${x.slice(0, 24)} ${y.slice(0, 24)}` }]);
      else {
        const height = z === '' ? undefined : tableNumber(z, decimal);
        if (z !== '' && height === undefined) problems.push(['bad-height', { value: z.slice(0, 24) }]);
        geometry = { type: 'Point', coordinates: height === undefined ? place : [...place, height] };
      }
    }
  }
  return {
    layer: table.name,
    properties,
    geometry: () => geometry,
    ...(problems.length > 0 && { problems }),
  };
}

function decimalIn(answer: string | undefined, sample: readonly string[][]): Decimal {
  if (answer === '.' || answer === ',') return answer;
  return decimalOf(sample.flat());
}

/** As GDAL: a row without any number, of names. */
function headerIn(answer: string | undefined, row: readonly string[] | undefined, decimal: Decimal): boolean {
  if (answer === 'yes' || answer === 'no') return answer === 'yes' && row !== undefined;
  return row !== undefined && !row.some((cell) => tableNumber(cell, decimal) !== undefined);
}

/** Names for all columns of the first rows; each once. */
function namesOf(given: readonly string[], body: readonly string[][]): string[] {
  const width = Math.max(given.length, ...body.map(({ length }) => length));
  const names = new UniqueNames(120);
  return Array.from({ length: width }, (_, n) => names.of(given[n]?.trim() || `field_${n + 1}`));
}

function answered(
  answers: Readonly<Record<string, string>>,
  found: Roles,
  columns: readonly string[],
): Roles {
  const of = (role: keyof Roles): string | null => {
    const answer = answers[role];
    if (answer === undefined) return found[role];
    return columns.includes(answer) ? answer : null;
  };
  return { x: of('x'), y: of('y'), z: of('z'), wkt: of('wkt') };
}

/** GDAL's .csvt may name the columns of coordinates. */
function rolesByTypes(types: readonly string[], columns: readonly string[]): Partial<Roles> {
  const of = (pattern: RegExp): string | undefined => columns[types.findIndex((type) => pattern.test(type))];
  const wkt = of(/^WKT/i);
  if (wkt !== undefined) return { wkt };
  const [x, y, z] = [of(/^CoordX|^Point\(X/i), of(/^CoordY/i), of(/^CoordZ/i)];
  return x !== undefined && y !== undefined ? { x, y, ...(z !== undefined && { z }) } : {};
}

function sridIn(body: readonly string[][], column: number): number | undefined {
  for (const row of body) {
    const srid = sridOf(row[column] ?? '');
    if (srid !== undefined) return srid;
  }
  return undefined;
}
