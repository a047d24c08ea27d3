import { Footprints, Maximize, MessageSquarePlus, Orbit, Palette, Ruler } from 'lucide-react';
import { Button, Menu, ToggleButton, Toolbar, useObservable, useTranslate } from '#core/react';
import type { CloudCameraMode, CloudColour, LoneCloud } from '#plugins/cloud/point-cloud/api';
import { fit } from './useLoneCloud.ts';

/** What taps on the points do. */
export type PhoneTool = 'measure' | 'write';

interface PhoneToolsProps {
  cloud: LoneCloud;
  mode: CloudCameraMode;
  tool: PhoneTool | undefined;
  /** Whether annotations may be written. */
  mayWrite: boolean;
  onTool: (tool: PhoneTool | undefined) => void;
}

/** The tools at the bottom edge, where thumbs are. */
export function PhoneTools({ cloud, mode, tool, mayWrite, onTool }: PhoneToolsProps) {
  const t = useTranslate('mobile-cloud');
  const { view, stage, colours } = cloud;
  const look = useObservable(stage.look$, stage.look);
  const isWalking = mode === 'walk';
  const colour = colours.includes(look.colour) ? look.colour : colours[0]!;
  return (
    <Toolbar label={t('tools')} className="mobile-cloud-tools">
      <Button variant="quiet" icon={<Maximize aria-hidden="true" />} onPress={() => fit(view)}>
        {t('fit')}
      </Button>
      <ToggleButton
        showLabel
        label={t(isWalking ? 'orbit' : 'walk')}
        icon={isWalking ? <Orbit aria-hidden="true" /> : <Footprints aria-hidden="true" />}
        isSelected={false}
        onChange={() => (isWalking ? fit(view) : view.setMode('walk'))}
      />
      <ToggleButton
        showLabel
        label={t('measure')}
        icon={<Ruler aria-hidden="true" />}
        isSelected={tool === 'measure'}
        onChange={(on) => onTool(on ? 'measure' : undefined)}
      />
      {mayWrite && (
        <ToggleButton
          showLabel
          label={t('notes.write')}
          icon={<MessageSquarePlus aria-hidden="true" />}
          isSelected={tool === 'write'}
          onChange={(on) => onTool(on ? 'write' : undefined)}
        />
      )}
      <Menu
        label={t('colour')}
        placement="top end"
        trigger={
          <Button variant="quiet" icon={<Palette aria-hidden="true" />}>
            {t('colour')}
          </Button>
        }
        entries={[
          {
            id: 'colour',
            title: t('colour.by'),
            choices: colours.map((id) => ({ id, title: t(`point-cloud:colour.${id}`) })),
            selected: colour,
            onSelect: (id) => stage.change({ colour: id as CloudColour }),
          },
        ]}
      />
    </Toolbar>
  );
}
