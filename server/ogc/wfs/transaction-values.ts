import type { Field, Geometry, Properties } from '#core/protocol';
import { GEOMETRY_ELEMENT, OTHERS_ELEMENT, PROJECT_ELEMENT } from '../features/types.ts';
import { WfsError } from './exceptions.ts';
import { lastStep } from './fes.ts';
import { geometryOf } from './gml-read.ts';
import type { WfsLayer } from './layer.ts';
import type { Element } from './xml.ts';

/** A geometry as given, with the name of its CRS if it has one. */
export interface GivenGeometry {
  geometry: Geometry;
  srsName: string | undefined;
}

/** Values of a feature or of an Update; null removes an attribute. */
export interface GivenValues {
  location: GivenGeometry | undefined;
  properties: Properties;
  projectId: string | undefined;
}

/** Elements of every GML feature, which carry no values of ours. */
const OF_GML = new Set(['boundedBy', 'name', 'description', 'identifier', 'metaDataProperty']);
const INTEGER = /^[-+]?\d+$/;

/** The values of a layer's elements, by name. Throws WfsError for an element that the type does not have. */
export function valuesOf(
  layer: WfsLayer,
  given: readonly { reference: string; value: Element | undefined }[],
): GivenValues {
  const found: GivenValues = { location: undefined, properties: {}, projectId: undefined };
  for (const { reference, value } of given) {
    const step = lastStep(reference);
    if (step === GEOMETRY_ELEMENT) {
      found.location = locationOf(value);
      continue;
    }
    const property = layer.properties.find(({ element, name }) => element === step || name === step);
    if (property?.field) {
      const { name, type } = property.field;
      const read = value && attributeOf(property.field, value);
      const before = found.properties[name];
      // A relation to several objects is several elements.
      found.properties[name] = type === 'relation' && before ? [before, read].flat() : (read ?? null);
    } else if (step === PROJECT_ELEMENT) found.projectId = value?.text;
    else if (step === OTHERS_ELEMENT) Object.assign(found.properties, othersOf(value));
    else if (!property && OF_GML.has(step)) continue;
    else
      throw new WfsError('InvalidParameterValue', step.slice(0, 60), 'wfs.no-such-property', {
        property: step.slice(0, 120),
        type: layer.element,
      });
  }
  return found;
}

function locationOf(value: Element | undefined): GivenGeometry {
  const [element] = value?.children ?? [];
  if (!element) throw new WfsError('InvalidParameterValue', GEOMETRY_ELEMENT, 'geometries.no-location');
  return { geometry: geometryOf(element), srsName: srsNameOf(element) };
}

/** Of the geometry, or of its first part that has one. */
function srsNameOf(element: Element): string | undefined {
  return element.attributes.get('srsName') ?? element.children.map(srsNameOf).find((name) => name);
}

/** The text of an element as the field's type; what does not fit stays text, which the type then refuses. */
function attributeOf({ type }: Field, { text, attributes }: Element): unknown {
  if (attributes.get('nil') === 'true' || text === '') return type === 'text' && text === '' ? text : null;
  switch (type) {
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'integer':
      return INTEGER.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case 'boolean':
      if (/^(true|1)$/i.test(text)) return true;
      return /^(false|0)$/i.test(text) ? false : text;
    case 'date':
      // A day of XML may have a time zone, which does not change it.
      return text.replace(/^(\d{4}-\d\d-\d\d)(Z|[+-]\d\d:\d\d)$/, '$1');
    default:
      return text;
  }
}

function othersOf(value: Element | undefined): Properties {
  try {
    const others = JSON.parse(value?.text || '{}') as unknown;
    if (typeof others === 'object' && others !== null && !Array.isArray(others)) return others as Properties;
  } catch {
    // Reported below, as other values that are no object.
  }
  throw new WfsError('InvalidParameterValue', OTHERS_ELEMENT, 'wfs.bad-others', { element: OTHERS_ELEMENT });
}
