import { conditionProblem, formulaOf, type ExpressionProblem } from '#core/expression';
import type { FormLayout } from './layout.ts';

/** Why a form could not be shown: the place and what is wrong there. */
export interface LayoutProblem {
  readonly of: 'fields' | 'groups';
  /** Place in the list. */
  readonly index: number;
  readonly key: 'group' | 'when' | 'name';
  readonly kind: ExpressionProblem['kind'] | 'no-group' | 'group-twice' | 'loop';
  readonly part: string;
}

/** What is wrong with the groups and conditions of a form. */
export function layoutProblems({ fields, groups = [] }: FormLayout): LayoutProblem[] {
  const names = groups.map(({ name }) => name);
  const problems: LayoutProblem[] = [];
  groups.forEach(({ name, when }, index) => {
    const place = { of: 'groups', index } as const;
    if (names.indexOf(name) < index)
      problems.push({ ...place, key: 'name', kind: 'group-twice', part: name });
    const problem = when ? conditionProblem(when, fields) : undefined;
    if (problem) problems.push({ ...place, key: 'when', ...problem });
  });
  fields.forEach(({ group, when }, index) => {
    const place = { of: 'fields', index } as const;
    if (group !== undefined && !names.includes(group))
      problems.push({ ...place, key: 'group', kind: 'no-group', part: group });
    const problem = when ? conditionProblem(when, fields) : undefined;
    if (problem) problems.push({ ...place, key: 'when', ...problem });
  });
  return problems.length > 0 ? problems : loopsIn({ fields, groups });
}

/** Fields whose conditions read each other: hidden while empty, none of them could ever be filled in. */
function loopsIn({ fields, groups = [] }: FormLayout): LayoutProblem[] {
  const readBy = (when: string | undefined): readonly string[] =>
    when ? (formulaOf(when)?.fields ?? []) : [];
  const ofGroup = new Map(groups.map(({ name, when }) => [name, readBy(when)]));
  const reads = new Map(
    fields.map(({ name, when, group }) => [
      name,
      [...readBy(when), ...(group === undefined ? [] : (ofGroup.get(group) ?? []))],
    ]),
  );
  const at = fields.findIndex(({ name }) => reaches(name, name, reads));
  if (at < 0) return [];
  const { name, when, group } = fields[at]!;
  const inGroup = groups.findIndex((each) => each.name === group);
  const isOfField = readBy(when).some((read) => read === name || reaches(read, name, reads));
  return [
    isOfField
      ? { of: 'fields', index: at, key: 'when', kind: 'loop', part: name }
      : { of: 'groups', index: inGroup, key: 'when', kind: 'loop', part: name },
  ];
}

function reaches(from: string, to: string, reads: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const open = [...(reads.get(from) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(reads.get(next) ?? []));
  }
  return false;
}
