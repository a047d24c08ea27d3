import * as z from 'zod/mini';

const cardinality = z.enum(['required', 'optional', 'prohibited']);
/** What a facet of an IDS asks for. */
const facetText = {
  kind: z.enum(['entity', 'partOf', 'classification', 'attribute', 'property', 'material']),
  /** `Pset_WallCommon.FireRating (IFCLABEL)`, `IFCWALL`, a system, an attribute; empty for materials. */
  of: z.string(),
  /** The accepted values; null: any. Of `partOf` its relation. */
  value: z.nullable(z.string()),
};
const idsFacetText = z.object(facetText);
export type IdsFacetText = z.output<typeof idsFacetText>;

const idsFailure = z.object({
  /** null: not a rooted entity. */
  globalId: z.nullable(z.string()),
  class: z.string(),
  name: z.nullable(z.string()),
  /** Number of the line in the file: `#123`. */
  line: z.int(),
  reason: z.enum([
    'entity',
    'predefined-type',
    'no-attribute',
    'empty',
    'value',
    'no-set',
    'no-property',
    'data-type',
    'no-material',
    'no-classification',
    'system',
    'no-whole',
    'whole',
    'prohibited',
  ]),
  /** What was found instead. */
  found: z.nullable(z.string()),
});
export type IdsFailure = z.output<typeof idsFailure>;

const idsRequirementReport = z.object({
  ...facetText,
  cardinality,
  instructions: z.nullable(z.string()),
  passed: z.int(),
  failed: z.int(),
  /** At most 5,000. */
  failures: z.array(idsFailure),
});
export type IdsRequirementReport = z.output<typeof idsRequirementReport>;

const idsSpecificationReport = z.object({
  name: z.string(),
  identifier: z.nullable(z.string()),
  description: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  cardinality,
  appliesTo: z.array(idsFacetText),
  /** Whether it is meant for the schema of the model; it is checked all the same. */
  isForSchema: z.boolean(),
  status: z.enum(['pass', 'fail']),
  /** Elements it applies to, and those of them that fulfil all requirements. */
  applicable: z.int(),
  passed: z.int(),
  requirements: z.array(idsRequirementReport),
});
export type IdsSpecificationReport = z.output<typeof idsSpecificationReport>;

export const idsReport = z.object({
  title: z.string(),
  schema: z.string(),
  /** Whether all specifications pass. */
  passes: z.boolean(),
  specifications: z.array(idsSpecificationReport),
  /** Whether failures are left out of the lists; the counts are complete. */
  isCut: z.boolean(),
});
export type IdsReport = z.output<typeof idsReport>;
