import { describe, expect, it } from 'vitest';
import type { MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { desk, object, selectionOf } from '#core/testing';
import type { Layers } from '#plugins/work/layers/api';
import { ObjectChoice } from './choice.ts';
import { ProjectTargets } from './project-targets.ts';

const thing = (id: string, typeName: string): MapObject =>
  object(id, { type: 'Point', coordinates: [0, 0] }, { typeName });
const tree = thing('tree', 'plain');
const wall = thing('wall', 'locked');
const pipe = thing('pipe', 'hidden');

const layers = {
  stateOf: (typeName: string) => ({ locked: typeName === 'locked', visible: typeName !== 'hidden' }),
} as unknown as Layers;

const choice = new ObjectChoice();
const at = { position: [0, 0] as Position };

function targeting(selected: readonly string[], hasLayers = true) {
  const { project } = desk([tree, wall, pipe]);
  return new ProjectTargets(
    selectionOf(selected),
    { current: project },
    hasLayers ? layers : undefined,
    choice,
  );
}

describe('The objects that tools may change', () => {
  it('are selected, loaded and not locked', () => {
    expect(targeting(['pipe', 'gone', 'wall', 'tree']).objects).toEqual([pipe, tree]);
    expect(new ProjectTargets(selectionOf(['tree']), { current: undefined }, layers, choice).objects).toEqual(
      [],
    );
  });

  it('are all without the layers plugin', () => {
    const targets = targeting(['wall'], false);
    expect(targets.objects).toEqual([wall]);
    expect([wall, pipe].filter((one) => targets.isLockedOrHidden(one))).toEqual([]);
  });

  it('exclude locked and hidden layers, with a reason for locked ones', () => {
    const targets = targeting([]);
    expect([tree, wall, pipe].filter((one) => targets.isLockedOrHidden(one))).toEqual([wall, pipe]);
    expect([tree, wall, pipe].map((one) => targets.lockReason(one))).toEqual([
      undefined,
      'selection:problem.locked',
      undefined,
    ]);
  });

  it('are selected under the pointer: the first that can be changed', () => {
    const targets = targeting(['pipe']);
    expect(targets.choose([wall, tree], at, false)).toBeUndefined();
    expect(targets.selection.ids).toEqual(['tree']);
    targets.choose([pipe], at, true);
    targets.choose([tree], at, true);
    expect(targets.selection.ids).toEqual(['pipe']);
    expect(targets.choose([wall], at, false)).toBe('selection:problem.locked');
    expect(targets.choose([], at, false)).toBeUndefined();
    expect(targets.selection.ids).toEqual(['pipe']);
  });

  it('are asked for where several lie under the pointer', () => {
    const targets = targeting(['pipe']);
    targets.choose([wall, tree, pipe], at, false);
    expect(targets.selection.ids).toEqual(['pipe']);
    expect(choice.question).toMatchObject({ candidates: [tree, pipe], at: [0, 0] });
    choice.answer('tree');
    expect([targets.selection.ids, choice.question]).toEqual([['tree'], undefined]);
    targets.choose([tree, pipe], at, true);
    choice.close();
    expect(targets.selection.ids).toEqual(['tree']);
  });
});
