import { makeAutoObservable, observableRef } from 'mobx';
import { serviceToken } from '#core/kernel';
import { MARK_COLOURS, MARKS, type PanoramicPlace, type PictureMark } from '#core/protocol';
import type { NewMark, PictureMarking } from '#plugins/files/documents/api';
import type { PanoramaStage } from '../api.ts';

/** Parts of the width and of the height of the sphere. */
type Point = readonly [across: number, down: number];

/** What is drawn over the panorama that is seen. */
export class PanoramaMarking {
  /** Undefined before a panorama. */
  marking: PictureMarking | undefined;
  isShown = true;
  kind: PictureMark['kind'] | undefined = undefined;
  colour: string = MARK_COLOURS[0];
  /** The words of a text that is placed by a click. */
  words = '';
  /** Of the mark that is being drawn. */
  points: readonly Point[] = [];
  readonly #markingOf: (fileId: string) => PictureMarking;
  #placeId: string | undefined;

  constructor(markingOf: (fileId: string) => PictureMarking, stage: Pick<PanoramaStage, 'current$'>) {
    this.#markingOf = markingOf;
    makeAutoObservable(this, { marking: observableRef, points: observableRef });
    stage.current$.subscribe((place) => place?.id !== this.#placeId && this.#enter(place));
  }

  /** Of the panorama that is seen, and of the mark that is being drawn. */
  get shown(): readonly PictureMark[] {
    const { draft } = this;
    const marks = this.isShown ? (this.marking?.marks ?? []) : [];
    return draft ? [...marks, { ...draft, id: 'draft' }] : marks;
  }

  get draft(): NewMark | undefined {
    const { kind, colour, points } = this;
    const places = unwrapped(points);
    if (kind === 'line' && places.length > 1) return { kind, colour, points: places };
    if (kind === 'arrow' && places.length === 2) return { kind, colour, points: [places[0]!, places[1]!] };
    return undefined;
  }

  choose(kind: PictureMark['kind'] | undefined): void {
    this.kind = kind;
    this.points = [];
    this.isShown = true;
  }

  paint(colour: string): void {
    this.colour = colour;
  }

  write(words: string): void {
    this.words = words;
  }

  show(isShown: boolean): void {
    this.isShown = isShown;
  }

  /** A click; or why it draws nothing: a text needs its words first, and a line has enough points. */
  point(at: Point): 'words' | 'full' | undefined {
    const { kind, colour, marking } = this;
    if (kind === 'text') {
      const text = this.words.trim();
      if (text === '') return 'words';
      marking?.add({ kind, colour, points: [[...at]], text });
      return undefined;
    }
    if (this.points.length === MARKS.points) return 'full';
    this.points = [...this.points, at];
    if (kind === 'arrow' && this.points.length === 2) this.finish();
    return undefined;
  }

  /** Ends the mark that is being drawn, and keeps it if it is complete. */
  finish(): void {
    const { draft } = this;
    if (draft) this.marking?.add(draft);
    this.points = [];
  }

  /** Gives up the last point, or else the last mark; false where there is none. */
  takeBack(): boolean {
    if (this.points.length > 0) this.points = this.points.slice(0, -1);
    else if (this.marking?.canUndo) this.marking.undo();
    else return false;
    return true;
  }

  drop(): void {
    this.points = [];
  }

  #enter(place: Pick<PanoramicPlace, 'id'> | undefined): void {
    this.#placeId = place?.id;
    this.points = [];
    this.marking = place && this.#markingOf(place.id);
    void this.marking?.load();
  }
}
export const PANORAMA_MARKING = serviceToken<PanoramaMarking>('panorama.Marking');

/** Over the edge of the picture it goes on, so that neighbours are less than half of the picture apart. */
function unwrapped(points: readonly Point[]): [number, number][] {
  const places: [number, number][] = [];
  for (const [across, down] of points) {
    const before = places.at(-1)?.[0] ?? across;
    places.push([across + Math.round(before - across), down]);
  }
  return places;
}
