import { useState } from 'react';
import type { LayerGroup } from '#core/protocol';
import {
  Button,
  Icon,
  IconButton,
  NumberField,
  Popover,
  Slider,
  TextField,
  useService,
  useTranslate,
} from '#core/react';
import { PROJECT_LAYERS } from '../model/project-layers.ts';

interface GroupRowProps {
  group: LayerGroup;
  visible: boolean;
  mayEdit: boolean;
  count: number;
}

/** A group of layers: name, number of layers, visibility and menu. */
export default function GroupRow({ group, visible, mayEdit, count }: GroupRowProps) {
  const t = useTranslate('layers');
  const layers = useService(PROJECT_LAYERS);
  const { id, name } = group;
  return (
    <>
      <Icon name="folder" />
      <span className={visible ? 'lay-name lay-group' : 'lay-name lay-group lay-hidden'}>{name}</span>
      <span className="lay-count g-figures">{count}</span>
      <IconButton
        size="s"
        label={visible ? t('hide', { layer: name }) : t('show', { layer: name })}
        icon={<Icon name={visible ? 'eye' : 'eye-off'} />}
        onPress={() => layers.setGroupVisible(id, !visible)}
      />
      {mayEdit ? (
        <Popover
          label={t('group.settings', { group: name })}
          placement="left top"
          className="lay-popover"
          trigger={
            <IconButton
              size="s"
              label={t('group.settings', { group: name })}
              icon={<Icon name="sliders" />}
            />
          }
        >
          {(close) => <GroupSettings group={group} close={close} />}
        </Popover>
      ) : (
        <span className="lay-gap" />
      )}
    </>
  );
}

function GroupSettings({ group, close }: { group: LayerGroup; close: () => void }) {
  const t = useTranslate('layers');
  const layers = useService(PROJECT_LAYERS);
  const [name, setName] = useState(group.name);
  const { id, minScale, maxScale, opacity } = group;
  const isSwapped = minScale !== undefined && maxScale !== undefined && minScale < maxScale;
  return (
    <>
      <TextField
        label={t('group.name')}
        value={name}
        onChange={(text) => {
          setName(text);
          if (text.trim() !== '') layers.changeGroup(id, { name: text.trim() });
        }}
        maxLength={120}
        isRequired
      />
      <Slider
        label={t('opacity')}
        value={opacity}
        minValue={0}
        maxValue={1}
        step={0.05}
        formatOptions={{ style: 'percent' }}
        onChange={(value) => layers.changeGroup(id, { opacity: value })}
      />
      <NumberField
        label={t('group.minScale')}
        value={minScale}
        onChange={(scale) => layers.changeGroup(id, { minScale: scale })}
        min={1}
        max={1e9}
        digits={0}
      />
      <NumberField
        label={t('group.maxScale')}
        value={maxScale}
        onChange={(scale) => layers.changeGroup(id, { maxScale: scale })}
        min={1}
        max={1e9}
        digits={0}
        error={isSwapped ? t('group.swapped') : undefined}
      />
      <p className="g-muted lay-note">{t('group.common')}</p>
      <Button
        icon={<Icon name="trash" />}
        onPress={() => {
          close();
          layers.dissolve(id);
        }}
      >
        {t('group.dissolve')}
      </Button>
    </>
  );
}
