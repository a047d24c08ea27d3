import { CustomShader, UniformType } from 'cesium';

/**
 * Shades faces that have no normals, which Cesium draws in their plain colour, by their slope on the screen: lit by
 * the sun where it is shown, otherwise from above the viewer's left shoulder. Textures are photographs, with their
 * own light.
 */
export function flatShading(): CustomShader {
  return new CustomShader({
    uniforms: { u_sunlit: { type: UniformType.BOOL, value: false } },
    fragmentShaderText: `
      void fragmentMain(FragmentInput fsInput, inout czm_modelMaterial material) {
      #if !defined(HAS_NORMALS) && !defined(PRIMITIVE_TYPE_POINTS) && !defined(HAS_BASE_COLOR_TEXTURE)
        vec3 place = fsInput.attributes.positionEC;
        vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
        vec3 light = u_sunlit ? czm_lightDirectionEC : normalize(vec3(-0.4, 0.6, 0.7));
        material.diffuse *= 0.45 + 0.55 * max(dot(normal, light), 0.0);
      #endif
      }`,
  });
}
