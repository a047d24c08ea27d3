import { useI18n, useObservable, useService, useTranslate } from '#core/react';
import { CLOUD_VIEWS, type CloudColour, type CloudView } from '../api.ts';
import { GRADIENT, RETURN_COLOURS, SOURCE_COLOURS } from '../model/colours.ts';
import './clouds.css';

const STRIPE = { background: `linear-gradient(to right, ${GRADIENT.join(', ')})` };

/** What the colours of the points mean; classes have theirs in their own list. */
export function Legend({ colour }: { colour: CloudColour }) {
  const t = useTranslate('point-cloud');
  const views = useService(CLOUD_VIEWS);
  const view = useObservable(views.current$, views.current);
  if (colour === 'rgb' || colour === 'class') return null;
  if (colour === 'return')
    return (
      <ul className="cloud-keys" aria-label={t('legend.title')}>
        {Object.entries(RETURN_COLOURS).map(([name, hex]) => (
          <li key={name}>
            <span className="cloud-key" style={{ background: hex }} />
            {t(`legend.return.${name}`)}
          </li>
        ))}
      </ul>
    );
  if (colour === 'source')
    return (
      <p className="g-muted cloud-keys" aria-label={t('legend.title')}>
        {SOURCE_COLOURS.map((hex) => (
          <span key={hex} className="cloud-key" style={{ background: hex }} />
        ))}
        {t('legend.source')}
      </p>
    );
  return (
    <div className="cloud-gradient" role="img" aria-label={t('legend.title')}>
      <span className="cloud-stripe" style={STRIPE} />
      <Ends colour={colour} view={view} />
    </div>
  );
}

function Ends({ colour, view }: { colour: CloudColour; view: CloudView | undefined }) {
  const t = useTranslate('point-cloud');
  const i18n = useI18n();
  const heights = view?.heights;
  const [low, high] =
    colour === 'height' && view && heights
      ? heights.map((height) => `${i18n.number(height, { maximumFractionDigits: 1 })} m`)
      : [t(`legend.${colour}.low`), t(`legend.${colour}.high`)];
  return (
    <span className="cloud-ends g-figures">
      <span>{low}</span>
      <span>{high}</span>
    </span>
  );
}
