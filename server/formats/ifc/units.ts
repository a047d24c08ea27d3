import type { IfcLine, IfcLines } from './ifc-lines.ts';
import { plain } from './ifc-lines.ts';
import { Typed } from '../step/step-values.ts';

const PREFIXES: Record<string, [number, string]> = {
  EXA: [1e18, 'E'],
  PETA: [1e15, 'P'],
  TERA: [1e12, 'T'],
  GIGA: [1e9, 'G'],
  MEGA: [1e6, 'M'],
  KILO: [1e3, 'k'],
  HECTO: [1e2, 'h'],
  DECA: [10, 'da'],
  DECI: [0.1, 'd'],
  CENTI: [0.01, 'c'],
  MILLI: [0.001, 'm'],
  MICRO: [1e-6, 'µ'],
  NANO: [1e-9, 'n'],
  PICO: [1e-12, 'p'],
};
/** Symbol, and the power that its prefix has: `MILLI`, `SQUARE_METRE` is mm². */
const SI: Record<string, [string, number]> = {
  METRE: ['m', 1],
  SQUARE_METRE: ['m²', 2],
  CUBIC_METRE: ['m³', 3],
  GRAM: ['g', 1],
  SECOND: ['s', 1],
  RADIAN: ['rad', 1],
  STERADIAN: ['sr', 1],
  AMPERE: ['A', 1],
  KELVIN: ['K', 1],
  DEGREE_CELSIUS: ['°C', 1],
  HERTZ: ['Hz', 1],
  NEWTON: ['N', 1],
  PASCAL: ['Pa', 1],
  JOULE: ['J', 1],
  WATT: ['W', 1],
  VOLT: ['V', 1],
  OHM: ['Ω', 1],
  LUX: ['lx', 1],
  LUMEN: ['lm', 1],
  CANDELA: ['cd', 1],
};
/** Symbols of units that are defined by a conversion. */
const CONVERTED: Record<string, string> = {
  DEGREE: '°',
  FOOT: 'ft',
  'US SURVEY FOOT': 'ftUS',
  INCH: 'in',
  YARD: 'yd',
  MILE: 'mi',
  'SQUARE FOOT': 'ft²',
  'CUBIC FOOT': 'ft³',
  HOUR: 'h',
  MINUTE: 'min',
  DAY: 'd',
};

/** A unit: its symbol, and how many of the SI unit (metre, radian, …) one is. */
export interface IfcUnit {
  symbol: string;
  factor: number;
}

/** Which unit a measure is in, where it does not say itself. */
const OF_MEASURE: [RegExp, string][] = [
  [/LENGTHMEASURE$/, 'LENGTHUNIT'],
  [/AREAMEASURE$/, 'AREAUNIT'],
  [/VOLUMEMEASURE$/, 'VOLUMEUNIT'],
  [/PLANEANGLEMEASURE$/, 'PLANEANGLEUNIT'],
  [/^IFCMASSMEASURE$/, 'MASSUNIT'],
  [/^IFCTIMEMEASURE$/, 'TIMEUNIT'],
  [/^IFCPOWERMEASURE$/, 'POWERUNIT'],
  [/^IFCPRESSUREMEASURE$/, 'PRESSUREUNIT'],
  [/^IFCFORCEMEASURE$/, 'FORCEUNIT'],
  [/^IFCFREQUENCYMEASURE$/, 'FREQUENCYUNIT'],
  [/^IFCTHERMODYNAMICTEMPERATUREMEASURE$/, 'THERMODYNAMICTEMPERATUREUNIT'],
  [/^IFCILLUMINANCEMEASURE$/, 'ILLUMINANCEUNIT'],
  [/^IFCELECTRICVOLTAGEMEASURE$/, 'ELECTRICVOLTAGEUNIT'],
  [/^IFCELECTRICCURRENTMEASURE$/, 'ELECTRICCURRENTUNIT'],
  [/^IFCENERGYMEASURE$/, 'ENERGYUNIT'],
  [/^IFCLUMINOUSFLUXMEASURE$/, 'LUMINOUSFLUXUNIT'],
];
const OF_QUANTITY: Record<string, string> = {
  IFCQUANTITYLENGTH: 'LENGTHUNIT',
  IFCQUANTITYAREA: 'AREAUNIT',
  IFCQUANTITYVOLUME: 'VOLUMEUNIT',
  IFCQUANTITYWEIGHT: 'MASSUNIT',
  IFCQUANTITYTIME: 'TIMEUNIT',
};

/** The units of a file. */
export class IfcUnits {
  readonly #lines: IfcLines;
  readonly #byKind = new Map<string, IfcUnit>();

  constructor(lines: IfcLines) {
    this.#lines = lines;
    const project = lines.ofType('IFCPROJECT', 'IFCPROJECTLIBRARY')[0];
    const assigned = lines.referred(project, 'UnitsInContext') ?? lines.ofType('IFCUNITASSIGNMENT')[0];
    for (const unit of lines.allReferred(assigned, 'Units')) {
      const kind = plain(lines.value(unit, 'UnitType'));
      const read = this.read(unit);
      if (typeof kind === 'string' && read) this.#byKind.set(kind, read);
    }
  }

  /** Metres per unit of length; 1 where the file does not say. */
  get metres(): number {
    return this.#byKind.get('LENGTHUNIT')?.factor ?? 1;
  }

  get length(): IfcUnit | undefined {
    return this.#byKind.get('LENGTHUNIT');
  }

  /** Radians per unit of angle. */
  get radians(): number {
    return this.#byKind.get('PLANEANGLEUNIT')?.factor ?? 1;
  }

  ofMeasure(type: string): IfcUnit | undefined {
    const kind = OF_MEASURE.find(([form]) => form.test(type))?.[1];
    return kind === undefined ? undefined : this.#byKind.get(kind);
  }

  ofQuantity(type: string): IfcUnit | undefined {
    return this.#byKind.get(OF_QUANTITY[type] ?? '');
  }

  /** Undefined for a derived or damaged unit. */
  read(unit: IfcLine | undefined, depth = 0): IfcUnit | undefined {
    if (!unit || depth > 5) return undefined;
    const lines = this.#lines;
    const name = plain(lines.value(unit, 'Name'));
    if (typeof name !== 'string') return undefined;
    if (unit.type === 'IFCSIUNIT') {
      const si = SI[name];
      if (!si) return undefined;
      const [factor, letter] = PREFIXES[String(plain(lines.value(unit, 'Prefix')))] ?? [1, ''];
      const grams = name === 'GRAM' ? 1e-3 : 1;
      return { symbol: letter + si[0], factor: grams * factor ** si[1] };
    }
    if (!unit.type.startsWith('IFCCONVERSIONBASEDUNIT')) return undefined;
    const measure = lines.referred(unit, 'ConversionFactor');
    const value = plain(lines.value(measure, 'ValueComponent'));
    const base = this.read(lines.referred(measure, 'UnitComponent'), depth + 1);
    if (typeof value !== 'number' || !(value > 0) || !base) return undefined;
    const known = name.trim().toUpperCase().replaceAll('_', ' ');
    return { symbol: CONVERTED[known] ?? name.toLowerCase(), factor: value * base.factor };
  }

  /** The symbol of the unit of a value: its own, or that of its measure. */
  symbolOf(value: unknown, own: IfcLine | undefined): string | null {
    const unit = this.read(own) ?? (value instanceof Typed ? this.ofMeasure(value.type) : undefined);
    return unit?.symbol ?? null;
  }
}
