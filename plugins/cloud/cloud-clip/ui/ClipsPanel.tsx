import { observer } from 'mobx-react-lite';
import {
  Button,
  Disclosure,
  EmptyState,
  Icon,
  IconButton,
  LengthField,
  Select,
  Switch,
  useService,
  useTranslate,
} from '#core/react';
import { CLIP_MODES, CLOUD_CLIPS, type ClipUse, type KeptClip } from '../model/cloud-clips.ts';
import { Kept } from './Kept.tsx';
import { ClipFields } from './ClipFields.tsx';
import './clips-panel.css';

/** The clips of the clouds in the view: which are on, what they do, and their values. */
export default observer(function ClipsPanel() {
  const t = useTranslate('cloud-clip');
  const clips = useService(CLOUD_CLIPS);
  const { list, on, mode } = clips;
  return (
    <div className="ccl-panel">
      <Kept />
      {list.length === 0 ? (
        <EmptyState icon={<Icon name="cut" size={20} />} title={t('empty')}>
          {t('empty.help')}
        </EmptyState>
      ) : (
        <>
          <Select
            label={t('mode')}
            value={mode}
            onChange={(value) => clips.use(value as ClipUse)}
            options={CLIP_MODES.map((value) => ({ value, title: t(`mode.${value}`) }))}
          />
          <ul className="ccl-list" aria-label={t('title')}>
            {list.map((kept) => (
              <Row key={kept.clip.id} kept={kept} />
            ))}
          </ul>
          <Button isDisabled={on.length === 0} onPress={() => clips.allOff()}>
            {t('all-off')}
          </Button>
          {mode === 'inside' && on.length > 1 && <p className="g-muted">{t('several')}</p>}
        </>
      )}
      <LengthField
        label={t('slab.width')}
        min={0.001}
        max={100_000}
        value={clips.slabWidth}
        onChange={(width) => width !== undefined && clips.setSlabWidth(width)}
      />
    </div>
  );
});

const Row = observer(function Row({ kept: { clip, isOn } }: { kept: KeptClip }) {
  const t = useTranslate('cloud-clip');
  const clips = useService(CLOUD_CLIPS);
  const refusal = isOn ? undefined : clips.refusalOf(clip);
  const isLookedAlong = clips.section?.clip.id === clip.id;
  return (
    <li>
      <div className="ccl-row">
        <Switch
          isSelected={isOn}
          isDisabled={refusal !== undefined}
          description={refusal && t(refusal)}
          onChange={(turned) => clips.turn(clip.id, turned)}
        >
          {clip.name}
        </Switch>
        <IconButton
          size="s"
          label={t('remove', { name: clip.name })}
          icon={<Icon name="trash" />}
          onPress={() => clips.remove(clip.id)}
        />
      </div>
      {clip.kind === 'slab' && (
        <Button
          size="s"
          isDisabled={!clips.view}
          onPress={() => {
            if (isLookedAlong) clips.leave();
            else clips.lookAlong(clip);
          }}
        >
          {t(isLookedAlong ? 'section.leave' : 'section.look')}
        </Button>
      )}
      <Disclosure title={t('values')}>
        <ClipFields clip={clip} />
      </Disclosure>
    </li>
  );
});
