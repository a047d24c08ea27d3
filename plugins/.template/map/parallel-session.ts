import type { MapObject } from '#core/document';
import { parseLength } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import { newUuid } from '#core/kernel';
import type { Gesture } from '#core/mapview';
import type { Settings } from '#core/settings';
import { nearestOnLine } from '#core/shapes';
import { planeIn, printerOf } from '#core/sketch';
import { BaseToolSession, type KeyGesture, type StateOfTool, type ToolContext } from '#core/tools';
import type { NewObjects } from '#plugins/work/attributes/api';

/** Draws the parallel of the leg under the pointer, on the pointer's side, at the distance that is typed. */
export class ParallelSession extends BaseToolSession {
  #typed = '';
  #pointer: Gesture | undefined;

  constructor(
    context: ToolContext,
    readonly settings: Settings,
    readonly i18n: I18n,
    readonly newObjects: Pick<NewObjects, 'add'>,
  ) {
    super(context);
  }

  override key(key: KeyGesture): boolean {
    if (key.ctrl || key.alt || !/^[\d.,]$/.test(key.key)) return super.key(key);
    return this.#type(this.#typed + key.key);
  }
  override cancel(): void {
    this.#type('');
  }
  protected override takeBack(): boolean {
    return this.#typed !== '' && this.#type(this.#typed.slice(0, -1));
  }
  protected override onMove(gesture: Gesture): void {
    this.#pointer = gesture;
    this.preview(this.#parallel());
  }
  protected override onClick(gesture: Gesture): void {
    this.#pointer = gesture;
    const made = this.#parallel();
    if (made.length === 0) return this.refuse('template:problem.no-line');
    this.preview([]);
    // Asks for what the type requires; the person may cancel.
    void this.newObjects.add(this.project, made, { label: 'template:step.parallel', code: 'parallel' });
  }
  protected override describe(): StateOfTool {
    const value = printerOf(this.i18n, this.settings).length(this.#distance);
    const readout = [{ label: this.i18n.t('template:distance'), value }];
    return { hint: 'template:hint.parallel', readout, busy: this.#typed !== '' };
  }

  /** Metres; 1 until a distance is typed. */
  get #distance(): number {
    return parseLength(this.#typed) ?? 1;
  }

  #type(text: string): true {
    this.#typed = text;
    this.preview(this.#parallel());
    this.update();
    return true;
  }

  /** A new object of the type of the line under the pointer; none where there is no line. */
  #parallel(): MapObject[] {
    const place = this.#pointer?.position;
    const line =
      this.#pointer && this.pick(this.#pointer).find(({ location }) => location.type === 'LineString');
    if (!place || line?.location.type !== 'LineString') return [];
    const { segment } = nearestOnLine(line.location, place);
    const [from, to] = line.location.coordinates.slice(segment, segment + 2);
    const metric = planeIn(this.settings.get('measureCRS'));
    const { azimuth } = metric.segment(from!, to!);
    const turn = ((metric.segment(from!, place).azimuth - azimuth) * Math.PI) / 180;
    const aside = azimuth + (Math.sin(turn) >= 0 ? 90 : -90);
    const coordinates = [from!, to!].map((end) => metric.direct(end, aside, this.#distance));
    return [{ ...line, id: newUuid(), location: { type: 'LineString', coordinates }, properties: {} }];
  }
}
