import type { I18n } from '#core/i18n';
import type { Gesture } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { CaptureSession, crossesItself, planeIn, type PathKind } from '#core/sketch';
import {
  BaseToolSession,
  type StateOfTool,
  type Tool,
  type ToolContext,
  type ToolSession,
} from '#core/tools';

export interface OutsideToolOptions {
  /** A text key with its namespace. */
  readonly hint: string;
  /** Missing: each click is sent. */
  readonly draws?: 'point' | 'line' | 'polygon' | undefined;
  readonly settings: Settings;
  readonly i18n: I18n;
  readonly send: (what: { position: Position } | { location: Geometry }) => void;
}

const KINDS: Readonly<Record<'point' | 'line' | 'polygon', PathKind>> = {
  point: 'point',
  line: 'line',
  polygon: 'ring',
};

/** A tool of a plugin from outside, to which each click or each finished shape is sent. */
export class OutsideTool implements Tool {
  readonly #options: OutsideToolOptions;

  constructor(options: OutsideToolOptions) {
    this.#options = options;
  }

  start(context: ToolContext): ToolSession {
    const { hint, draws, settings, i18n, send } = this.#options;
    if (draws === undefined) return new ClickSession(context, hint, send);
    const kind = KINDS[draws];
    return new CaptureSession({
      context,
      kind,
      settings,
      i18n,
      metric: () => planeIn(settings.get('measureCRS')),
      hints: { start: hint, next: 'outside-plugins:hint.next', enough: 'outside-plugins:hint.enough' },
      refuses: (vertices) =>
        kind === 'ring' && crossesItself(vertices) ? 'outside-plugins:hint.crosses-itself' : undefined,
      finished: (vertices) => send({ location: shapeOf(kind, vertices) }),
    });
  }
}

function shapeOf(kind: PathKind, vertices: Position[]): Geometry {
  if (kind === 'point') return { type: 'Point', coordinates: vertices[0]! };
  if (kind === 'line') return { type: 'LineString', coordinates: vertices };
  return { type: 'Polygon', coordinates: [[...vertices, vertices[0]!]] };
}

class ClickSession extends BaseToolSession {
  readonly #hint: string;
  readonly #send: OutsideToolOptions['send'];

  constructor(context: ToolContext, hint: string, send: OutsideToolOptions['send']) {
    super(context);
    this.#hint = hint;
    this.#send = send;
    this.view.setCursor('crosshair');
  }

  protected override describe(): StateOfTool {
    return { hint: this.#hint };
  }

  protected override onClick({ position }: Gesture): void {
    if (position) this.#send({ position });
  }
}
