import { describe, expect, it } from 'vitest';
import { field } from '#core/testing';
import type { Field, FieldGroup } from '#core/protocol';
import { conditionedFields, fieldLacks, isInForm, isShown, layoutProblems } from './index.ts';

const title = { en: 'G', it: 'G' };
const KIND = field('kind');
const group = (name: string, when?: string): FieldGroup => ({ name, title, when });
const problemsOf = (fields: readonly Field[], groups: readonly FieldGroup[] = []) =>
  layoutProblems({ fields: [KIND, ...fields], groups }).map(
    ({ of, index, key, kind, part }) => `${of}[${index}].${key} ${kind} ${part}`,
  );

describe('A field with a condition', () => {
  const depth = field('depth', { type: 'number', required: true, when: "kind = 'well'" });

  it('is shown while it holds, and not where the value that it reads is missing', () => {
    expect(isShown(depth, { kind: 'well' })).toBe(true);
    expect(isShown(depth, { kind: 'tree' })).toBe(false);
    expect(isShown(depth, {})).toBe(false);
  });

  it('is required only while it is shown', () => {
    const lacks = (values: Record<string, unknown>) =>
      fieldLacks({ fields: [KIND, depth] }, values).map(({ field: { name } }) => name);
    expect(lacks({ kind: 'tree' })).toEqual([]);
    expect(lacks({ kind: 'well' })).toEqual(['depth']);
  });

  it('stays in the form where its value must be corrected', () => {
    const bounded = { ...depth, max: 10 };
    expect(isInForm(bounded, { kind: 'tree', depth: 3 })).toBe(false);
    expect(isInForm(bounded, { kind: 'tree', depth: 30 })).toBe(true);
  });

  it('obeys also that of its group', () => {
    const [, inGroup] = conditionedFields({
      fields: [KIND, { ...depth, group: 'wet', when: 'wet' }, field('wet', { type: 'boolean' })],
      groups: [group('wet', "kind = 'well' or kind = 'spring'")],
    });
    expect(isShown(inGroup!, { kind: 'spring', wet: true })).toBe(true);
    expect(isShown(inGroup!, { kind: 'spring', wet: false })).toBe(false);
    expect(isShown(inGroup!, { kind: 'tree', wet: true })).toBe(false);
  });
});

describe('The layout of a form', () => {
  it('says which condition cannot be read, is none, or reads what a form does not know', () => {
    const wrong = (when: string) => problemsOf([field('a', { when }), field('c', { computed: '1' })])[0];
    expect(wrong('kind =')).toBe('fields[1].when incomplete ');
    expect(wrong('kind')).toBe('fields[1].when not-a-condition kind');
    expect(wrong('size > 1')).toBe('fields[1].when unknown-field size');
    expect(wrong('c > 1')).toBe('fields[1].when unusable-field c');
    expect(wrong('$area > 1')).toBe('fields[1].when unexpected $area');
    expect(wrong(`${'('.repeat(49)}kind = 'a'${')'.repeat(49)}`)).toBeUndefined();
    // In the brackets of a group it would be one level deeper than expressions may be.
    expect(wrong(`${'('.repeat(50)}kind = 'a'${')'.repeat(50)}`)).toContain('too-long');
    expect(wrong("kind is not null and kind <> 'x'")).toBeUndefined();
  });

  it('names groups that are missing, or there twice', () => {
    expect(problemsOf([field('a', { group: 'g' })])).toEqual(['fields[1].group no-group g']);
    expect(problemsOf([], [group('g'), group('g')])).toEqual(['groups[1].name group-twice g']);
  });

  it('refuses conditions by which a field would depend on itself', () => {
    expect(problemsOf([field('a', { when: 'a = 1' })])).toEqual(['fields[1].when loop a']);
    const [a, b] = [field('a', { when: 'b = 1' }), field('b', { when: 'a = 1' })];
    expect(problemsOf([a, b])).toEqual(['fields[1].when loop a']);
    expect(problemsOf([field('a', { group: 'g' })], [group('g', 'a = 1')])).toEqual([
      'groups[0].when loop a',
    ]);
    expect(problemsOf([field('a', { when: "kind = 'x'" }), field('b', { when: 'a = 1' })])).toEqual([]);
  });
});
