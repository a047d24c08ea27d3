import { expect, it } from 'vitest';
import { PointCloudMaterial } from 'potree-core';
import { patched } from './cloud-shader.ts';

it('changes every line that it means to change in potree-core’s shader', () => {
  const { vertexShader } = new PointCloudMaterial();
  const shader = patched(vertexShader);
  expect(shader).toContain('cutAway();');
  // Classes are filtered whatever the colours mean.
  expect(shader).not.toContain('!defined color_type_composite && defined color_type_classification');
  expect(() => patched('void main() {}')).toThrow('potree-core');
});
