import { describe, expect, it } from 'vitest';
import { kindOf, parsePlace, printPlace, strategyOf, toolAt, workspacePath } from './address.ts';

const TOOLS = [
  { id: 'draw.point', route: '2ddrawtools/point' },
  { id: 'measure-2d.area', route: '2dmeasures/area' },
  { id: 'modify.area', route: '2dmodifytools/area' },
  { id: 'selection.select', route: 'select' },
];

describe('the URL of a tool', () => {
  it('is its whole route', () => {
    expect(toolAt('2ddrawtools/point', TOOLS)?.id).toBe('draw.point');
    expect(toolAt('select', TOOLS)?.id).toBe('selection.select');
  });

  it('may be its last segment, if that is unique', () => {
    expect(toolAt('point', TOOLS)?.id).toBe('draw.point');
    expect(toolAt('area', TOOLS)).toBeUndefined();
  });

  it('names no tool that the person may not use', () => {
    expect(toolAt('2ddrawtools/line', TOOLS)).toBeUndefined();
  });

  it('follows the project in the path', () => {
    expect(strategyOf('/draw/7f/2ddrawtools/point', '7f')).toBe('2ddrawtools/point');
    expect(strategyOf('/draw/7f', '7f')).toBe('');
    expect(strategyOf('/draw/7f/', '7f')).toBe('');
  });
});

describe('the viewer in a URL', () => {
  it('is the flat map, unless the path says 3D', () => {
    expect(
      ['', 'select', '2ddrawtools/line', '3d', '3ddrawtools/line', '3dmeasures/area'].map(kindOf),
    ).toEqual(['2d', '2d', '2d', '3d', '3d', '3d']);
  });

  it('has a path for each, with and without a tool', () => {
    expect(workspacePath('7f', '2d')).toBe('/draw/7f');
    expect(workspacePath('7f', '3d')).toBe('/draw/7f/3d');
    expect(workspacePath('7f', '3d', '3ddrawtools/line')).toBe('/draw/7f/3ddrawtools/line');
  });
});

describe('the place in a URL', () => {
  it('is accurate to a pixel', () => {
    const text = printPlace({ zoom: 17, center: [9.1900001, 45.4641731] });
    expect(text).toBe('17/45.4641731/9.1900001');
    expect(parsePlace(text)).toEqual({ zoom: 17, center: [9.1900001, 45.4641731] });
  });

  it('includes heading and tilt in 3D', () => {
    const text = printPlace({ zoom: 17, center: [9.19, 45.46], heading: 30.04, tilt: 55 });
    expect(text).toBe('17/45.46/9.19/30/55');
    expect(parsePlace(text)).toEqual({ zoom: 17, center: [9.19, 45.46], heading: 30, tilt: 55 });
    // 359.98° is printed as north.
    expect(printPlace({ zoom: 17, center: [9.19, 45.46], heading: 359.98, tilt: 55 })).toMatch(/\/0\/55$/);
  });

  it('is short for small scales', () => {
    expect(printPlace({ zoom: 3, center: [9.1900001, 45.4641731] })).toBe('3/45.46/9.19');
  });

  it.each(['', '17', '17/x/9', '17/91/9', '17/45/181', '25/45/9', '17//9', '1/2/3/4', '17/45/9/0/91'])(
    'is refused where it is none: "%s"',
    (text) => {
      expect(parsePlace(text)).toBeUndefined();
    },
  );
});
