import { NO_DEVIATION } from '../model/deviations.ts';
import {
  bytesOfColour,
  NO_VALUE_COLOUR,
  RETURN_COLOURS,
  SOURCE_COLOURS,
  WITHIN_COLOUR,
} from '../model/colours.ts';
import { MAX_BOXES, MAX_RING_VERTICES, MAX_RINGS } from '../model/clips.ts';

/** Parts of the shader that are compiled only while they are used: each takes time for every point. */
export type ShaderPart = 'hides_classes' | 'cuts' | 'cuts_rings' | 'adjusts' | 'has_scalar' | 'shades';

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
float adjusted(float value) {
  #ifdef adjusts
  float w = pow(clamp(value, 0.0, 1.0), intensityGamma) + intensityBrightness;
  return clamp((w - 0.5) * getContrastFactor(intensityContrast) + 0.5, 0.0, 1.0);
  #else
  return clamp(value, 0.0, 1.0);
  #endif
}
float getScalar() {
  #ifdef has_scalar
  return adjusted((scalar - scalarRange.x) / (scalarRange.y - scalarRange.x));
  #else
  return adjusted((intensity - intensityRange.x) / (intensityRange.y - intensityRange.x));
  #endif
}`;

/** Whether the class of a point is hidden: a bit for each class. */
const CLASS_CODE = `
uniform uint hiddenClasses[8];
bool isClassHidden() {
  int one = int(classification + 0.5);
  return (hiddenClasses[one >> 5] >> uint(one & 31) & 1u) == 1u;
}`;

/** Darkens by a weak intensity, or by a surface turned away from a light in the north-west, as maps have it. */
const SHADE_CODE = `
uniform int shadeMode;
uniform float shadeShare;
uniform float tolerance;
void shade() {
  #ifdef has_scalar
  if (scalar >= ${NO_DEVIATION / 2}) vColor = ${vec3(NO_VALUE_COLOUR)};
  else if (abs(scalar) <= tolerance) vColor = ${vec3(WITHIN_COLOUR)};
  #endif
  #ifdef shades
  float light = shadeMode == 1
    ? clamp((intensity - intensityRange.x) / (intensityRange.y - intensityRange.x), 0.0, 1.0)
    : normal == vec3(0.0) ? 1.0 : abs(dot(normal, normalize(vec3(-1.0, 1.0, 1.4))));
  vColor *= mix(1.0, 0.15 + 0.85 * light, shadeShare);
  #endif
}`;

/** The number of bits of a byte that are set. */
const ONES_CODE = `
int onesIn(int byte) {
  byte -= byte >> 1 & 0x55;
  byte = (byte & 0x33) + (byte >> 2 & 0x33);
  return byte + (byte >> 4) & 0x0f;
}`;

/** What is changed in potree-core's vertex shader: what it had, and what stands there instead. */
const PATCHES: readonly (readonly [string, string])[] = [
  ['gl_Position = vec4(1000.0);', `gl_Position = ${DROPPED};`],
  // Classes are filtered in all colour modes, not only when they are coloured.
  ['#if !defined color_type_composite && defined color_type_classification', '#ifdef hides_classes'],
  ['if (getClassification().a == 0.0)', 'if (isClassHidden())'],
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
  ['// Adjusts intensity value', `${SCALAR_CODE}\n${CLASS_CODE}\n// Adjusts intensity value`],
  ['vColor = (modelMatrix * vec4(normal, 0.0)).xyz;', 'vColor = 0.5 + 0.5 * normal;'],
  // The level of a point, by which its size adapts: found with less arithmetic.
  ['octreeSize / pow(2.0, i + level);', 'octreeSize / float(1 << int(i + level));'],
  [
    'texture(visibleNodes, vec2(float(iOffset) / 2048.0, 0.0));',
    'texelFetch(visibleNodes, ivec2(iOffset, 0), 0);',
  ],
  ['numberOfOnes(mask, index - 1);', 'onesIn(mask & ((1 << index) - 1));'],
  ['// Checks if bit at specific index is set', `${ONES_CODE}\n// Checks if bit at specific index is set`],
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
#ifdef cuts
uniform int boxCount;
uniform mat4 boxes[${MAX_BOXES}];
uniform int ringCount;
uniform vec4 rings[${MAX_RINGS}];
uniform vec4 ringVertices[${MAX_RING_VERTICES / 2}];
uniform int cutMode;
vec2 ringVertex(int i) { vec4 pair = ringVertices[i / 2]; return i % 2 == 0 ? pair.xy : pair.zw; }
void cutAway() {
  vec4 place = modelMatrix * vec4(position, 1.0);
  bool inside = false;
  for (int i = 0; i < ${MAX_BOXES}; i++) {
    if (i >= boxCount || inside) break;
    vec3 at = (boxes[i] * place).xyz;
    inside = all(lessThanEqual(abs(at), vec3(1.0)));
  }
  #ifdef cuts_rings
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
  #endif
  if (cutMode == 1 && !inside) gl_Position = ${DROPPED};
  if (cutMode == 2 && inside) gl_Position = ${DROPPED};
  if (cutMode == 3 && inside) vColor = mix(vColor, vec3(1.0, 0.85, 0.1), 0.45);
}
#else
void cutAway() {}
#endif`;
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
