import { formulaProblem } from '#core/expression';
import type { Style } from '#core/protocol';
import { classesOf } from '#core/styles';
import { svgFault } from './svg-fault.ts';

interface StyleFault {
  /** Below the style: `classes.rules[2].filter`. */
  path: string;
  /** A sentence of `styles.*`. */
  key: string;
  values: Record<string, string | number>;
}

const LISTS = { categorized: 'categories', graduated: 'ranges', rules: 'rules' } as const;

/** Why a style could not be drawn; what the schema says is not repeated. */
export function styleFaults(style: Style): StyleFault[] {
  const faults: StyleFault[] = [];
  const formula = (path: string, text: string | undefined) => {
    const problem = text ? formulaProblem(text) : undefined;
    if (problem) faults.push({ path, key: `expression-${problem.kind}`, values: { part: problem.part } });
  };
  const scales = (path: string, { minScale, maxScale }: { minScale?: number; maxScale?: number }) => {
    if (minScale !== undefined && maxScale !== undefined && minScale < maxScale)
      faults.push({ path, key: 'scales-swapped', values: { min: minScale, max: maxScale } });
  };
  const picture = (path: string, { svg }: Pick<Style, 'svg'>) => {
    const fault = svg === undefined ? undefined : svgFault(svg);
    if (fault) faults.push({ path: `${path}svg`, ...fault });
  };
  formula('filter', style.filter);
  formula('labels.text', style.labels?.text);
  scales('minScale', style);
  if (style.labels) scales('labels.minScale', style.labels);
  picture('', style);
  const list = style.classes && LISTS[style.classes.kind];
  classesOf(style).forEach((each, n) => {
    const path = `classes.${list}[${n}]`;
    picture(`${path}.symbol.`, each.symbol);
    if ('filter' in each) formula(`${path}.filter`, each.filter);
    if ('minScale' in each || 'maxScale' in each) scales(`${path}.minScale`, each);
    if ('from' in each && each.from > each.to)
      faults.push({ path: `${path}.from`, key: 'range-swapped', values: { from: each.from, to: each.to } });
  });
  return faults;
}
