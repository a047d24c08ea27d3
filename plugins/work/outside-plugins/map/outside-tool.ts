import type { Gesture } from '#core/mapview';
import { BaseToolSession, type StateOfTool, type Tool, type ToolContext } from '#core/tools';

/** A tool of a plugin from outside: each click is told to the plugin. */
export class OutsideTool implements Tool {
  readonly #hint: string;
  readonly #clicked: (position: readonly number[]) => void;

  /** `hint`: a text key with its namespace. */
  constructor(hint: string, clicked: (position: readonly number[]) => void) {
    this.#hint = hint;
    this.#clicked = clicked;
  }

  start(context: ToolContext): ClickSession {
    return new ClickSession(context, this.#hint, this.#clicked);
  }
}

class ClickSession extends BaseToolSession {
  readonly #hint: string;
  readonly #clicked: (position: readonly number[]) => void;

  constructor(context: ToolContext, hint: string, clicked: (position: readonly number[]) => void) {
    super(context);
    this.#hint = hint;
    this.#clicked = clicked;
    this.view.setCursor('crosshair');
  }

  protected override describe(): StateOfTool {
    return { hint: this.#hint };
  }

  protected override onClick({ position }: Gesture): void {
    if (position) this.#clicked([...position]);
  }
}
