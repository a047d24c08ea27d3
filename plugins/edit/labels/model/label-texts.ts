import type { MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import type { MapView } from '#core/mapview';
import type { LabelStyle } from '#core/protocol';
import { labelsAt, labelText, scaleDenominator } from '#core/styles';
import type { Layers } from '#plugins/work/layers/api';

/** The labels that layers give their objects, whether there is room for them or not. */
export class LabelTexts {
  constructor(
    readonly layers: Pick<Layers, 'stateOf' | 'states'>,
    readonly i18n: Pick<I18n, 'number'>,
  ) {}

  /** The text and look of a label at the scale of a view; undefined: the object has none. */
  of(object: MapObject, { camera }: MapView): { text: string; labels: LabelStyle } | undefined {
    const layer = this.layers.stateOf(object.typeName);
    const labels = layer?.visible ? labelsAt(layer.style, scaleDenominator(camera.resolution)) : undefined;
    const text = labels ? labelText(labels, object, (value) => this.i18n.number(value)) : '';
    return labels && text !== '' ? { text, labels } : undefined;
  }

  /** Whether any layer has labels at the scale of a view. */
  some({ camera }: MapView): boolean {
    const scale = scaleDenominator(camera.resolution);
    return this.layers.states.some(
      ({ visible, style }) => visible && (labelsAt(style, scale)?.text ?? '') !== '',
    );
  }
}
