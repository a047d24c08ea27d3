import { expect, it } from 'vitest';
import { worksOn } from './tool-address.ts';

const MAP = { kind: 'cloud' } as const;
const LOCAL = { kind: 'cloud', localOf: () => [0, 0, 0] } as const;

it.each([
  ['keeps longitudes and latitudes', undefined, true, false],
  ['works in local coordinates, too', 'also', true, true],
  ['is for local coordinates', 'only', false, true],
] as const)('a tool that %s is offered where its numbers mean something', (_, local, onMap, inLocal) => {
  const tool = { viewer: 'cloud', route: 'clouddrawtools/point', ...(local && { local }) } as const;
  expect([worksOn(tool, MAP), worksOn(tool, LOCAL)]).toEqual([onMap, inLocal]);
  expect([worksOn(tool, { kind: '2d' }), worksOn(tool, undefined)]).toEqual([false, false]);
});
