import type { Style, StyleClasses, StyleRule } from '#core/protocol';
import { Unusable } from '../../base/unusable.ts';
import { child, childrenOf, type XmlElement } from '../xml-tree.ts';
import { NO_SYMBOL, scaleOf, type Omissions } from './foreign-style.ts';
import { literalOf } from './ogc-filter.ts';
import { qmlLabels } from './qml-labels.ts';
import { qmlSymbol, qmlSymbols } from './qml-symbols.ts';
import { isFormula, refuseTooMany, scales, scalesWithin, styleOfRules } from './rules.ts';

type Symbols = ReadonlyMap<string, XmlElement>;

/** A layer style of QGIS 3. */
export function readQml(root: XmlElement, omissions: Omissions): Style {
  const renderer = child(root, 'renderer-v2');
  if (!renderer) throw new Unusable('styles.no-symbol');
  const symbols = qmlSymbols(child(renderer, 'symbols'));
  const style = rendererStyle(renderer, symbols, omissions);
  omissions.where = '';
  const labels = root.attributes['labelsEnabled'] === '0' ? undefined : qmlLabels(root, omissions);
  const { attributes } = root;
  const hasScales = attributes['hasScaleBasedVisibilityFlag'] === '1';
  const range = hasScales ? scales(scaleOf(attributes['minScale']), scaleOf(attributes['maxScale'])) : {};
  return { ...style, ...scalesWithin(style, range), ...(labels ? { labels } : {}) };
}

function rendererStyle(renderer: XmlElement, symbols: Symbols, omissions: Omissions): Style {
  const { type } = renderer.attributes;
  switch (type) {
    case 'singleSymbol':
      return symbolNamed(symbols, '0', omissions);
    case 'categorizedSymbol':
      return categorized(renderer, symbols, omissions);
    case 'graduatedSymbol':
      return graduated(renderer, symbols, omissions);
    case 'RuleRenderer':
      return ruleBased(renderer, symbols, omissions);
    default:
      throw new Unusable('styles.renderer', { name: type ?? '' });
  }
}

function symbolNamed(symbols: Symbols, name: string | undefined, omissions: Omissions): Style {
  const symbol = symbols.get(name ?? '');
  if (!symbol) throw new Unusable('styles.no-symbol');
  return qmlSymbol(symbol, omissions);
}

function categorized(renderer: XmlElement, symbols: Symbols, omissions: Omissions): Style {
  const found = childrenOf(child(renderer, 'categories'), 'category');
  refuseTooMany('categories', found.length);
  const by = classified(renderer);
  const isOthers = (category: XmlElement) =>
    category.attributes['value'] === '' && category.attributes['type'] !== 'NULL';
  const classes = found.map((category) => {
    const { value = '', label, render, symbol, type } = category.attributes;
    omissions.where = label ?? value;
    return {
      value: type === 'NULL' || value === 'NULL' ? null : value,
      isOthers: isOthers(category),
      common: {
        ...(label ? { title: label.slice(0, 200) } : {}),
        symbol: symbolNamed(symbols, symbol, omissions),
        ...(render === 'false' ? { hidden: true } : {}),
      },
    };
  });
  // An empty value is for all other objects.
  const others = classes.find((each) => each.isOthers);
  const base = others && !others.common.hidden ? others.common.symbol : undefined;
  const own = classes.filter((each) => !each.isOthers);
  const rest = base ?? NO_SYMBOL;
  if (by.field !== undefined)
    return {
      ...rest,
      classes: {
        kind: 'categorized',
        field: by.field,
        categories: own.map(({ value, common }) => ({ value, ...common })),
        ...(base ? {} : { others: false }),
      },
    };
  const rules = own.map(({ value, common }) => ({
    ...common,
    filter: value === null ? `(${by.formula}) is null` : `(${by.formula}) = ${literalOf(value)}`,
  }));
  return { ...rest, classes: ruleClasses(rules, base !== undefined) };
}

function graduated(renderer: XmlElement, symbols: Symbols, omissions: Omissions): Style {
  const found = childrenOf(child(renderer, 'ranges'), 'range');
  refuseTooMany('ranges', found.length);
  const by = classified(renderer);
  const ranges = found.map(({ attributes: { lower, upper, label, render, symbol } }) => {
    omissions.where = label ?? '';
    return {
      from: Number(lower),
      to: Number(upper),
      ...(label ? { title: label.slice(0, 200) } : {}),
      symbol: symbolNamed(symbols, symbol, omissions),
      ...(render === 'false' ? { hidden: true } : {}),
    };
  });
  if (by.field !== undefined)
    return {
      ...NO_SYMBOL,
      classes: { kind: 'graduated', field: by.field, method: 'manual', ranges, others: false },
    };
  const rules = ranges.map(({ from, to, ...common }) => ({
    ...common,
    filter: `(${by.formula}) >= ${from} and (${by.formula}) <= ${to}`,
  }));
  return { ...NO_SYMBOL, classes: ruleClasses(rules, false) };
}

function ruleClasses(rules: StyleRule[], hasOthers: boolean): StyleClasses {
  refuseTooMany('rules', rules.length);
  return { kind: 'rules', rules, ...(hasOthers ? {} : { others: false }) };
}

/** What objects are classified by: a field, or an expression. */
function classified(
  renderer: XmlElement,
): { field: string; formula?: undefined } | { field?: undefined; formula: string } {
  const text = (renderer.attributes['attr'] ?? '').trim();
  const quoted = /^"((?:[^"]|"")+)"$/.exec(text)?.[1];
  if (quoted !== undefined) return { field: quoted.replaceAll('""', '"').slice(0, 120) };
  if (!isFormula(text) || /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text)) {
    if (text === '' || /[()'+*/$@-]/.test(text))
      throw new Unusable('styles.expression', { expression: text.slice(0, 100) });
    return { field: text.slice(0, 120) };
  }
  return { formula: text };
}

function ruleBased(renderer: XmlElement, symbols: Symbols, omissions: Omissions): Style {
  const rules: StyleRule[] = [];
  const visit = (rule: XmlElement, outer: OuterRule): void => {
    const { filter, label, symbol, checkstate, scalemindenom, scalemaxdenom } = rule.attributes;
    omissions.where = label ?? outer.title ?? '';
    const isElse = filter?.trim().toUpperCase() === 'ELSE';
    if (isElse && outer.isNested) return omissions.add('else-in-group', label);
    const condition = isElse ? undefined : filter?.trim() || undefined;
    if (condition !== undefined && !isFormula(condition)) return omissions.add('condition', condition);
    const title = label || outer.title;
    const both = [outer.filter, condition].filter((each) => each !== undefined);
    const joined = both.length > 1 ? both.map((each) => `(${each})`).join(' and ') : both[0];
    if (joined !== undefined && !isFormula(joined)) return omissions.add('condition', joined);
    const range = scalesWithin(outer, scales(scaleOf(scalemaxdenom), scaleOf(scalemindenom)));
    const isHidden = checkstate === '0' || outer.hidden === true;
    const common = {
      ...(title ? { title: title.slice(0, 200) } : {}),
      ...(joined === undefined ? {} : { filter: joined }),
      ...range,
      ...(isHidden ? { hidden: true } : {}),
    };
    if (symbol !== undefined)
      rules.push({
        ...common,
        ...(isElse ? { otherwise: true } : {}),
        symbol: symbolNamed(symbols, symbol, omissions),
      });
    refuseTooMany('rules', rules.length);
    const isNested = outer.isNested || joined !== undefined;
    for (const inner of childrenOf(rule, 'rule')) visit(inner, { ...common, isNested });
  };
  const all = childrenOf(child(renderer, 'rules'), 'rule');
  refuseTooMany('rules', all.length);
  for (const rule of all) visit(rule, { isNested: false });
  return styleOfRules(rules);
}

interface OuterRule {
  readonly title?: string | undefined;
  readonly filter?: string | undefined;
  readonly minScale?: number | undefined;
  readonly maxScale?: number | undefined;
  readonly hidden?: boolean | undefined;
  /** Within a rule with a condition: `ELSE` is then for the objects of that rule only. */
  readonly isNested: boolean;
}
