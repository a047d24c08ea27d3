import { describe, expect, it } from 'vitest';
import { allows, type PersonRights } from './allows.ts';
import { readOnly } from './read-only.ts';

const person = (authorizations: readonly string[], rest: Partial<PersonRights> = {}): PersonRights => ({
  authorizations,
  blockedLayers: [],
  ...rest,
});

describe('In an archived project', () => {
  it('what changes it is not allowed, and all else is', () => {
    const held = readOnly(['geometries.read', 'geometries.write', 'import', 'export', 'tool:draw.line']);
    expect(held).toEqual(['geometries.read', 'export', 'tool:draw.line']);
    const all = person(readOnly(['*']));
    expect(allows(all, { needs: ['geometries.write'] })).toBe(false);
    expect(allows(all, { needs: ['geometries.read', 'projects.write', 'admin.cache'] }, 'tool:measure')).toBe(
      true,
    );
  });
});

describe('Something guarded', () => {
  it('needs all of its authorizations', () => {
    const guard = { needs: ['geometries.read', 'geometries.write'] } as const;
    expect(allows(person(['geometries.read']), guard)).toBe(false);
    expect(allows(person(['geometries.read', 'geometries.write']), guard)).toBe(true);
    expect(allows(person(['*']), guard)).toBe(true);
  });

  it('of several parts needs the authorization of one of them', () => {
    const guard = { needsAny: ['admin.users', 'admin.roles'] } as const;
    expect(allows(person(['admin.roles']), guard)).toBe(true);
    expect(allows(person(['admin.organizations']), guard)).toBe(false);
    expect(allows(person([]), guard)).toBe(false);
  });

  it('is gone when all of its viewers are blocked, and there while one is not', () => {
    const guard = { layers: ['map-2d', 'map-3d'] };
    expect(allows(person([], { blockedLayers: ['map-2d'] }), guard)).toBe(true);
    expect(allows(person([], { blockedLayers: ['map-3d', 'map-2d'] }), guard)).toBe(false);
  });

  it('that shows objects is gone when every object type is blocked', () => {
    expect(allows(person([], { everyTypeBlocked: true }), { objects: true })).toBe(false);
    expect(allows(person([], { everyTypeBlocked: true }), {})).toBe(true);
    expect(allows(person([]), { objects: true })).toBe(true);
  });

  it('with a switch needs its grant', () => {
    expect(allows(person(['tool:draw.line']), {}, 'tool:draw.line')).toBe(true);
    expect(allows(person(['tool:draw.point']), {}, 'tool:draw.line')).toBe(false);
  });
});
