import type { Gesture } from '#core/mapview';
import { BaseToolSession, type StateOfTool, type ToolContext } from '#core/tools';
import type { Identification } from '../model/identification.ts';

interface IdentifyParts {
  readonly identification: Identification;
  /** Opens the panel with the answers. */
  readonly showPanel: () => void;
}

/** Asks the layers of other servers about each place that is clicked. */
export class IdentifySession extends BaseToolSession {
  readonly #parts: IdentifyParts;

  constructor(context: ToolContext, parts: IdentifyParts) {
    super(context);
    this.#parts = parts;
    this.view.setSnapping(undefined);
    this.view.setCursor('help');
    this.lifetime.add(() => parts.identification.clear());
  }

  protected override onClick({ position }: Gesture): void {
    if (!position) return;
    const { identification, showPanel } = this.#parts;
    this.show({ shapes: [], handles: [{ position, role: 'active' }] });
    void identification.query(position, this.view.camera);
    showPanel();
  }

  protected override describe(): StateOfTool {
    return { hint: 'external-layers:hint.identify' };
  }
}
