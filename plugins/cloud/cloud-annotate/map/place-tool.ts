import type { I18n } from '#core/i18n';
import type { Gesture } from '#core/mapview';
import type { Panels } from '#core/plugin';
import { BaseToolSession, type StateOfTool, type Tool, type ToolContext } from '#core/tools';
import type { CloudViews } from '#plugins/cloud/point-cloud/api';
import type { CloudAnnotations } from '../model/annotations.ts';

/** Annotates a point of a cloud: a click opens the form with its place. */
export class AnnotationTool implements Tool {
  constructor(
    readonly annotations: CloudAnnotations,
    readonly views: CloudViews,
    readonly panels: Panels,
    readonly i18n: I18n,
  ) {}

  start(context: ToolContext): AnnotationSession {
    // Texts that cannot be loaded show as keys.
    this.i18n.load('cloud-annotate').catch(() => undefined);
    return new AnnotationSession(context, this);
  }
}

class AnnotationSession extends BaseToolSession {
  readonly #tool: AnnotationTool;

  constructor(context: ToolContext, tool: AnnotationTool) {
    super(context);
    this.#tool = tool;
    this.react(
      () => this.#draw(),
      () => tool.annotations.draft,
    );
    this.lifetime.add(() => tool.annotations.write(undefined));
  }

  protected describe(): StateOfTool {
    const { draft } = this.#tool.annotations;
    return { hint: `cloud-annotate:hint.${draft ? 'write' : 'place'}`, busy: draft !== undefined };
  }

  override cancel(): void {
    this.#tool.annotations.write(undefined);
    super.cancel();
  }

  protected override onClick({ pixel }: Gesture): void {
    const { annotations, views, panels } = this.#tool;
    const point = views.current?.pointAt(pixel);
    if (!point) return this.refuse('cloud-annotate:hint.no-point');
    const [longitude, latitude, height = 0] = point.position;
    annotations.write({
      cloudId: point.cloud.id,
      position: [longitude, latitude, height],
      of: undefined,
    });
    panels.open('cloud-annotate.panel');
  }

  #draw(): void {
    const { draft } = this.#tool.annotations;
    this.show(draft && { shapes: [], handles: [{ position: draft.position, role: 'vertex' }] });
    this.update();
  }
}
