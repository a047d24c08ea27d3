import { observer } from 'mobx-react-lite';
import {
  Button,
  EmptyState,
  Icon,
  IconButton,
  Switch,
  useProjectable,
  useI18n,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { SETTINGS } from '#core/settings';
import { isPlane, printerOf } from '#core/sketch';
import { MEASURES } from '../model/tokens.ts';
import { measureText } from '../model/measure-text.ts';
import './MeasurePanel.css';

/** All measures on the map in a list, and the way in which they are taken. */
export const MeasurePanel = observer(function MeasurePanel() {
  const t = useTranslate('measure-2d');
  const i18n = useI18n();
  const settings = useService(SETTINGS);
  const measures = useService(MEASURES);
  const [measureCRS] = useSetting('measureCRS');
  useSetting('angleUnit');
  const print = printerOf(i18n, settings);
  const ready = useProjectable(measureCRS || 'EPSG:4326');
  const plane = ready === measureCRS && isPlane(measureCRS);
  return (
    <div className="measure-panel">
      <Switch
        isSelected={measures.crs !== undefined}
        isDisabled={!plane && measures.crs === undefined}
        onChange={(on) => measures.takeIn(on ? measureCRS : undefined)}
        description={t(plane ? 'plane.help' : 'plane.none')}
      >
        {plane ? t('plane.in', { crs: measureCRS }) : t('plane')}
      </Switch>
      {measures.list.length === 0 ? (
        <EmptyState icon={<Icon name="ruler" size={20} />} title={t('panel.empty')}>
          {t('panel.empty.help')}
        </EmptyState>
      ) : (
        <>
          <ul className="measure-list">
            {measures.list.map((measure) => {
              const text = measureText(measure, print, t);
              return (
                <li key={measure.id}>
                  <span className="measure-list-text">
                    {text.title}
                    <span className="g-muted">{text.second ?? text.basis}</span>
                  </span>
                  <IconButton
                    size="s"
                    label={t('panel.remove', { measure: text.title })}
                    icon={<Icon name="close" />}
                    onPress={() => measures.remove(measure.id)}
                  />
                </li>
              );
            })}
          </ul>
          <Button onPress={() => measures.clear()}>{t('command.clear')}</Button>
        </>
      )}
    </div>
  );
});
