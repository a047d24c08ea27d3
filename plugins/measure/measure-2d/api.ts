import type { ComponentType } from 'react';
import type { MapView, Pixel } from '#core/mapview';
import { serviceToken } from '#core/kernel';
import type { Geometry, KeptMeasure, Position } from '#core/protocol';
import type { Figure, Figures } from '#core/sketch';

declare module '#core/settings' {
  interface SettingValues {
    isSingleMeasurement: boolean;
    preserveMeasure: boolean;
  }
}

/** A bubble of lines at a place of a viewer. */
export interface TextBubble {
  readonly id: string;
  readonly at: Position;
  /** Where the person has put it: CSS pixels from its place; undefined: placed by itself. */
  readonly offset: Pixel | undefined;
  /** What it tells of, which it leaves to be seen where it can. */
  readonly figure: readonly Geometry[];
  readonly text: {
    /** What it is called: `Distance 12.34 m`. */
    readonly title: string;
    /** What heads it: `12.34 m`. */
    readonly value: string;
    readonly lines: readonly string[];
    /** In small below: what kind of value it is, what could not be known. */
    readonly notes: readonly string[];
    /** All of it, as it is copied. */
    readonly whole: string;
  };
  /** Whether it stays with the project, which its button changes. */
  readonly kept?: boolean;
  readonly keeping?: MeasureKeeping;
  drag(offset: Pixel): void;
  close(): void;
}

export interface TextBubblesProps {
  view: MapView;
  bubbles: readonly TextBubble[];
}

/** Shows bubbles that are dragged, copied and closed as those of measures on the flat map, and make room for each other. */
export const TEXT_BUBBLES = serviceToken<ComponentType<TextBubblesProps>>('measure-2d.TextBubbles');

/** Keeps the measures of one plugin with the open project, for everybody who sees that. */
export interface MeasureKeeping {
  mayKeep(): boolean;
  /** Keeps a measure with the project, or only here from now on. */
  keep(id: string, kept: boolean): void;
}

/** How the measures of one plugin are written down. */
export interface MeasureRecords<M extends Figure> {
  /** Those of this plugin, of all that are kept with the project. */
  read(kept: readonly KeptMeasure[]): Promise<M[]>;
  write(measure: M): KeptMeasure;
  /** Would both be written alike? */
  isSame(one: M, other: M): boolean;
}

/** Begins to keep the measures of one plugin: they come with each project that is opened, and are seen as others change them. */
export type KeepMeasures = <M extends Figure>(
  measures: Figures<M>,
  records: MeasureRecords<M>,
) => MeasureKeeping;
export const KEEP_MEASURES = serviceToken<KeepMeasures>('measure-2d.KeepMeasures');
