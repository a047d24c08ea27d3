import { reaction } from 'mobx';
import type { I18n } from '#core/i18n';
import { HANDLE_TOLERANCE, type Gesture, type MapView, type Pixel } from '#core/mapview';
import type { Panels } from '#core/plugin';
import { BaseToolSession, type StateOfTool, type Tool, type ToolContext } from '#core/tools';
import type { Clip, CloudView, CloudViews } from '#plugins/cloud/point-cloud/api';
import type { CloudClips } from '../model/cloud-clips.ts';
import { facesOf, type ClipFace } from '../model/faces.ts';
import { outlineOf } from '../model/outlines.ts';

/** CSS pixels of a unit along a normal, below which it points at the eye and its side cannot be dragged. */
const SHORTEST = 1e-3;

/** Moves the sides of clips that are on by their handles in the view. */
export class FaceTool implements Tool {
  constructor(
    readonly clips: CloudClips,
    readonly views: CloudViews,
    readonly panels: Panels,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): FaceSession {
    // Texts that cannot be loaded show as keys.
    this.i18n.load('cloud-clip').catch(() => undefined);
    this.panels.open('cloud-clip.panel');
    return new FaceSession(context, this);
  }
}

interface Dragged {
  readonly face: ClipFace;
  readonly from: Pixel;
  /** CSS pixels of a unit outwards, at the handle. */
  readonly along: Pixel;
  clip: Clip;
}

class FaceSession extends BaseToolSession {
  readonly #tool: FaceTool;
  #dragged: Dragged | undefined;

  constructor(context: ToolContext, tool: FaceTool) {
    super(context);
    this.#tool = tool;
    const stop = reaction(
      () => tool.clips.on,
      () => this.#draw(),
      { fireImmediately: true },
    );
    this.lifetime.add(stop);
  }

  protected override describe(): StateOfTool {
    const has = this.#faces().length > 0;
    return {
      hint: has ? 'cloud-clip:hint.faces' : 'cloud-clip:hint.faces.none',
      busy: this.#dragged !== undefined,
    };
  }

  protected override onDown({ pixel, pointer }: Gesture): boolean {
    const view = this.#view;
    const face = view && this.#faceAt(view, pixel, HANDLE_TOLERANCE[pointer]);
    if (!face) return false;
    const along = acrossOf(view, face);
    if (Math.hypot(...along) < SHORTEST) return false;
    this.#dragged = { face, from: pixel, along, clip: face.clip };
    this.#draw();
    return true;
  }

  protected override onDrag({ pixel }: Gesture): void {
    const dragged = this.#dragged;
    if (!dragged) return;
    const { from, along, face } = dragged;
    const by =
      ((pixel[0] - from[0]) * along[0] + (pixel[1] - from[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2);
    dragged.clip = face.moved(by);
    this.#draw();
  }

  protected override onUp(): void {
    const dragged = this.#dragged;
    this.#dragged = undefined;
    if (dragged && dragged.clip !== dragged.face.clip) this.#tool.clips.edit(dragged.clip);
    this.#draw();
  }

  override cancel(): void {
    this.#dragged = undefined;
    this.#draw();
  }

  get #view(): CloudView | undefined {
    const { current } = this.#tool.views;
    return (current as MapView | undefined) === this.view ? current : undefined;
  }

  #faces(): ClipFace[] {
    const view = this.#view;
    if (!view) return [];
    const [longitude, latitude] = view.camera.center;
    const [low, high] = view.heights ?? [0, 0];
    const middle = view.toCloud([longitude, latitude, (low + high) / 2])[2];
    return this.#tool.clips.on.flatMap((clip) => facesOf(clip, middle));
  }

  #faceAt(view: CloudView, pixel: Pixel, tolerance: number): ClipFace | undefined {
    const near = this.#faces().flatMap((face) => {
      const at = view.toPixel(view.fromCloud(face.at));
      const away = at ? Math.hypot(at[0] - pixel[0], at[1] - pixel[1]) : Infinity;
      return away <= tolerance ? [{ face, away }] : [];
    });
    return near.sort((a, b) => a.away - b.away)[0]?.face;
  }

  #draw(): void {
    const view = this.#view;
    if (!view || this.lifetime.closed) return;
    const dragged = this.#dragged;
    this.show(
      {
        shapes: dragged ? outlineOf(dragged.clip, view) : [],
        handles: this.#faces().map((face) => ({
          position: view.fromCloud(face.at),
          role: isSame(face, dragged?.face) ? ('active' as const) : ('vertex' as const),
        })),
      },
      'cloud-clip-faces',
    );
    this.update();
  }
}

const isSame = (face: ClipFace, other: ClipFace | undefined): boolean =>
  other !== undefined && face.clip.id === other.clip.id && face.outwards.join() === other.outwards.join();

/** CSS pixels by which a side moves on the screen for each unit outwards. */
function acrossOf(view: CloudView, { at, outwards }: ClipFace): Pixel {
  const step = 0.1 / view.unit;
  const [from, to] = [0, step].map((by) =>
    view.toPixel(
      view.fromCloud([at[0] + outwards[0] * by, at[1] + outwards[1] * by, at[2] + outwards[2] * by]),
    ),
  );
  return from && to ? [(to[0] - from[0]) / step, (to[1] - from[1]) / step] : [0, 0];
}
