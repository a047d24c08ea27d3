import type { ComponentType, ReactNode } from 'react';
import type { MapView, Pixel } from '#core/mapview';
import { serviceToken } from '#core/plugin';
import type { Position } from '#core/protocol';

/** A bubble of lines at a place of a viewer. */
export interface TextBubble {
  readonly id: string;
  readonly at: Position;
  /** Where the person has put it: CSS pixels from its place; undefined: placed by itself. */
  readonly offset: Pixel | undefined;
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
  /** More buttons in its head. */
  readonly actions?: ReactNode;
  drag(offset: Pixel): void;
  close(): void;
}

export interface TextBubblesProps {
  view: MapView;
  bubbles: readonly TextBubble[];
}

/** Shows bubbles that are dragged, copied and closed as those of measures on the flat map, and make room for each other. */
export const TEXT_BUBBLES = serviceToken<ComponentType<TextBubblesProps>>('measure-2d.TextBubbles');
