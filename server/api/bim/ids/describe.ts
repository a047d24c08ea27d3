import type { IdsFacetText } from '#core/protocol';
import type { IdsEntity, IdsFacet, IdsValue } from './document.ts';

/** What a facet asks for, as a person reads it. */
export function describeFacet(facet: IdsFacet): IdsFacetText {
  const { kind } = facet;
  switch (kind) {
    case 'entity':
      return { kind, of: entityText(facet), value: null };
    case 'partOf':
      return { kind, of: entityText(facet.whole), value: facet.relation ?? null };
    case 'classification':
      return { kind, of: facet.system ? valueText(facet.system) : '', value: textOrNull(facet.value) };
    case 'attribute':
      return { kind, of: valueText(facet.name), value: textOrNull(facet.value) };
    case 'property': {
      const of = `${valueText(facet.propertySet)}.${valueText(facet.baseName)}`;
      return { kind, of: facet.dataType ? `${of} (${facet.dataType})` : of, value: textOrNull(facet.value) };
    }
    case 'material':
      return { kind, of: '', value: textOrNull(facet.value) };
  }
}

function entityText({ name, predefinedType }: IdsEntity): string {
  return valueText(name) + (predefinedType ? `.${valueText(predefinedType)}` : '');
}

function textOrNull(value: IdsValue | undefined): string | null {
  return value ? valueText(value) : null;
}

function valueText(value: IdsValue): string {
  if ('simple' in value) return value.simple;
  const { enumeration, patterns, minInclusive, maxInclusive, minExclusive, maxExclusive, ...sizes } =
    value.restriction;
  const parts = [
    ...(enumeration.length > 0 ? [enumeration.join(' | ')] : []),
    ...patterns.map((each) => `/${each}/`),
    ...(minInclusive === undefined ? [] : [`≥ ${minInclusive}`]),
    ...(minExclusive === undefined ? [] : [`> ${minExclusive}`]),
    ...(maxInclusive === undefined ? [] : [`≤ ${maxInclusive}`]),
    ...(maxExclusive === undefined ? [] : [`< ${maxExclusive}`]),
    ...(sizes.length === undefined ? [] : [`# = ${sizes.length}`]),
    ...(sizes.minLength === undefined ? [] : [`# ≥ ${sizes.minLength}`]),
    ...(sizes.maxLength === undefined ? [] : [`# ≤ ${sizes.maxLength}`]),
  ];
  return parts.join(', ').slice(0, 500);
}
