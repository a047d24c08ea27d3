import type { XmlElement } from '../xml-tree.ts';

/** A part of a filter that expressions cannot say. */
export class Untranslatable extends Error {}

const COMPARISONS: Readonly<Record<string, string>> = {
  PropertyIsEqualTo: '=',
  PropertyIsNotEqualTo: '<>',
  PropertyIsLessThan: '<',
  PropertyIsLessThanOrEqualTo: '<=',
  PropertyIsGreaterThan: '>',
  PropertyIsGreaterThanOrEqualTo: '>=',
};
const ARITHMETIC: Readonly<Record<string, string>> = { Add: '+', Sub: '-', Mul: '*', Div: '/' };

/** An OGC filter (1.0, 1.1, 2.0) as an expression of core/expression. Throws Untranslatable with the name of a part. */
export function filterExpression(filter: XmlElement): string {
  const [condition, ...others] = filter.children;
  if (!condition || others.length > 0) throw new Untranslatable('Filter');
  return conditionOf(condition);
}

function conditionOf(element: XmlElement): string {
  const { name, children } = element;
  const comparison = COMPARISONS[name];
  if (comparison !== undefined) {
    // With `false` capitals do not count.
    if (element.attributes['matchCase'] === 'false') {
      const [left, right] = operandsOf(element, 2);
      return `lower(${left}) ${comparison} lower(${right})`;
    }
    return operandsOf(element, 2).join(` ${comparison} `);
  }
  switch (name) {
    case 'And':
    case 'Or':
      if (children.length === 0) throw new Untranslatable(name);
      return children.map((each) => `(${conditionOf(each)})`).join(name === 'And' ? ' and ' : ' or ');
    case 'Not':
      if (children.length !== 1) throw new Untranslatable(name);
      return `not (${conditionOf(children[0]!)})`;
    case 'PropertyIsNull':
      return `${operandsOf(element, 1)[0]} is null`;
    case 'PropertyIsBetween':
      return betweenOf(element);
    case 'PropertyIsLike':
      return likeOf(element);
    default:
      throw new Untranslatable(name);
  }
}

function betweenOf(element: XmlElement): string {
  const [value, lower, upper] = element.children;
  if (!value || !lower?.children[0] || !upper?.children[0]) throw new Untranslatable(element.name);
  const operand = operandOf(value);
  return `${operand} >= ${operandOf(lower.children[0])} and ${operand} <= ${operandOf(upper.children[0])}`;
}

/** Wildcards of SQL, which cannot be escaped: a pattern with `%` or `_` as they are is not translated. */
function likeOf(element: XmlElement): string {
  const { attributes, children } = element;
  const [value, pattern] = children;
  if (!value || pattern?.name !== 'Literal') throw new Untranslatable(element.name);
  const wild = attributes['wildCard'] ?? '*';
  const single = attributes['singleChar'] ?? '?';
  const escape = attributes['escapeChar'] ?? attributes['escape'] ?? '\\';
  let text = '';
  for (let at = 0; at < pattern.text.length; at++) {
    let sign = pattern.text[at]!;
    if (sign === wild) text += '%';
    else if (sign === single) text += '_';
    else {
      if (sign === escape) sign = pattern.text[++at] ?? '';
      if (sign === '%' || sign === '_') throw new Untranslatable(element.name);
      text += sign;
    }
  }
  const isCaseless = attributes['matchCase'] === 'false';
  const operand = operandOf(value);
  return isCaseless
    ? `lower(${operand}) like ${quoted(text.toLowerCase())}`
    : `${operand} like ${quoted(text)}`;
}

function operandsOf({ name, children }: XmlElement, count: number): string[] {
  if (children.length !== count) throw new Untranslatable(name);
  return children.map(operandOf);
}

/** An operand of a condition, or a part of a label. */
export function operandOf(element: XmlElement): string {
  const { name, text } = element;
  const operator = ARITHMETIC[name];
  if (operator !== undefined) return `(${operandsOf(element, 2).join(` ${operator} `)})`;
  switch (name) {
    case 'PropertyName':
    case 'ValueReference':
      return fieldOf(text.trim());
    case 'Literal':
      return literalOf(text.trim());
    default:
      throw new Untranslatable(element.attributes['name'] ?? name);
  }
}

/** A field in an expression. */
export function fieldOf(name: string): string {
  if (name === '') throw new Untranslatable('PropertyName');
  return `"${name.replaceAll('"', '""')}"`;
}

/** A number or a text in an expression. */
export function literalOf(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text ? text : quoted(text);
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
