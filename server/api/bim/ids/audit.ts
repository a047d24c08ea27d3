import type { IdsReport, IdsRequirementReport, IdsSpecificationReport } from '#core/protocol';
import type { StepEntity } from '../../../formats/step/step-file.ts';
import type { IdsDocument, IdsFacet, IdsSpecification } from './document.ts';
import { parseIds } from './document.ts';
import { describeFacet } from './describe.ts';
import { FacetChecker, type Verdict } from './facets.ts';
import { ifcSchema } from '../../../formats/step/ifc-schema.ts';
import { IdsModel } from './model.ts';
import { refuseSenseless } from './sense.ts';
import { IdsUnits } from './units.ts';
import { matchesText } from './matching.ts';

/** Elements listed with a reason; more are only counted. */
const MAX_LISTED = 20_000;
/** Of one requirement. */
const MAX_OF_REQUIREMENT = 5000;

/** Parses an IDS and refuses what cannot be audited. Throws Unusable `ids.*`. */
export function readIds(bytes: Uint8Array): IdsDocument {
  const document = parseIds(bytes);
  refuseSenseless(document);
  return document;
}

/** Audits an IFC file against an IDS. Throws Unusable for either of them. */
export function auditIds(
  ifc: Buffer,
  ids: Uint8Array,
  onProgress: (part: number) => void = () => {},
): IdsReport {
  const document = readIds(ids);
  const model = new IdsModel(ifc);
  const auditor = new Auditor(model);
  const specifications = document.specifications.map((each, at) => {
    onProgress(at / document.specifications.length);
    return auditor.specification(each);
  });
  return {
    title: document.title,
    schema: model.file.schema,
    passes: specifications.every(({ status }) => status === 'pass'),
    specifications,
    isCut: auditor.isCut,
  };
}

class Auditor {
  readonly #model: IdsModel;
  readonly #checker: FacetChecker;
  #listed = 0;
  isCut = false;

  constructor(model: IdsModel) {
    this.#model = model;
    this.#checker = new FacetChecker(model, new IdsUnits(model));
  }

  specification(specification: IdsSpecification): IdsSpecificationReport {
    const { name, cardinality, ifcVersions, requirements: facets } = specification;
    const of = (key: 'identifier' | 'description' | 'instructions') => specification[key] ?? null;
    const common = {
      name,
      cardinality,
      identifier: of('identifier'),
      description: of('description'),
      instructions: of('instructions'),
      isForSchema: ifcVersions.some((each) => ifcSchema(each) === this.#model.schema),
      appliesTo: specification.applicability.map(describeFacet),
    };
    const things = this.#applicable(specification);
    const requirements = facets.map((facet) => requirementOf(facet));
    let passed = 0;
    for (const thing of things) {
      let all = true;
      for (const [at, facet] of facets.entries())
        if (!this.#require(facet, thing, requirements[at]!)) all = false;
      if (all) passed++;
    }
    const isPresent = things.length > 0;
    const fulfilled = cardinality === 'prohibited' ? !isPresent : passed === things.length;
    const missing = cardinality === 'required' && !isPresent;
    if (cardinality === 'prohibited') {
      const shown = requirementOf(specification.applicability[0]!);
      shown.cardinality = 'prohibited';
      for (const thing of things)
        this.#list(shown, thing, { holds: false, reason: 'prohibited', isAbsent: false });
      if (isPresent) requirements.push(shown);
    }
    return {
      ...common,
      status: fulfilled && !missing ? 'pass' : 'fail',
      applicable: things.length,
      passed: cardinality === 'prohibited' ? 0 : passed,
      requirements,
    };
  }

  #applicable({ applicability }: IdsSpecification): StepEntity[] {
    const model = this.#model;
    const entity = applicability.find((facet) => facet.kind === 'entity');
    const types = [...model.file.types].filter((type) =>
      entity ? matchesText(entity.name, type) : model.schema.isA(type, 'IFCOBJECTDEFINITION'),
    );
    const found: StepEntity[] = [];
    for (const type of types)
      for (const id of model.file.idsOf(type)) {
        const thing = model.get(id);
        if (thing && applicability.every((facet) => this.#checker.check(facet, thing).holds))
          found.push(thing);
      }
    return found.sort((a, b) => a.id - b.id);
  }

  #require(facet: IdsFacet, thing: StepEntity, report: IdsRequirementReport): boolean {
    const verdict = this.#checker.check(facet, thing);
    const passes =
      facet.cardinality === 'prohibited'
        ? !verdict.holds
        : verdict.holds || (facet.cardinality === 'optional' && verdict.isAbsent);
    if (passes) {
      report.passed++;
      return true;
    }
    this.#list(
      report,
      thing,
      verdict.holds ? { holds: false, reason: 'prohibited', isAbsent: false } : verdict,
    );
    return false;
  }

  #list(report: IdsRequirementReport, thing: StepEntity, verdict: Exclude<Verdict, { holds: true }>): void {
    report.failed++;
    if (this.#listed >= MAX_LISTED || report.failures.length >= MAX_OF_REQUIREMENT) {
      this.isCut = true;
      return;
    }
    this.#listed++;
    const model = this.#model;
    report.failures.push({
      globalId: model.text(thing, 'GlobalId'),
      class: model.schema.entity(thing.type)?.name ?? thing.type,
      name: model.text(thing, 'Name'),
      line: thing.id,
      reason: verdict.reason,
      found: verdict.found ?? null,
    });
  }
}

function requirementOf(facet: IdsFacet): IdsRequirementReport {
  return {
    ...describeFacet(facet),
    cardinality: facet.cardinality,
    instructions: facet.instructions ?? null,
    passed: 0,
    failed: 0,
    failures: [],
  };
}
