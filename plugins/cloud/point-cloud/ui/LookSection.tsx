import { Disclosure, Select, Slider, Switch, useObservable, useService, useTranslate } from '#core/react';
import {
  CLOUD_VIEWS,
  type CloudAttribute,
  type CloudColour,
  type CloudLook,
  type CloudShade,
  type PaletteName,
  type PlainColour,
} from '../api.ts';
import { isSpread, PALETTES } from '../model/colours.ts';
import { PROJECT_CLOUDS } from '../model/stage.ts';
import { Legend } from './Legend.tsx';
import { RangeFields } from './RangeFields.tsx';
import './clouds.css';

const PLAIN: readonly PlainColour[] = [
  'rgb',
  'height',
  'intensity',
  'class',
  'return',
  'source',
  'time',
  'normal',
];
const SIZES: readonly CloudLook['pointSize'][] = ['adaptive', 'attenuated', 'fixed'];
const SHADES: readonly CloudShade[] = ['none', 'intensity', 'normal'];
/** Attributes of LAS that have a word of their own. */
const KNOWN: ReadonlySet<string> = new Set(['scan angle', 'user data', 'nir']);

/** What the points in view can be coloured by. */
export function useColours(): readonly { readonly colour: CloudColour; readonly title: string }[] {
  const t = useTranslate('point-cloud');
  const views = useService(CLOUD_VIEWS);
  const stage = useService(PROJECT_CLOUDS);
  const view = useObservable(views.current$, views.current);
  // Clouds come into view and go.
  useObservable(stage.clouds$, stage.clouds);
  const { comparison } = useObservable(stage.look$, stage.look);
  const nameOf = ({ name }: CloudAttribute): string =>
    KNOWN.has(name) ? t(`attribute.${name.replace(' ', '-')}`) : name;
  return [
    ...PLAIN.map((colour) => ({ colour, title: t(`colour.${colour}`) })),
    ...(comparison ? [{ colour: 'deviation' as const, title: t('colour.deviation') }] : []),
    ...(view?.attributes ?? []).map((one) => ({
      colour: `extra:${one.name}` as const,
      title: nameOf(one),
    })),
  ];
}

/** How the points of all clouds are drawn. */
export function LookSection() {
  const t = useTranslate('point-cloud');
  const stage = useService(PROJECT_CLOUDS);
  const look = useObservable(stage.look$, stage.look);
  const clouds = useObservable(stage.clouds$, stage.clouds);
  const colours = useColours();
  const isColourless =
    look.colour === 'rgb' &&
    clouds.every(({ id, shown }) => !shown || stage.storedOf(id)?.header.hasColour === false);
  const colour = isColourless ? 'height' : look.colour;
  return (
    <section className="cloud-look" aria-label={t('look.title')}>
      <Select
        label={t('look.colour')}
        value={look.colour}
        options={colours.map((one) => ({ value: one.colour, title: one.title }))}
        onChange={(chosen) => stage.change({ colour: chosen as CloudColour })}
      />
      {isColourless && <p className="g-muted">{t('look.no-colours')}</p>}
      <Legend colour={colour} />
      <Disclosure title={t('look.colours')}>
        <div className="cloud-look">
          {isSpread(colour) && (
            <>
              <Select
                label={t('look.palette')}
                value={look.palette}
                options={Object.keys(PALETTES).map((name) => ({ value: name, title: t(`palette.${name}`) }))}
                onChange={(palette) => stage.change({ palette: palette as PaletteName })}
              />
              <RangeFields key={colour} colour={colour} />
            </>
          )}
          <Select
            label={t('look.shade')}
            value={look.shade}
            options={SHADES.map((shade) => ({ value: shade, title: t(`shade.${shade}`) }))}
            onChange={(shade) => stage.change({ shade: shade as CloudShade })}
          />
          {look.shade !== 'none' && (
            <Slider
              label={t('look.shade.share')}
              minValue={0}
              maxValue={1}
              step={0.05}
              value={look.shadeShare}
              formatOptions={{ style: 'percent' }}
              onChange={(shadeShare) => stage.change({ shadeShare })}
            />
          )}
          <Adjustments look={look} />
        </div>
      </Disclosure>
      <Disclosure title={t('look.more')}>
        <Select
          label={t('look.size')}
          value={look.pointSize}
          options={SIZES.map((size) => ({ value: size, title: t(`size.${size}`) }))}
          onChange={(size) => stage.change({ pointSize: size as CloudLook['pointSize'] })}
        />
        <Slider
          label={t('look.scale')}
          minValue={0.25}
          maxValue={4}
          step={0.25}
          value={look.pointScale}
          onChange={(pointScale) => stage.change({ pointScale })}
        />
        <Switch
          isSelected={look.depthShading}
          onChange={(depthShading) => stage.change({ depthShading })}
          description={t('look.shading.help')}
        >
          {t('look.shading')}
        </Switch>
      </Disclosure>
    </section>
  );
}

/** Of colours and intensities. */
function Adjustments({ look }: { look: CloudLook }) {
  const t = useTranslate('point-cloud');
  const stage = useService(PROJECT_CLOUDS);
  return (
    <>
      <Slider
        label={t('look.gamma')}
        minValue={0.2}
        maxValue={3}
        step={0.1}
        value={look.gamma}
        onChange={(gamma) => stage.change({ gamma })}
      />
      <Slider
        label={t('look.brightness')}
        minValue={-0.9}
        maxValue={0.9}
        step={0.1}
        value={look.brightness}
        onChange={(brightness) => stage.change({ brightness })}
      />
      <Slider
        label={t('look.contrast')}
        minValue={-0.9}
        maxValue={0.9}
        step={0.1}
        value={look.contrast}
        onChange={(contrast) => stage.change({ contrast })}
      />
    </>
  );
}
