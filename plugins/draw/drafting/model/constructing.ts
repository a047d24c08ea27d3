import { makeAutoObservable, observableRef, reaction } from 'mobx';
import { combineLatest } from 'rxjs';
import { printCoordinates, projections$ } from '#core/geodesy';
import type { I18n } from '#core/i18n';
import { Lifetime } from '#core/kernel';
import { distanceTo, HANDLE_TOLERANCE, type Gesture } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { Settings } from '#core/settings';
import { printerOf, type CaptureSession, type Diversion, type Printer } from '#core/sketch';
import type { KeyGesture } from '#core/tools';
import { constructed, type ConstructionKind, type ConstructionProblem } from './constructions.ts';
import { constructionSketch } from './construction-sketch.ts';

export const STATIONS = ['a', 'b'] as const;
export const VALUES = ['first', 'second'] as const;
type Station = (typeof STATIONS)[number];
type ValueName = (typeof VALUES)[number];

/** The values of each kind: text key and how the input is parsed. */
export const MEASURED = {
  distances: ['distance-a', 'distance-b'],
  bearings: ['bearing-a', 'bearing-b'],
  'bearing-distance': ['bearing-a', 'distance-b'],
  offset: ['chainage', 'offset-right'],
} as const satisfies Record<ConstructionKind, readonly [string, string]>;

/** The sketch of the construction, in addition to that of the path. */
const SLOT = 'drafting';

/**
 * Constructs the next vertex of a path: stations are clicked or typed, two values are typed, and one of the solutions
 * is set by a click, or chosen with Tab and set with Enter.
 */
export class Constructing implements Diversion {
  kind: ConstructionKind = 'distances';
  typed: Readonly<Record<Station | ValueName, string>> = { a: '', b: '', first: '', second: '' };
  /** The station that the next click sets. */
  picking: Station | undefined = 'a';
  chosen = 0;
  #clicked: Readonly<Partial<Record<Station, Position>>> = {};
  readonly #printer: Printer;
  readonly #lifetime = new Lifetime();

  constructor(
    readonly session: CaptureSession,
    readonly settings: Settings,
    readonly i18n: I18n,
    readonly close: () => void,
  ) {
    makeAutoObservable(this, {
      typed: observableRef,
      session: false,
      settings: false,
      i18n: false,
      close: false,
      // They depend on settings, which MobX does not observe.
      crs: false,
      places: false,
      problem: false,
    });
    this.#printer = printerOf(i18n, settings);
    session.divert(this);
    const { view } = session.request.context;
    const draw = () => view.show(constructionSketch(this), SLOT);
    this.#lifetime.add(reaction(() => constructionSketch(this), draw));
    const terms = (['units', 'workingCrs', 'measureCRS'] as const).map((key) => settings.observe(key));
    this.#lifetime.add(combineLatest([...terms, projections$]).subscribe(draw));
  }

  /** The CRS of typed coordinates that name none. */
  get crs(): string {
    return this.session.frame.crs;
  }

  /** The position of a station; undefined when empty or invalid. */
  station(name: Station): Position | undefined {
    const text = this.typed[name];
    return this.#clicked[name] ?? this.#printer.parseCoordinates(text, this.crs)?.position;
  }

  /** Metres or degrees; undefined when empty or invalid. */
  value(name: ValueName): number | undefined {
    const measured = MEASURED[this.kind][VALUES.indexOf(name)]!;
    const text = this.typed[name];
    if (measured.startsWith('bearing')) return this.#printer.parseAngle(text);
    const length = this.#printer.parseLength(text);
    return measured.startsWith('distance') && length !== undefined && !(length > 0) ? undefined : length;
  }

  /** Whether the text is not empty and invalid. */
  isWrong(name: Station | ValueName): boolean {
    if (this.typed[name].trim() === '') return false;
    return (name === 'a' || name === 'b' ? this.station(name) : this.value(name)) === undefined;
  }

  get #found(): readonly Position[] | ConstructionProblem {
    const [a, b, first, second] = [
      this.station('a'),
      this.station('b'),
      this.value('first'),
      this.value('second'),
    ];
    if (!a || !b || first === undefined || second === undefined) return [];
    return constructed(this.kind, { a, b, first, second }, this.session.frame.metric);
  }

  get places(): readonly Position[] {
    const found = this.#found;
    return typeof found === 'string' ? [] : found;
  }

  get problem(): ConstructionProblem | undefined {
    const found = this.#found;
    return typeof found === 'string' ? found : undefined;
  }

  choose(kind: ConstructionKind): void {
    this.kind = kind;
    this.chosen = 0;
    this.typed = { ...this.typed, first: '', second: '' };
  }

  change(name: Station | ValueName, text: string): void {
    if (name === 'a' || name === 'b') this.#clicked = { ...this.#clicked, [name]: undefined };
    this.typed = { ...this.typed, [name]: text };
    this.chosen = 0;
  }

  pick(station: Station): void {
    this.picking = station;
  }

  /** Chooses the other of two solutions. */
  other(): true {
    this.chosen = (this.chosen + 1) % this.places.length;
    return true;
  }

  /**
   * Sets the chosen solution as the next vertex, at the height typed for it; the stations are kept for the next
   * vertex.
   */
  set(): boolean {
    const place = this.places[this.chosen];
    if (!place) return false;
    const { path } = this.session;
    const { z } = path.locks$.value;
    path.add(z === undefined ? place : [place[0], place[1], z]);
    this.typed = { ...this.typed, first: '', second: '' };
    this.chosen = 0;
    return true;
  }

  gesture(gesture: Gesture): boolean {
    if (gesture.kind === 'move') {
      const at = this.#placeAt(gesture);
      if (at !== undefined) this.chosen = at;
      return false;
    }
    if (gesture.kind === 'click') this.#click(gesture);
    return gesture.kind === 'click' || gesture.kind === 'double' || gesture.kind === 'context';
  }

  key({ key, ctrl, alt }: KeyGesture): boolean {
    if (ctrl || alt) return false;
    if (key === 'Tab' && this.places.length > 1) return this.other();
    if (key === 'Enter' && this.places.length > 0) return this.set();
    if (key !== 'Escape') return false;
    this.close();
    return true;
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.session.divert(undefined);
    this.session.request.context.view.show(undefined, SLOT);
  }

  #click(gesture: Gesture): void {
    const at = this.picking ? undefined : this.#placeAt(gesture);
    if (at !== undefined) {
      this.chosen = at;
      this.set();
      return;
    }
    const placed = this.picking && this.session.path.snapping.place(gesture);
    if (!placed) return;
    const place = placed.position;
    this.#clicked = { ...this.#clicked, [this.picking!]: place };
    const text = printCoordinates([place[0], place[1]], { crs: this.crs, locale: this.i18n.language });
    this.typed = { ...this.typed, [this.picking!]: text };
    this.picking = STATIONS.find((station) => this.typed[station].trim() === '');
  }

  #placeAt({ pixel, pointer }: Gesture): number | undefined {
    const { view } = this.session.request.context;
    const at = this.places.findIndex((place) => distanceTo(view, place, pixel) <= HANDLE_TOLERANCE[pointer]);
    return at < 0 ? undefined : at;
  }
}
