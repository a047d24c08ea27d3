import type { LabelStyle, Style, StyleRule } from '#core/protocol';
import { child, childrenOf, childText, type XmlElement } from '../xml-tree.ts';
import { bounded, colourOf, scaleOf, type Omissions } from './foreign-style.ts';
import { fieldOf, filterExpression, operandOf, quoted, Untranslatable } from './ogc-filter.ts';
import { isFormula, scales, styleOfRules } from './rules.ts';
import { literalOf, parameterOf, rgbOf, symbolizerOf } from './sld-symbols.ts';

/** The style of the first layer of an SLD 1.0 or 1.1. */
export function readSld(root: XmlElement, omissions: Omissions): Style {
  const styles = stylesIn(root);
  const groups = styles[0] ? childrenOf(styles[0], 'FeatureTypeStyle') : [];
  for (const other of styles.slice(1)) omissions.add('more-styles', childText(other, 'Name'));
  const rules: StyleRule[] = [];
  let labels: LabelStyle | undefined;
  for (const rule of groups.flatMap((group) => childrenOf(group, 'Rule'))) {
    const common = ruleOf(rule, omissions);
    if (!common) continue;
    if (common.otherwise && groups.length > 1) omissions.add('else-in-group');
    for (const symbolizer of rule.children.filter(({ name }) => name.endsWith('Symbolizer'))) {
      if (symbolizer.name === 'TextSymbolizer') {
        if (labels) omissions.add('labels-of-rules');
        else labels = labelsOf(symbolizer, common, omissions);
        continue;
      }
      const symbol = symbolizerOf(symbolizer, omissions);
      if (symbol) rules.push({ ...common, symbol });
    }
  }
  omissions.where = '';
  return { ...styleOfRules(rules), ...(labels ? { labels } : {}) };
}

/** `NamedLayer` or `UserLayer` with their styles; a `FeatureTypeStyle` of Symbology Encoding may be alone. */
function stylesIn(root: XmlElement): XmlElement[] {
  if (root.name === 'FeatureTypeStyle') return [{ ...root, name: 'UserStyle', children: [root] }];
  if (root.name === 'UserStyle') return [root];
  return root.children
    .filter(({ name }) => name === 'NamedLayer' || name === 'UserLayer')
    .flatMap((layer) => childrenOf(layer, 'UserStyle'));
}

/** A rule without its symbol; undefined for one whose condition cannot be said. */
function ruleOf(rule: XmlElement, omissions: Omissions): Omit<StyleRule, 'symbol'> | undefined {
  const title = (
    childText(child(rule, 'Description'), 'Title') ||
    childText(rule, 'Title') ||
    childText(rule, 'Name') ||
    ''
  ).slice(0, 200);
  omissions.where = title;
  const filter = child(rule, 'Filter');
  let condition: string | undefined;
  try {
    condition = filter && filterExpression(filter);
    if (condition !== undefined && !isFormula(condition)) throw new Untranslatable('Filter');
  } catch (thrown) {
    if (!(thrown instanceof Untranslatable)) throw thrown;
    omissions.add('condition', thrown.message);
    return undefined;
  }
  const [min, max] = ['MaxScaleDenominator', 'MinScaleDenominator'].map((name) =>
    scaleOf(childText(rule, name)),
  );
  return {
    ...(title === '' ? {} : { title }),
    ...(condition === undefined ? {} : { filter: condition }),
    ...(child(rule, 'ElseFilter') ? { otherwise: true } : {}),
    ...scales(min, max),
  };
}

function labelsOf(
  text: XmlElement,
  { filter, otherwise, minScale, maxScale }: Omit<StyleRule, 'symbol'>,
  omissions: Omissions,
): LabelStyle | undefined {
  const formula = labelFormula(child(text, 'Label'), omissions);
  if (formula === undefined) return undefined;
  // Labels of a rule are only for its objects.
  if (otherwise) omissions.add('labels-of-rules');
  const limited = filter === undefined ? formula : `if(${filter}, ${formula}, '')`;
  if (!isFormula(limited)) {
    omissions.add('label-text');
    return undefined;
  }
  const [font, halo, fill] = ['Font', 'Halo', 'Fill'].map((name) => child(text, name));
  for (const name of ['font-family', 'font-style', 'font-weight']) {
    const value = parameterOf(font, name, omissions);
    if (value !== undefined && value !== 'normal') omissions.add('font', value);
  }
  const size = Number(parameterOf(font, 'font-size', omissions) ?? 10);
  const colourIn = (element: XmlElement | undefined, otherwise: string) =>
    colourOf(
      rgbOf(parameterOf(element, 'fill', omissions), otherwise, omissions),
      Number(parameterOf(element, 'fill-opacity', omissions) ?? 1),
    );
  return {
    text: limited,
    size: Math.max(6, bounded(size, 72)),
    colour: colourIn(fill, '#000000'),
    halo: halo
      ? {
          width: bounded(Number(literalOf(child(halo, 'Radius'), omissions) ?? 1), 10),
          colour: colourIn(child(halo, 'Fill'), '#ffffff'),
        }
      : { width: 0 },
    ...(child(child(text, 'LabelPlacement'), 'LinePlacement') ? { placement: 'along' as const } : {}),
    ...scales(minScale, maxScale),
  };
}

/** Fields and texts joined; texts between fields are not in order any more, and are left out. */
function labelFormula(label: XmlElement | undefined, omissions: Omissions): string | undefined {
  if (!label) return undefined;
  const text = label.text.trim();
  try {
    if (label.children.length === 0) return text === '' ? undefined : quoted(text);
    if (text !== '') omissions.add('label-text', text);
    return label.children
      .map((each) => (each.name === 'PropertyName' ? fieldOf(each.text.trim()) : operandOf(each)))
      .join(' || ');
  } catch (thrown) {
    if (!(thrown instanceof Untranslatable)) throw thrown;
    omissions.add('label-text', thrown.message);
    return undefined;
  }
}
