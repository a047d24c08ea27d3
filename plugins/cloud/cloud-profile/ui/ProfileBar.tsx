import { observer } from 'mobx-react-lite';
import {
  Icon,
  IconButton,
  LengthField,
  Select,
  ToggleButton,
  Toolbar,
  useService,
  useTranslate,
} from '#core/react';
import type { ProfileHands } from '../model/hands.ts';
import {
  PROFILE,
  PROFILE_COLOURS,
  PROFILE_HANDS,
  type ProfileColour,
  type ProfileHand,
} from '../model/profile.ts';
import { ProfileFiles } from './ProfileFiles.tsx';
import { TraceMenu } from './TraceMenu.tsx';

const ICONS: Readonly<Record<ProfileHand, string | { path: string }>> = {
  move: 'hand',
  measure: 'ruler',
  draw: 'line',
  lasso: { path: 'M7 17c-3 1-4-2-3-6C5 5 12 3 17 5s5 8 1 11-8 1-11 1zM7 17q0 3-3 4' },
  slab: { path: 'M3 15 20 8M3 19 20 12M3 15v4M20 8v4' },
};

/** Vertical exaggerations offered; 0: fills the panel. */
const SCALES = [0, 1, 2, 5, 10];

/** Cloud, width, colours, scale, and what the pointer does. */
export const ProfileBar = observer(function ProfileBar({
  hands,
  onFit,
  picture,
}: {
  hands: ProfileHands;
  onFit: () => void;
  picture: () => HTMLCanvasElement | undefined;
}) {
  const t = useTranslate('cloud-profile');
  const profile = useService(PROFILE);
  const { cloud, usableClouds, width, colour, exaggeration, hand } = profile;
  return (
    <div className="cpf-bar">
      <Toolbar label={t('hands')}>
        {PROFILE_HANDS.map((one) => (
          <ToggleButton
            key={one}
            label={t(`hand.${one}`)}
            icon={<Icon name={ICONS[one]} />}
            isSelected={hand === one}
            onChange={() => {
              hands.cancel();
              profile.set({ hand: one });
            }}
          />
        ))}
        <IconButton
          label={t('fit')}
          icon={<Icon name={{ path: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5' }} />}
          onPress={onFit}
        />
        <TraceMenu />
        <ProfileFiles picture={picture} />
      </Toolbar>
      <div className="cpf-fields">
        {usableClouds.length > 1 && (
          <Select
            label={t('cloud')}
            value={cloud?.id ?? null}
            onChange={(chosenCloud) => profile.choose({ chosenCloud })}
            options={usableClouds.map(({ id, name }) => ({ value: id, title: name }))}
          />
        )}
        <LengthField
          label={t('width')}
          min={0.01}
          max={1000}
          value={width}
          onChange={(next) => next !== undefined && profile.choose({ width: next })}
        />
        <Select
          label={t('colour')}
          value={colour}
          onChange={(next) => profile.set({ colour: next as ProfileColour })}
          options={PROFILE_COLOURS.filter((one) => one !== 'rgb' || profile.hasColour).map((one) => ({
            value: one,
            title: t(`colour.${one}`),
          }))}
        />
        <Select
          label={t('scale')}
          value={String(exaggeration ?? 0)}
          onChange={(next) => {
            profile.set({ exaggeration: next === '0' ? undefined : Number(next) });
            onFit();
          }}
          options={SCALES.map((times) => ({
            value: String(times),
            title:
              times === 0 ? t('scale.fill') : times === 1 ? t('scale.true') : t('scale.times', { times }),
          }))}
        />
      </div>
    </div>
  );
});
