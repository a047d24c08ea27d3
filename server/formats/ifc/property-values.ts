import { plain, type IfcLine, type IfcLines } from './ifc-lines.ts';
import type { StepValue } from '../step/step-values.ts';
import type { IfcUnits } from './units.ts';

/** One attribute, property, quantity, material or classification of a thing. */
export interface IfcValue {
  kind: 'attribute' | 'property' | 'quantity' | 'classification' | 'material';
  /** Name of its set; empty for attributes. */
  set: string;
  name: string;
  value: string;
  /** The value, where it is a number. */
  number: number | null;
  /** Symbol of the unit it is in. */
  unit: string | null;
  /** What its text is made of, where each language prints it otherwise: the numbers of a list, range or table, or yes or no. */
  type?: 'numbers' | 'boolean';
}

const MAX_DEPTH = 8;
const MAX_TEXT = 4000;

/** The properties of a property set, and of a predefined one (IfcDoorLiningProperties) its attributes. */
export function propertiesOf(lines: IfcLines, units: IfcUnits, set: IfcLine): IfcValue[] {
  const name = lines.text(set, 'Name') ?? lines.names.nameOf(set.type);
  if (set.type === 'IFCPROPERTYSET')
    return lines
      .allReferred(set, 'HasProperties')
      .flatMap((line) => propertyOf(lines, units, name, '', line, 0));
  if (set.type === 'IFCELEMENTQUANTITY') return [];
  return lines.names
    .attributesOf(set.type)
    .slice(4)
    .flatMap((attribute, at) => {
      const made = valueOf(units, set.values[at + 4] ?? null, undefined);
      return made ? [{ kind: 'property' as const, set: name, name: attribute, ...made }] : [];
    });
}

/** The quantities of an IfcElementQuantity. */
export function quantitiesOf(lines: IfcLines, units: IfcUnits, set: IfcLine): IfcValue[] {
  if (set.type !== 'IFCELEMENTQUANTITY') return [];
  const name = lines.text(set, 'Name') ?? '';
  return lines.allReferred(set, 'Quantities').flatMap((line) => quantityOf(lines, units, name, '', line, 0));
}

function quantityOf(
  lines: IfcLines,
  units: IfcUnits,
  set: string,
  before: string,
  line: IfcLine,
  depth: number,
): IfcValue[] {
  const name = before + (lines.text(line, 'Name') ?? '');
  if (line.type === 'IFCPHYSICALCOMPLEXQUANTITY') {
    if (depth > MAX_DEPTH) return [];
    return lines
      .allReferred(line, 'HasQuantities')
      .flatMap((one) => quantityOf(lines, units, set, `${name}.`, one, depth + 1));
  }
  const number = plain(line.values[3] ?? null);
  if (typeof number !== 'number') return [];
  const unit = units.read(lines.referred(line, 'Unit')) ?? units.ofQuantity(line.type);
  return [{ kind: 'quantity', set, name, value: String(number), number, unit: unit?.symbol ?? null }];
}

function propertyOf(
  lines: IfcLines,
  units: IfcUnits,
  set: string,
  before: string,
  line: IfcLine,
  depth: number,
): IfcValue[] {
  const name = before + (lines.text(line, 'Name') ?? '');
  if (line.type === 'IFCCOMPLEXPROPERTY') {
    if (depth > MAX_DEPTH) return [];
    return lines
      .allReferred(line, 'HasProperties')
      .flatMap((one) => propertyOf(lines, units, set, `${name}.`, one, depth + 1));
  }
  const made = contentOf(lines, units, line);
  return made ? [{ kind: 'property', set, name, ...made }] : [];
}

type Content = Pick<IfcValue, 'value' | 'number' | 'unit' | 'type'>;

/** Of numbers alone. */
const typeOf = (parts: readonly Content[]): Pick<Content, 'type'> =>
  parts.every(({ number, type }) => number !== null || type === 'numbers') ? { type: 'numbers' } : {};

function contentOf(lines: IfcLines, units: IfcUnits, line: IfcLine): Content | undefined {
  const unit = lines.referred(line, 'Unit');
  const of = (attribute: string) => valueOf(units, lines.value(line, attribute), unit);
  switch (line.type) {
    case 'IFCPROPERTYSINGLEVALUE':
      return of('NominalValue');
    case 'IFCPROPERTYENUMERATEDVALUE':
      return of('EnumerationValues');
    case 'IFCPROPERTYLISTVALUE':
      return of('ListValues');
    case 'IFCPROPERTYBOUNDEDVALUE': {
      const [low, high, set] = [of('LowerBoundValue'), of('UpperBoundValue'), of('SetPointValue')];
      if (!low && !high) return set;
      const range = `${low?.value ?? ''} … ${high?.value ?? ''}`;
      return {
        value: set ? `${set.value} (${range})` : range,
        number: set?.number ?? null,
        unit: (low ?? high)!.unit,
        ...typeOf([low ?? [], high ?? [], set ?? []].flat()),
      };
    }
    case 'IFCPROPERTYTABLEVALUE': {
      const [defining, defined] = [of('DefiningValues'), of('DefinedValues')];
      if (!defining || !defined) return undefined;
      return {
        value: `${defining.value} → ${defined.value}`,
        number: null,
        unit: null,
        ...typeOf([defining, defined]),
      };
    }
    default:
      return undefined;
  }
}

function valueOf(units: IfcUnits, value: StepValue, unit: IfcLine | undefined): Content | undefined {
  if (Array.isArray(value)) {
    const parts = value.flatMap((one) => valueOf(units, one, unit) ?? []);
    if (parts.length === 0) return undefined;
    if (parts.length === 1) return parts[0];
    return {
      value: parts
        .map((one) => one.value)
        .join(', ')
        .slice(0, MAX_TEXT),
      number: null,
      unit: parts[0]!.unit,
      ...typeOf(parts),
    };
  }
  const bare = plain(value);
  if (typeof bare === 'number')
    return { value: String(bare), number: bare, unit: units.symbolOf(value, unit) };
  if (typeof bare === 'boolean') return { value: String(bare), number: null, unit: null, type: 'boolean' };
  if (typeof bare === 'string' && bare !== '')
    return { value: bare.slice(0, MAX_TEXT), number: null, unit: null };
  return undefined;
}
