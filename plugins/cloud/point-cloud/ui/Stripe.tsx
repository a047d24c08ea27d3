import { useI18n, useObservable, useService, useTranslate, type Translate } from '#core/react';
import { CLOUD_VIEWS, type CloudColour, type CloudView } from '../api.ts';
import { extraOf, PALETTES } from '../model/colours.ts';
import { PROJECT_CLOUDS } from '../model/stage.ts';
import { useRange } from './RangeFields.tsx';
import './clouds.css';

/** Heights are what the view has: of a local cloud its own, else above the ellipsoid or a vertical datum. */
function unitOf(colour: string, view: CloudView | undefined, t: Translate): string {
  if (colour !== 'height') return t(`legend.unit.${colour}`);
  if (view?.localOf) return t('legend.unit.local');
  const datum = view?.heightSystem?.vertical?.name;
  return datum === undefined ? t('legend.unit.height') : t('legend.unit.datum', { datum });
}

/** The palette with the values at its ends and its middle, and their unit. */
export function Stripe({ colour }: { colour: CloudColour }) {
  const t = useTranslate('point-cloud');
  const i18n = useI18n();
  const stage = useService(PROJECT_CLOUDS);
  const look = useObservable(stage.look$, stage.look);
  const views = useService(CLOUD_VIEWS);
  const view = useObservable(views.current$, views.current);
  const found = useRange(view, colour);
  const range = look.range ?? found;
  const extra = extraOf(colour);
  const unit =
    extra === undefined
      ? unitOf(colour, view, t)
      : (view?.attributes.find(({ name }) => name === extra)?.description ?? '');
  const colours = PALETTES[look.palette];
  const digits = range ? Math.min(6, Math.max(0, Math.ceil(1 - Math.log10((range[1] - range[0]) / 2)))) : 0;
  const number = (value: number) => i18n.number(value, { maximumFractionDigits: digits });
  return (
    <div className="cloud-gradient" role="img" aria-label={`${t('legend.title')} ${unit}`}>
      <span
        className="cloud-stripe"
        style={{ background: `linear-gradient(to right, ${colours.join(', ')})` }}
      />
      {range && (
        <span className="cloud-ends g-figures">
          {[range[0], (range[0] + range[1]) / 2, range[1]].map((value, i) => (
            <span key={i}>{number(value)}</span>
          ))}
        </span>
      )}
      {unit !== '' && <span className="g-muted cloud-unit">{unit}</span>}
    </div>
  );
}
