import type { MapSymbol, Style } from '#core/protocol';
import { classesOf } from './classes.ts';
import { fieldFormula } from './labels.ts';
import { classTitle } from './legend.ts';

/** A class as a condition; all that apply to an object are drawn. */
export interface SymbolRule {
  readonly title: string;
  /** An expression; undefined: all objects. */
  readonly filter?: string | undefined;
  /** For objects to which no other applies. */
  readonly otherwise?: boolean | undefined;
  readonly minScale?: number | undefined;
  readonly maxScale?: number | undefined;
  readonly symbol: MapSymbol;
}

/** A style as rules, which other programs know of every kind of classes. `title` is that of a style without classes. */
export function rulesOf(style: Style, title: string): SymbolRule[] {
  const { classes } = style;
  if (!classes) return [{ title, symbol: style }];
  const rules = classesOf(style).flatMap((each): SymbolRule[] => {
    if (each.hidden) return [];
    const common = { title: classTitle(each, String), symbol: each.symbol };
    if ('value' in each && classes.kind === 'categorized')
      return [{ ...common, filter: conditionOf(fieldFormula(classes.field), each.value) }];
    if ('from' in each && classes.kind === 'graduated') {
      const field = fieldFormula(classes.field);
      const isLast = each === classes.ranges.at(-1);
      return [
        { ...common, filter: `${field} >= ${each.from} and ${field} ${isLast ? '<=' : '<'} ${each.to}` },
      ];
    }
    return 'value' in each || 'from' in each ? [] : [{ ...each, ...common }];
  });
  const hasElse = classes.kind === 'rules' && classes.rules.some(({ otherwise }) => otherwise);
  if (classes.others === false || hasElse) return rules;
  return [...rules, { title: '', otherwise: true, symbol: style }];
}

function conditionOf(field: string, value: string | number | boolean | null): string {
  if (value === null) return `${field} is null`;
  return `${field} = ${typeof value === 'number' ? value : `'${String(value).replaceAll("'", "''")}'`}`;
}
