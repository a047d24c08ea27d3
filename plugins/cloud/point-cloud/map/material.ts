import { Color, DataTexture, NearestFilter, NormalBlending, RGBAFormat } from 'three';
import { PointCloudMaterial } from 'potree-core';
import { colourOfClass } from '#core/protocol';
import { NO_DEVIATION } from '../model/deviations.ts';
import type { CloudShade, PaletteName } from '../api.ts';
import {
  bytesOfColour,
  NO_VALUE_COLOUR,
  PALETTES,
  RETURN_COLOURS,
  SOURCE_COLOURS,
  WITHIN_COLOUR,
} from '../model/colours.ts';
import { MAX_BOXES, MAX_RING_VERTICES, MAX_RINGS, type ClipTest } from '../model/clips.ts';

/** Values outside of what is drawn, where the graphics card drops a point. */
const DROPPED = 'vec4(2.0, 2.0, 2.0, 1.0)';

const vec3 = (hex: string) =>
  `vec3(${bytesOfColour(hex)
    .map((byte) => (byte / 255).toFixed(4))
    .join(', ')})`;

/** The attribute that colours: the intensity, or what was put beside it; spread and adjusted alike. */
const SCALAR_CODE = `
in float scalar;
uniform vec2 scalarRange;
uniform bool colouredByScalar;
float adjusted(float value) {
  float w = pow(clamp(value, 0.0, 1.0), intensityGamma) + intensityBrightness;
  return clamp((w - 0.5) * getContrastFactor(intensityContrast) + 0.5, 0.0, 1.0);
}
float getScalar() {
  vec2 range = colouredByScalar ? scalarRange : intensityRange;
  return adjusted(((colouredByScalar ? scalar : intensity) - range.x) / (range.y - range.x));
}`;

/** Darkens by a weak intensity, or by a surface turned away from a light in the north-west, as maps have it. */
const SHADE_CODE = `
uniform int shadeMode;
uniform float shadeShare;
uniform float tolerance;
void shade() {
  #ifndef new_format
  if (colouredByScalar && scalar >= ${NO_DEVIATION / 2}) vColor = ${vec3(NO_VALUE_COLOUR)};
  else if (colouredByScalar && abs(scalar) <= tolerance) vColor = ${vec3(WITHIN_COLOUR)};
  if (shadeMode == 0) return;
  float light = shadeMode == 1
    ? clamp((intensity - intensityRange.x) / (intensityRange.y - intensityRange.x), 0.0, 1.0)
    : normal == vec3(0.0) ? 1.0 : abs(dot(normal, normalize(vec3(-1.0, 1.0, 1.4))));
  vColor *= mix(1.0, 0.15 + 0.85 * light, shadeShare);
  #endif
}`;

/** What is changed in potree-core's vertex shader: what it had, and what stands there instead. */
const PATCHES: readonly (readonly [string, string])[] = [
  ['gl_Position = vec4(1000.0);', `gl_Position = ${DROPPED};`],
  // Classes are filtered in all colour modes, not only when they are coloured.
  ['#if !defined color_type_composite && defined color_type_classification', '#if 1'],
  ['gl_Position = vec4(100.0, 100.0, 100.0, 0.0); // Cull', `gl_Position = ${DROPPED}; // Cull`],
  [
    'float w = mod(pointSourceID, 10.0) / 10.0;',
    'return sourceColour(int(pointSourceID));\n\tfloat w = 0.0;',
  ],
  [
    '(numberOfReturns == 1.0) ? vec3(1.0, 1.0, 0.0)',
    `(numberOfReturns == 1.0) ? ${vec3(RETURN_COLOURS.single)}`,
  ],
  ['(returnNumber == 1.0)    ? vec3(1.0, 0.0, 0.0)', `(returnNumber == 1.0) ? ${vec3(RETURN_COLOURS.first)}`],
  [
    '(returnNumber == numberOfReturns) ? vec3(0.0, 0.0, 1.0)',
    `(returnNumber == numberOfReturns) ? ${vec3(RETURN_COLOURS.last)}`,
  ],
  ['vec3(0.0, 1.0, 0.0);', `${vec3(RETURN_COLOURS.between)};`],
  ['// Gets source ID color', `${sourceColours()}\n// Gets source ID color`],
  // Values below the range would have no power.
  [
    'float w = (intensity - intensityRange.x) / (intensityRange.y - intensityRange.x);',
    'float w = clamp((intensity - intensityRange.x) / (intensityRange.y - intensityRange.x), 0.0, 1.0);',
  ],
  [
    'color_type_intensity_gradient\n\t\tfloat w = getIntensity();',
    'color_type_intensity_gradient\n\t\tfloat w = getScalar();',
  ],
  [
    '(world.z - heightMin) / (heightMax - heightMin);',
    'adjusted((world.z - heightMin) / (heightMax - heightMin));',
  ],
  ['// Adjusts intensity value', `${SCALAR_CODE}\n// Adjusts intensity value`],
  ['vColor = (modelMatrix * vec4(normal, 0.0)).xyz;', 'vColor = 0.5 + 0.5 * normal;'],
  ['void main() {', `${SHADE_CODE}\n${clipCode()}\nvoid main() {`],
  ['// COLOR ENCODING ADJUSTMENTS', 'shade();\ncutAway();\n// COLOR ENCODING ADJUSTMENTS'],
];

function sourceColours(): string {
  const colours = SOURCE_COLOURS.map(vec3).join(', ');
  const count = SOURCE_COLOURS.length;
  return `vec3 sourceColour(int id) { vec3 colours[${count}] = vec3[${count}](${colours}); return colours[id % ${count}]; }`;
}

/** Boxes and rings, in the coordinates of the scene. Rings are packed, two vertices in a vector. */
function clipCode(): string {
  return `
uniform int boxCount;
uniform mat4 boxes[${MAX_BOXES}];
uniform int ringCount;
uniform vec4 rings[${MAX_RINGS}];
uniform vec4 ringVertices[${MAX_RING_VERTICES / 2}];
uniform int cutMode;
vec2 ringVertex(int i) { vec4 pair = ringVertices[i / 2]; return i % 2 == 0 ? pair.xy : pair.zw; }
void cutAway() {
  if (cutMode == 0) return;
  vec4 place = modelMatrix * vec4(position, 1.0);
  bool inside = false;
  for (int i = 0; i < ${MAX_BOXES}; i++) {
    if (i >= boxCount || inside) break;
    vec3 at = (boxes[i] * place).xyz;
    inside = all(lessThanEqual(abs(at), vec3(1.0)));
  }
  for (int r = 0; r < ${MAX_RINGS}; r++) {
    if (r >= ringCount || inside) break;
    int start = int(rings[r].x);
    int end = int(rings[r].y);
    bool within = false;
    vec2 before = ringVertex(end - 1);
    for (int i = start; i < end; i++) {
      vec2 here = ringVertex(i);
      if ((here.y > place.y) != (before.y > place.y) &&
        place.x < (before.x - here.x) * (place.y - here.y) / (before.y - here.y) + here.x) within = !within;
      before = here;
    }
    inside = within && place.z >= rings[r].z && place.z <= rings[r].w;
  }
  if (cutMode == 1 && !inside) gl_Position = ${DROPPED};
  if (cutMode == 2 && inside) gl_Position = ${DROPPED};
  #ifndef new_format
  if (cutMode == 3 && inside) vColor = mix(vColor.rgb, vec3(1.0, 0.85, 0.1), 0.45);
  #endif
}`;
}

const CUT_MODES = { off: 0, inside: 1, outside: 2, highlight: 3 } as const;

/** potree-core's material, with classes and clips that count in every colour mode. */
export class CloudMaterial extends PointCloudMaterial {
  readonly #classes = new DataTexture(new Uint8Array(4 * 256), 256, 1, RGBAFormat);

  constructor() {
    super({ newFormat: false });
    const { uniforms } = this as unknown as { uniforms: Record<string, { type: string; value: unknown }> };
    this.#classes.magFilter = this.#classes.minFilter = NearestFilter;
    uniforms['classificationLUT']!.value = this.#classes;
    Object.assign(uniforms, {
      boxCount: { value: 0 },
      boxes: { value: new Float32Array(16 * MAX_BOXES) },
      ringCount: { value: 0 },
      rings: { value: new Float32Array(4 * MAX_RINGS) },
      ringVertices: { value: new Float32Array(2 * MAX_RING_VERTICES) },
      cutMode: { value: 0 },
      scalarRange: { value: [0, 1] },
      colouredByScalar: { value: false },
      shadeMode: { value: 0 },
      shadeShare: { value: 0 },
      // Negative: none.
      tolerance: { value: -1 },
    });
    // Colours are written as they are stored.
    this.inputColorEncoding = this.outputColorEncoding = 1;
    this.updateShaderSource();
  }

  /** Called by potree-core whenever a mode changes; first by its constructor. */
  override updateShaderSource(): void {
    super.updateShaderSource();
    this.vertexShader = patched(this.vertexShader);
    if (this.opacity === 1) return;
    this.blending = NormalBlending;
    this.depthTest = true;
  }

  set palette(name: PaletteName) {
    if (name === this.#palette) return;
    this.#palette = name;
    const colours = PALETTES[name];
    this.gradient = colours.map((hex, i) => [i / (colours.length - 1), new Color(hex)]) as never;
  }
  #palette: PaletteName | undefined;

  /** The range of what is put beside the intensity; undefined: the intensity itself colours. */
  setScalar(range: readonly [number, number] | undefined): void {
    const uniforms = this.uniforms as unknown as Record<string, { value: unknown }>;
    uniforms['colouredByScalar']!.value = range !== undefined;
    if (range) uniforms['scalarRange']!.value = [...range];
    this.uniformsNeedUpdate = true;
  }

  /** Values up to which, on both sides of zero, what is put beside the intensity has one colour; undefined: none. */
  setTolerance(tolerance: number | undefined): void {
    const uniforms = this.uniforms as unknown as Record<string, { value: unknown }>;
    uniforms['tolerance']!.value = tolerance ?? -1;
    this.uniformsNeedUpdate = true;
  }

  setShade(shade: CloudShade, share: number): void {
    const uniforms = this.uniforms as unknown as Record<string, { value: unknown }>;
    uniforms['shadeMode']!.value = { none: 0, intensity: 1, normal: 2 }[shade];
    uniforms['shadeShare']!.value = share;
    this.uniformsNeedUpdate = true;
  }

  hideClasses(hidden: ReadonlySet<number>): void {
    const bytes = this.#classes.image.data as Uint8Array;
    for (let one = 0; one < 256; one++) {
      const colour = colourOfClass(one);
      bytes.set([colour >> 16, (colour >> 8) & 255, colour & 255, hidden.has(one) ? 0 : 255], 4 * one);
    }
    this.#classes.needsUpdate = true;
  }

  /** `origin`: the scene's origin in the CRS. */
  cut({ boxes, rings, mode }: ClipTest, origin: readonly [number, number, number]): void {
    const uniforms = this.uniforms as unknown as Record<string, { value: unknown }>;
    const matrices = new Float32Array(16 * MAX_BOXES);
    boxes.forEach(({ center, axes, half }, i) => {
      const middle = center.map((value, axis) => value - origin[axis]!);
      // Rows are the axes over the half lengths; the last column moves the middle to 0.
      axes.forEach((axis, row) => {
        let shift = 0;
        axis.forEach((value, column) => {
          const scaled = value / Math.max(1e-9, half[row]!);
          matrices[16 * i + 4 * column + row] = scaled;
          shift -= scaled * middle[column]!;
        });
        matrices[16 * i + 12 + row] = shift;
      });
      matrices[16 * i + 15] = 1;
    });
    const heads = new Float32Array(4 * MAX_RINGS);
    const vertices = new Float32Array(2 * MAX_RING_VERTICES);
    let at = 0;
    rings.forEach(({ ring, heights }, i) => {
      heads.set([at, at + ring.length, heights[0] - origin[2], heights[1] - origin[2]], 4 * i);
      for (const [x, y] of ring) vertices.set([x - origin[0], y - origin[1]], 2 * at++);
    });
    uniforms['boxes']!.value = matrices;
    uniforms['boxCount']!.value = boxes.length;
    uniforms['rings']!.value = heads;
    uniforms['ringVertices']!.value = vertices;
    uniforms['ringCount']!.value = rings.length;
    uniforms['cutMode']!.value = CUT_MODES[mode];
    this.uniformsNeedUpdate = true;
  }

  override dispose(): void {
    super.dispose();
    this.#classes.dispose();
  }
}

/** Throws when potree-core's shader has not the lines that are changed: another version of it. */
export function patched(shader: string): string {
  return PATCHES.reduce(
    (text, [had, has]) => {
      if (!text.includes(had)) throw new Error(`potree-core's shader has no '${had}'.`);
      return text.replace(had, () => has);
    },
    shader.replaceAll('\r\n', '\n'),
  );
}
