import { extentAround, extentOf, ObjectDocument, type Extent, type MapObject } from '#core/document';
import type { LayerState } from '#core/mapview';
import type { Geometry, Style } from '#core/protocol';

/** Shapes on the map of the page, by kind. */
export interface Shown {
  readonly id: string;
  readonly kind: 'line' | 'point' | 'post' | 'event';
  readonly label: string;
  readonly location: Geometry;
}

const STYLES: Readonly<Record<Shown['kind'], Style>> = {
  line: { stroke: '#5b6b7b', width: 3 },
  event: { stroke: '#d55e00', width: 6, label: 'label' },
  post: { stroke: '#ffffff', width: 1.5, fill: '#5b6b7b', radius: 5, shape: 'square', label: 'label' },
  point: { stroke: '#ffffff', width: 1.5, fill: '#0072b2', radius: 5, label: 'label' },
};

export const LAYERS: readonly LayerState[] = (['line', 'event', 'post', 'point'] as const).map((kind) => ({
  typeName: kind,
  visible: true,
  opacity: 1,
  style: STYLES[kind],
  locked: false,
}));

/** A document that shows what the page has, in place of what it had. */
export class PageDocument extends ObjectDocument {
  constructor() {
    super('kmreprojection');
  }

  /** The extent of all that is shown. */
  get extent(): Extent | undefined {
    return extentAround([...this.values()].map(({ location }) => extentOf(location)));
  }

  put(shown: readonly Shown[]): void {
    const next = new Map(shown.map((each) => [each.id, objectOf(each)]));
    const gone = [...this.values()].filter(({ id }) => !next.has(id));
    this.apply(
      [
        ...gone.map((before) => ({ id: before.id, before, after: undefined })),
        ...[...next].map(([id, after]) => ({ id, before: this.get(id), after })),
      ],
      'load',
    );
  }
}

function objectOf({ id, kind, label, location }: Shown): MapObject {
  return { id, typeName: kind, location, properties: { label }, relatesTo: [] };
}
