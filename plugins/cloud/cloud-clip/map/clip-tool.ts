import type { I18n } from '#core/i18n';
import { ClickEcho, type Gesture, type MapView } from '#core/mapview';
import type { Panels } from '#core/plugin';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { CaptureSession, geodesic } from '#core/sketch';
import type { Tool, ToolContext } from '#core/tools';
import type { Clip, CloudView, CloudViews } from '#plugins/cloud/point-cloud/api';
import type { CloudClips } from '../model/cloud-clips.ts';
import { outlineOf } from '../model/outlines.ts';
import { boxThrough, type ClipShape } from '../model/shapes.ts';

export type ClipKind = Clip['kind'];

/** Clicks that complete a clip of a kind. */
const MOST: Readonly<Record<ClipKind, number>> = { box: 3, polygon: Infinity, slab: 2 };

/** Sets a clip by places on the cloud. */
export class ClipTool implements Tool {
  constructor(
    readonly kind: ClipKind,
    readonly clips: CloudClips,
    readonly views: CloudViews,
    readonly panels: Panels,
    readonly settings: Settings,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): ClipSession {
    // Texts that cannot be loaded show as keys.
    this.i18n.load('cloud-clip').catch(() => undefined);
    this.panels.open('cloud-clip.panel');
    return new ClipSession(context, this);
  }

  /** Undefined: the places enclose nothing. */
  shapeOf(view: CloudView, vertices: readonly Position[]): ClipShape | undefined {
    const places = vertices.map((vertex) => view.toCloud(vertex));
    const { kind } = this;
    if (kind === 'box') {
      const [longitude, latitude] = vertices[0] ?? view.camera.center;
      // A little more than the points reach, so that the highest and the lowest are inside.
      const [least, most] = (view.heights ?? [0, 0]).map((z) => view.toCloud([longitude, latitude, z])[2]);
      return boxThrough(places, [least! - 0.01, most! + 0.01]);
    }
    if (kind === 'polygon')
      return places.length < 3
        ? undefined
        : { kind, ring: places.map(([x, y]) => [x, y]), heights: undefined };
    const [from, to] = places;
    if (!from || !to || Math.hypot(to[0] - from[0], to[1] - from[1]) === 0) return undefined;
    return {
      kind,
      from: [from[0], from[1]],
      to: [to[0], to[1]],
      width: this.clips.slabWidth / view.unit,
    };
  }
}

class ClipSession extends CaptureSession {
  readonly #tool: ClipTool;
  /** Follows the click that completed a clip. */
  readonly #echo = new ClickEcho();

  constructor(context: ToolContext, tool: ClipTool) {
    const { kind, settings, i18n } = tool;
    super({
      context,
      kind: kind === 'polygon' ? 'ring' : 'line',
      settings,
      i18n,
      metric: () => geodesic,
      hints: {
        start: `cloud-clip:hint.${kind}`,
        next: `cloud-clip:hint.${kind}.next`,
        enough: `cloud-clip:hint.${kind}.enough`,
      },
      finished: (vertices) => this.#finished(vertices),
    });
    this.#tool = tool;
    // Typed vertices come without a gesture; the path has notified all observers by then.
    this.follow(() => queueMicrotask(() => this.#followPath()), this.path.state$);
  }

  override gesture(gesture: Gesture): boolean {
    if (this.#echo.ignores(gesture)) return false;
    const answer = super.gesture(gesture);
    if (this.#completeIfFull() && gesture.kind === 'click') this.#echo.follow(gesture.pixel);
    return answer;
  }

  get #view(): CloudView | undefined {
    const { current } = this.#tool.views;
    return (current as MapView | undefined) === this.view ? current : undefined;
  }

  #followPath(): void {
    if (this.lifetime.closed) return;
    const { vertices, cursor } = this.path.state;
    if (!this.#completeIfFull()) this.#draw(vertices.length > 0 && cursor ? [...vertices, cursor] : []);
  }

  #completeIfFull(): boolean {
    if (this.path.vertices.length < MOST[this.#tool.kind]) return false;
    this.complete();
    return true;
  }

  /** What the clip would enclose. */
  #draw(vertices: readonly Position[]): void {
    const view = this.#view;
    const shape = view && vertices.length > 1 ? this.#tool.shapeOf(view, vertices) : undefined;
    this.show(shape && { shapes: outlineOf(shape, view!) }, 'cloud-clip');
  }

  #finished(vertices: readonly Position[]): boolean {
    const view = this.#view;
    const { clips, kind, i18n } = this.#tool;
    const shape = view && this.#tool.shapeOf(view, vertices);
    if (!shape) {
      this.refuse('cloud-clip:hint.flat');
      return false;
    }
    const number = clips.list.filter(({ clip }) => clip.kind === kind).length + 1;
    const refusal = clips.add(shape, i18n.t(`cloud-clip:name.${kind}`, { number }));
    this.refuse(refusal && `cloud-clip:${refusal}`);
    return refusal === undefined;
  }
}
