import { Color, DataTexture, NearestFilter, NormalBlending, RGBAFormat } from 'three';
import { PointCloudMaterial } from 'potree-core';
import { colourOfClass } from '#core/protocol';
import type { CloudLook, CloudShade, PaletteName } from '../api.ts';
import { PALETTES } from '../model/colours.ts';
import { MAX_BOXES, MAX_RING_VERTICES, MAX_RINGS, type ClipTest } from '../model/clips.ts';
import { patched, type ShaderPart } from './cloud-shader.ts';

const CUT_MODES = { off: 0, inside: 1, outside: 2, highlight: 3 } as const;

/** potree-core's material, with classes and clips that count in every colour mode. */
export class CloudMaterial extends PointCloudMaterial {
  readonly #classes = new DataTexture(coloursOfClasses(), 256, 1, RGBAFormat);
  readonly #parts = new Set<ShaderPart>();

  constructor() {
    super({ newFormat: false });
    const { uniforms } = this as unknown as { uniforms: Record<string, { type: string; value: unknown }> };
    this.#classes.magFilter = this.#classes.minFilter = NearestFilter;
    this.#classes.needsUpdate = true;
    uniforms['classificationLUT']!.value = this.#classes;
    Object.assign(uniforms, {
      boxCount: { value: 0 },
      boxes: { value: new Float32Array(16 * MAX_BOXES) },
      ringCount: { value: 0 },
      rings: { value: new Float32Array(4 * MAX_RINGS) },
      ringVertices: { value: new Float32Array(2 * MAX_RING_VERTICES) },
      cutMode: { value: 0 },
      hiddenClasses: { value: new Uint32Array(8) },
      scalarRange: { value: [0, 1] },
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
    // potree-core's constructor comes before the fields of this class.
    const parts = #parts in this ? [...this.#parts].toSorted().map((part) => `#define ${part}\n`) : [];
    this.vertexShader = `${parts.join('')}${patched(this.vertexShader)}`;
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
    this.#use('has_scalar', range !== undefined);
    if (range) this.#set('scalarRange', [...range]);
  }

  /** Values up to which, on both sides of zero, what is put beside the intensity has one colour; undefined: none. */
  setTolerance(tolerance: number | undefined): void {
    this.#set('tolerance', tolerance ?? -1);
  }

  setShade(shade: CloudShade, share: number): void {
    this.#use('shades', shade !== 'none');
    this.#set('shadeMode', { none: 0, intensity: 1, normal: 2 }[shade]);
    this.#set('shadeShare', share);
  }

  /** Of colours and of what a palette colours; 1, 0 and 0 change nothing. */
  setAdjustment({ gamma, contrast, brightness }: Pick<CloudLook, 'gamma' | 'contrast' | 'brightness'>): void {
    this.#use('adjusts', gamma !== 1 || contrast !== 0 || brightness !== 0);
    this.rgbGamma = this.intensityGamma = 1 / gamma;
    this.rgbContrast = this.intensityContrast = contrast;
    this.rgbBrightness = this.intensityBrightness = brightness;
  }

  hideClasses(hidden: ReadonlySet<number>): void {
    this.#use('hides_classes', hidden.size > 0);
    const bits = new Uint32Array(8);
    for (const one of hidden) bits[one >> 5]! |= 1 << (one & 31);
    this.#set('hiddenClasses', bits);
  }

  /** `origin`: the scene's origin in the CRS. */
  cut({ boxes, rings, mode }: ClipTest, origin: readonly [number, number, number]): void {
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
    this.#use('cuts', mode !== 'off');
    this.#use('cuts_rings', mode !== 'off' && rings.length > 0);
    this.#set('boxes', matrices);
    this.#set('boxCount', boxes.length);
    this.#set('rings', heads);
    this.#set('ringVertices', vertices);
    this.#set('ringCount', rings.length);
    this.#set('cutMode', CUT_MODES[mode]);
  }

  override dispose(): void {
    super.dispose();
    this.#classes.dispose();
  }

  #use(part: ShaderPart, isUsed: boolean): void {
    if (this.#parts.has(part) === isUsed) return;
    if (isUsed) this.#parts.add(part);
    else this.#parts.delete(part);
    this.updateShaderSource();
  }

  #set(name: string, value: unknown): void {
    (this.uniforms as unknown as Record<string, { value: unknown }>)[name]!.value = value;
    this.uniformsNeedUpdate = true;
  }
}

function coloursOfClasses(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4 * 256);
  for (let one = 0; one < 256; one++) {
    const colour = colourOfClass(one);
    bytes.set([colour >> 16, (colour >> 8) & 255, colour & 255, 255], 4 * one);
  }
  return bytes;
}
