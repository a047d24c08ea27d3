import type { StepEntity } from '../../../formats/step/step-file.ts';
import { plainOf, type IdsModel } from './model.ts';

const PREFIXES: Readonly<Record<string, number>> = {
  EXA: 1e18,
  PETA: 1e15,
  TERA: 1e12,
  GIGA: 1e9,
  MEGA: 1e6,
  KILO: 1e3,
  HECTO: 1e2,
  DECA: 10,
  DECI: 0.1,
  CENTI: 0.01,
  MILLI: 1e-3,
  MICRO: 1e-6,
  NANO: 1e-9,
  PICO: 1e-12,
  FEMTO: 1e-15,
  ATTO: 1e-18,
};
const KINDS: Readonly<Record<string, string>> = {
  IFCPOSITIVELENGTHMEASURE: 'LENGTHUNIT',
  IFCNONNEGATIVELENGTHMEASURE: 'LENGTHUNIT',
  IFCPOSITIVEPLANEANGLEMEASURE: 'PLANEANGLEUNIT',
};
/** Base of a unit at its own name. */
interface Scale {
  factor: number;
  /** Added after the factor: degrees Celsius. */
  offset: number;
}
const SAME: Scale = { factor: 1, offset: 0 };
const KELVIN = 273.15;
const MAX_DEPTH = 8;

/** Converts the measures of a model to the units of an IDS: SI, radians, kilograms, kelvin. */
export class IdsUnits {
  readonly #model: IdsModel;
  readonly #byKind = new Map<string, Scale>();

  constructor(model: IdsModel) {
    this.#model = model;
    const project = ['IFCPROJECT', 'IFCPROJECTLIBRARY', 'IFCCONTEXT'].flatMap((type) =>
      model.file.idsOf(type).flatMap((id) => model.get(id) ?? []),
    );
    for (const assignment of project.flatMap((each) => model.referred(each, 'UnitsInContext')))
      for (const unit of model.referred(assignment, 'Units')) {
        const kind = plainOf(model.value(unit, 'UnitType'));
        if (typeof kind === 'string') this.#byKind.set(kind, this.#scale(unit, 0));
      }
  }

  /** `type`: of the measure, upper case; `unit`: the one that a property states itself. */
  toSi(value: number, type: string, unit: StepEntity | undefined): number {
    const { factor, offset } = unit ? this.#scale(unit, 0) : (this.#byKind.get(kindOf(type)) ?? SAME);
    return value * factor + offset;
  }

  #scale(unit: StepEntity, depth: number): Scale {
    const model = this.#model;
    if (depth > MAX_DEPTH) return SAME;
    switch (unit.type) {
      case 'IFCSIUNIT': {
        const name = String(plainOf(model.value(unit, 'Name')) ?? '');
        const prefix = PREFIXES[String(plainOf(model.value(unit, 'Prefix')) ?? '')] ?? 1;
        const power = name === 'SQUARE_METRE' ? 2 : name === 'CUBIC_METRE' ? 3 : 1;
        const factor = prefix ** power * (name === 'GRAM' ? 1e-3 : 1);
        return { factor, offset: name === 'DEGREE_CELSIUS' ? KELVIN : 0 };
      }
      case 'IFCCONVERSIONBASEDUNIT':
      case 'IFCCONVERSIONBASEDUNITWITHOFFSET': {
        const [measure] = model.referred(unit, 'ConversionFactor');
        const [base] = model.referred(measure, 'UnitComponent');
        const factor = measure ? plainOf(model.value(measure, 'ValueComponent')) : null;
        if (typeof factor !== 'number') return SAME;
        const below = base ? this.#scale(base, depth + 1) : SAME;
        const shift = plainOf(model.value(unit, 'ConversionOffset'));
        const offset = typeof shift === 'number' ? shift * factor * below.factor : 0;
        return { factor: factor * below.factor, offset: offset + below.offset };
      }
      case 'IFCDERIVEDUNIT': {
        let factor = 1;
        for (const element of model.referred(unit, 'Elements')) {
          const [part] = model.referred(element, 'Unit');
          const exponent = plainOf(model.value(element, 'Exponent'));
          if (part && typeof exponent === 'number') factor *= this.#scale(part, depth + 1).factor ** exponent;
        }
        return { factor, offset: 0 };
      }
      default:
        return SAME;
    }
  }
}

/** `IFCTHERMALTRANSMITTANCEMEASURE` is measured in the THERMALTRANSMITTANCEUNIT. */
function kindOf(type: string): string {
  return KINDS[type] ?? type.replace(/^IFC/, '').replace(/MEASURE$/, 'UNIT');
}
