import { Color, PerInstanceColorAppearance } from 'cesium';
import type { Style } from '#core/protocol';

type Hatch = NonNullable<Style['hatch']>;

/** Directions across the lines of a hatch: east and north of the area. */
const ACROSS: Readonly<Record<Hatch['kind'], readonly (readonly [number, number])[]>> = {
  horizontal: [[0, 1]],
  vertical: [[1, 0]],
  forward: [[-Math.SQRT1_2, Math.SQRT1_2]],
  backward: [[Math.SQRT1_2, Math.SQRT1_2]],
  cross: [
    [1, 0],
    [0, 1],
  ],
  'diagonal-cross': [
    [-Math.SQRT1_2, Math.SQRT1_2],
    [Math.SQRT1_2, Math.SQRT1_2],
  ],
  dots: [],
};

const VERTEX = `
in vec3 position3DHigh;
in vec3 position3DLow;
in vec2 st;
in vec4 color;
in float batchId;
out vec4 v_color;
out vec2 v_st;
void main() {
  vec4 p = czm_computePosition();
  v_color = color;
  v_st = st;
  gl_Position = czm_modelViewProjectionRelativeToEye * p;
}`;

/**
 * Draws lines or dots upon a fill. They stay on the ground, metres of the area in `st`, at a distance that doubles while
 * one zooms out, so that on the screen it is the one of the style or up to twice as much; lines are as wide as the style says.
 */
export function hatched(
  { kind, colour, spacing, width }: Hatch,
  opacity: number,
): PerInstanceColorAppearance {
  const { red, green, blue, alpha } = Color.fromCssColorString(colour) ?? Color.GRAY;
  const number = (value: number) => value.toFixed(6);
  const lines = ACROSS[kind].map(
    ([x, y]) => `shown = max(shown, line(dot(v_st, vec2(${number(x)}, ${number(y)})), cell));`,
  );
  const fragmentShaderSource = `
in vec4 v_color;
in vec2 v_st;
float toPixels(float metres, float along) {
  return metres / max(length(vec2(dFdx(along), dFdy(along))), 1e-6);
}
float line(float along, float cell) {
  float off = abs(fract(along / cell) - 0.5) * cell;
  return clamp(${number(width)} * czm_pixelRatio * 0.5 + 0.5 - toPixels(off, along), 0.0, 1.0);
}
float dots(float cell) {
  vec2 off = (fract(v_st / cell) - 0.5) * cell;
  vec2 pixels = vec2(toPixels(off.x, v_st.x), toPixels(off.y, v_st.y));
  return clamp(${number(width)} * czm_pixelRatio + 0.5 - length(pixels), 0.0, 1.0);
}
void main() {
  float metre = max(min(length(dFdx(v_st)), length(dFdy(v_st))), 1e-6) * czm_pixelRatio;
  float cell = ${number(spacing)} * exp2(ceil(log2(metre)));
  float shown = ${kind === 'dots' ? 'dots(cell)' : '0.0'};
  ${lines.join('\n  ')}
  vec4 ink = vec4(${[red, green, blue, alpha * opacity].map(number).join(', ')});
  float over = shown * ink.a;
  float whole = over + v_color.a * (1.0 - over);
  vec3 mixed = (ink.rgb * over + v_color.rgb * v_color.a * (1.0 - over)) / max(whole, 1e-6);
  out_FragColor = czm_gammaCorrect(vec4(mixed, whole));
}`;
  return new PerInstanceColorAppearance({
    flat: true,
    translucent: false,
    closed: false,
    vertexShaderSource: VERTEX,
    fragmentShaderSource,
  });
}
