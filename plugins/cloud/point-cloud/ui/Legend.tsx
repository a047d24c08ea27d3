import { useTranslate } from '#core/react';
import type { CloudColour } from '../api.ts';
import { RETURN_COLOURS, SOURCE_COLOURS } from '../model/colours.ts';
import { DeviationLegend } from './DeviationLegend.tsx';
import { Stripe } from './Stripe.tsx';
import './clouds.css';

/** What the colours of the points mean; classes have theirs in their own list. */
export function Legend({ colour }: { colour: CloudColour }) {
  const t = useTranslate('point-cloud');
  if (colour === 'rgb' || colour === 'class') return null;
  if (colour === 'normal') return <p className="g-muted">{t('legend.normal')}</p>;
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
  if (colour === 'deviation') return <DeviationLegend />;
  return <Stripe colour={colour} />;
}
