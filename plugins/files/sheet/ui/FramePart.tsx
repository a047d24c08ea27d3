import { observer } from 'mobx-react-lite';
import { base64Of, sentenceOf } from '#core/kernel';
import { VIEWS } from '#core/mapview';
import { MAX_FRAMES } from '#core/protocol';
import {
  Button,
  Icon,
  IconButton,
  Menu,
  NumberField,
  Select,
  ToggleButton,
  useI18n,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { TOOLS } from '#core/tools';
import { SHEET_FRAMES } from '../api.ts';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { CrsChoice } from './CrsChoice.tsx';
import { ProfilePart } from './ProfilePart.tsx';

const KINDS = ['map', 'profile'] as const;
const SCALES = [100, 200, 250, 500, 1000, 2000, 5000, 10_000, 25_000, 50_000];

/** Scale, place and rotation of the frames, and the plane in which they are drawn. */
export const FramePart = observer(function FramePart() {
  const t = useTranslate('sheet');
  const i18n = useI18n();
  const desk = useService(SHEET_DESK);
  const views = useService(VIEWS);
  const tools = useService(TOOLS);
  const additions = useService(SHEET_FRAMES);
  const toasts = useService(TOASTS);
  useObservable(views.open$, views.open);
  const { frames, frame, active } = desk;
  const addPicture = async (taken: Promise<Blob>, title: string) => {
    try {
      additions.add({ kind: 'picture', title, image: await base64Of(await taken) });
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
  if (!frame) return null;
  const scale = desk.scaleOf(frame);
  const kind = frame.content?.kind ?? (frame.profile ? 'profile' : 'map');
  const globe = views.open.find(({ kind: of, picture }) => of === '3d' && picture);
  return (
    <section className="sheet-part" aria-label={t('frame')}>
      <div className="sheet-frames" role="group" aria-label={t('frames')}>
        <span className="g-label">{t('frames')}</span>
        {frames.map((_, n) => (
          <ToggleButton
            key={n}
            size="s"
            label={t('frame.number', { number: n + 1 })}
            icon={<span className="g-figures">{n + 1}</span>}
            isSelected={n === active}
            onChange={() => desk.choose(n)}
          />
        ))}
        <IconButton
          label={t('frame.add')}
          size="s"
          icon={<Icon name="plus" />}
          isDisabled={frames.length >= MAX_FRAMES}
          onPress={() => desk.addFrame()}
        />
        <IconButton
          label={t('frame.remove')}
          size="s"
          icon={<Icon name="trash" />}
          isDisabled={frames.length < 2}
          onPress={() => desk.removeFrame(active)}
        />
      </div>
      {active > 0 && (
        <Select
          label={t('frame.content')}
          value={kind}
          options={[...KINDS, ...(frame.content ? [frame.content.kind] : [])].map((value) => ({
            value,
            title: t(`frame.content.${value}`),
          }))}
          onChange={(value) => {
            if (value === 'map') desk.setFrame(active, { profile: undefined, content: undefined });
            else if (value === 'profile') desk.setProfile({});
          }}
        />
      )}
      {frame.content && <p className="g-muted">{frame.content.title}</p>}
      {kind !== 'picture' && (
        <div className="sheet-fields">
          <div className="sheet-scale">
            <NumberField
              label={t('scale')}
              value={scale}
              min={1}
              max={10_000_000}
              onChange={(value) => value !== undefined && desk.setScale(active, value)}
            />
            <Menu
              label={t('scale.usual')}
              trigger={<IconButton label={t('scale.usual')} icon={<Icon name="chevron-down" />} />}
              entries={SCALES.map((value) => ({
                id: String(value),
                title: `1:${i18n.number(value)}`,
                onAction: () => desk.setScale(active, value),
              }))}
            />
          </div>
          {kind === 'map' && (
            <NumberField
              label={t('rotation')}
              description={t('rotation.help')}
              unit="°"
              value={frame.rotation}
              digits={1}
              onChange={(value) => desk.setFrame(active, { rotation: (((value ?? 0) % 360) + 360) % 360 })}
            />
          )}
        </div>
      )}
      {frame.profile && <ProfilePart profile={frame.profile} />}
      {kind === 'map' && (
        <div className="sheet-actions">
          <Button size="s" icon={<Icon name="move" />} onPress={() => void tools.activate('sheet.place')}>
            {t('frame.place')}
          </Button>
          <Button
            size="s"
            onPress={() => {
              const center = views.active?.camera.center;
              if (center) desk.centreOn(center);
            }}
          >
            {t('frame.middle')}
          </Button>
          <Button
            size="s"
            isDisabled={!desk.isReady}
            onPress={() => views.active && desk.fit(views.active.camera.extent)}
          >
            {t('frame.fit')}
          </Button>
        </div>
      )}
      {globe && (
        <div className="sheet-actions">
          <Button
            size="s"
            isDisabled={frames.length >= MAX_FRAMES}
            onPress={() => void addPicture(globe.picture!(), t('frame.globe'))}
          >
            {t('frame.globe.add')}
          </Button>
        </div>
      )}
      <CrsChoice
        label={t('crs')}
        description={t('crs.help')}
        value={desk.crs}
        onChange={(code) => void desk.setCrs(code)}
      />
    </section>
  );
});
