import type { ComponentType } from 'react';
import type { MapView, Pixel } from '#core/mapview';
import type { Guarded, ServiceName } from '#core/plugin';
import { serviceToken } from '#core/kernel';
import type { Geometry, MeasureKind, StoredMeasure, Position } from '#core/protocol';
import type { Figure, Figures } from '#core/sketch';

export type { MeasureKind } from '#core/protocol';

/** What another plugin says of a measurement, in its bubble on the flat map. */
export interface MeasurePartContribution extends Guarded {
  id: string;
  /** The kinds of measurements that have it. */
  kinds: readonly MeasureKind[];
  /** Service of type `ComponentType<MeasurePartProps>`. */
  render: ServiceName;
  order: number;
}

export interface MeasurePartProps {
  readonly kind: MeasureKind;
  /** Longitude and latitude in degrees; the part is made anew when they change. */
  readonly vertices: readonly Position[];
}

declare module '#core/plugin' {
  interface ContributionPoints {
    measureParts: MeasurePartContribution;
  }
}

declare module '#core/settings' {
  interface SettingValues {
    isSingleMeasurement: boolean;
    preserveMeasure: boolean;
  }
}

/** A bubble with text at a position of a viewer. */
export interface TextBubble {
  readonly id: string;
  readonly at: Position;
  /** Where the person dragged it: CSS pixels from its anchor; undefined: placed automatically. */
  readonly offset: Pixel | undefined;
  /** The geometries it describes; it avoids covering them where possible. */
  readonly figure: readonly Geometry[];
  readonly text: {
    /** The title: `Distance 12.34 m`. */
    readonly title: string;
    /** Before the value, where that alone does not say what it is: `Point 2`. */
    readonly name?: string;
    /** The main value: `12.34 m`. */
    readonly value: string;
    readonly lines: readonly string[];
    /** Small text below: the kind of value, and what is unknown. */
    readonly notes: readonly string[];
    /** The complete text for the clipboard. */
    readonly whole: string;
  };
  /** Whether it is stored with the project; its button changes this. */
  readonly stored?: boolean;
  readonly keeping?: MeasureStorage;
  /** Whether only its header is shown. */
  readonly folded: boolean;
  drag(offset: Pixel): void;
  fold(folded: boolean): void;
  close(): void;
}

export interface TextBubblesProps {
  view: MapView;
  bubbles: readonly TextBubble[];
}

/**
 * Shows bubbles that can be dragged, copied and closed like those of measurements on the flat map, and that avoid
 * each other.
 */
export const TEXT_BUBBLES = serviceToken<ComponentType<TextBubblesProps>>('measure-2d.TextBubbles');

/** Stores the measurements of one plugin with the open project, for everyone with access to it. */
export interface MeasureStorage {
  mayKeep(): boolean;
  /** Stores a measurement with the project, or only locally from now on. */
  keep(id: string, stored: boolean): void;
}

/** How the measurements of one plugin are stored. */
export interface MeasureRecords<M extends Figure> {
  /** The measurements of this plugin among all those stored with the project. */
  read(stored: readonly StoredMeasure[]): Promise<M[]>;
  write(measure: M): StoredMeasure;
  /** Whether both have the same stored form. */
  isSame(one: M, other: M): boolean;
}

/** Starts storing the measurements of one plugin: they are loaded with each project, and follow changes by others. */
export type CreateMeasureStorage = <M extends Figure>(
  measures: Figures<M>,
  records: MeasureRecords<M>,
) => MeasureStorage;
export const CREATE_MEASURE_STORAGE = serviceToken<CreateMeasureStorage>('measure-2d.CreateMeasureStorage');
