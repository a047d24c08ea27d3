import { expect, it } from 'vitest';
import { WindowClip } from './window-clip.ts';

it('clips the elements of the chosen layers, also those that come later, and no others afterwards', () => {
  const viewport = document.createElement('div');
  const layer = (name: string) => {
    const element = document.createElement('div');
    element.className = name;
    viewport.append(element);
    return element;
  };
  const [osm, ortho] = [layer('map2d-osm'), layer('map2d-external map2d-external-a1')];
  const clip = new WindowClip(viewport);
  clip.show({ layers: ['a1', 'background'], shape: { kind: 'left', x: 120 } });
  expect([osm, ortho].map(({ style }) => style.clipPath)).toEqual(
    Array(2).fill('inset(0 calc(100% - 120px) 0 0)'),
  );
  const earth = layer('map2d-earth');
  clip.apply();
  expect(earth.style.clipPath).not.toBe('');
  clip.show({ layers: ['a1'], shape: { kind: 'circle', centre: [10, 20], radius: 40 } });
  expect([osm, ortho, earth].map(({ style }) => style.clipPath)).toEqual([
    '',
    'circle(40px at 10px 20px)',
    '',
  ]);
  clip.show(undefined);
  expect(ortho.style.clipPath).toBe('');
});
