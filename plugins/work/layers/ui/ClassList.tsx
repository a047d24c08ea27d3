import type { LayerState } from '#core/mapview';
import type { ObjectType } from '#core/protocol';
import { Swatch, useI18n, useTranslate } from '#core/react';
import { legendOf } from '#core/styles';

/** Classes that are listed below a layer; the others are counted. */
const SHOWN = 12;

/** The symbols of the classes of a layer; nothing for a layer with one symbol. */
export function ClassList({ state, type }: { state: LayerState; type: ObjectType | undefined }) {
  const t = useTranslate('layers');
  const i18n = useI18n();
  if (!state.style.classes) return null;
  const items = legendOf(state.style, (value) => i18n.number(value));
  return (
    <ul className="lay-classes">
      {items.slice(0, SHOWN).map(({ kind, index, title, symbol }) => (
        <li key={index}>
          <Swatch style={symbol} geometryType={type?.geometryType ?? null} />
          <span className="lay-name">{kind === 'others' ? t('class.others') : title}</span>
        </li>
      ))}
      {items.length > SHOWN && (
        <li className="g-muted">{t('class.more', { n: i18n.number(items.length - SHOWN) })}</li>
      )}
    </ul>
  );
}
