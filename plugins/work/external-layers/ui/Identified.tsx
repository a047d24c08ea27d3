import { observer } from 'mobx-react-lite';
import { Icon, IconButton, Skeleton, useService, useTranslate } from '#core/react';
import { MAX_COUNT, type LayerInfo } from '../model/identification.ts';
import { IDENTIFICATION } from '../model/services.ts';
import './external-layers.css';

/** What the layers of other servers say about the place that was clicked. */
export const Identified = observer(function Identified() {
  const t = useTranslate('external-layers');
  const identification = useService(IDENTIFICATION);
  const { place, layers } = identification;
  if (!place) return null;
  return (
    <section className="ext-identified" aria-label={t('identify.title')}>
      <header>
        <h3>{t('identify.title')}</h3>
        <IconButton
          size="s"
          label={t('identify.close')}
          icon={<Icon name="close" />}
          onPress={() => identification.clear()}
        />
      </header>
      {layers.length === 0 && <p className="g-muted">{t('identify.no-layer')}</p>}
      {layers.map((layer) => (
        <div key={layer.id}>
          <h4>{layer.name}</h4>
          <Answer layer={layer} />
        </div>
      ))}
    </section>
  );
});

function Answer({ layer: { info, problem } }: { layer: LayerInfo }) {
  const t = useTranslate('external-layers');
  if (problem !== undefined) return <p className="ext-said-problem">{problem}</p>;
  if (!info) return <Skeleton lines={2} />;
  if (info.features.length === 0 && info.lines.length === 0)
    return <p className="g-muted">{t('identify.nothing')}</p>;
  return (
    <>
      {info.features.map(({ title, values }, n) => (
        <div key={n} className="ext-said">
          {title !== '' && <strong>{title}</strong>}
          <dl>
            {values.map(([name, value], at) => (
              <div key={at}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {(info.isCut || info.features.length >= MAX_COUNT) && <p className="g-muted">{t('identify.more')}</p>}
      {info.lines.length > 0 && <pre className="ext-said-text">{info.lines.join('\n')}</pre>}
    </>
  );
}
