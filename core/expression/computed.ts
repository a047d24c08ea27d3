import { measuresOf, type GeometryMeasures } from '#core/geodesy';
import { propertyOf } from '#core/kernel';
import type { Field, Geometry } from '#core/protocol';
import { evaluate, textOf } from './evaluate.ts';
import { parseExpression, type ExpressionNode } from './parse.ts';

type ComputedField = Pick<Field, 'name' | 'type' | 'computed'>;
type PropertyValues = Readonly<Record<string, unknown>>;

/**
 * Returns the value of a computed field for an object; integers are rounded. Undefined where it has none: a value it
 * reads is missing, a divisor is 0, or the geometry has no such measure.
 */
export function computedValue(field: ComputedField, properties: PropertyValues, location: Geometry): unknown {
  return valueOf(field, properties, measuresIn(location));
}

/** Returns the attributes with the values of the computed fields, and without values sent for them. */
export function withComputed<P extends PropertyValues>(
  fields: readonly ComputedField[],
  properties: P,
  location: () => Geometry,
): P {
  const computed = fields.filter((field) => field.computed !== undefined);
  if (computed.length === 0) return properties;
  const measures = measuresIn(location);
  const values = new Map(computed.map((field) => [field.name, valueOf(field, properties, measures)]));
  const names = new Set([...Object.keys(properties), ...values.keys()]);
  const entries = [...names].map(
    (name) => [name, values.has(name) ? values.get(name) : propertyOf(properties, name)] as const,
  );
  return Object.fromEntries(entries.filter(([name, value]) => value !== undefined || !values.has(name))) as P;
}

function measuresIn(location: Geometry | (() => Geometry)): () => GeometryMeasures {
  let measures: GeometryMeasures | undefined;
  return () => (measures ??= measuresOf(typeof location === 'function' ? location() : location));
}

function valueOf(
  { type, computed = '' }: ComputedField,
  properties: PropertyValues,
  measures: () => GeometryMeasures,
): unknown {
  const node = parsed(computed);
  if (!node) return undefined;
  const value = evaluate(node, {
    value: (name) => propertyOf(properties, name),
    measure: (name) => measures()[name],
  });
  if (value === undefined) return undefined;
  if (type === 'text') return textOf(value);
  if (typeof value !== 'number') return undefined;
  if (type === 'number') return value;
  return Number.isSafeInteger(Math.round(value)) ? Math.round(value) : undefined;
}

const nodes = new Map<string, ExpressionNode | undefined>();

/** Undefined for an expression that cannot be read; the server refuses to store such a field. */
function parsed(computed: string): ExpressionNode | undefined {
  if (nodes.has(computed)) return nodes.get(computed);
  if (nodes.size > 1000) nodes.clear();
  let node: ExpressionNode | undefined;
  try {
    node = parseExpression(computed);
  } catch {
    node = undefined;
  }
  nodes.set(computed, node);
  return node;
}
