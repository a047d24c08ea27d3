import { Footprints, Maximize, Orbit, Palette, Ruler } from 'lucide-react';
import { Button, Menu, ToggleButton, Toolbar, useObservable, useTranslate } from '#core/react';
import type { CloudCameraMode, CloudColour, LoneCloud } from '#plugins/cloud/point-cloud/api';
import { fit } from './useLoneCloud.ts';

interface PhoneToolsProps {
  cloud: LoneCloud;
  mode: CloudCameraMode;
  isMeasuring: boolean;
  onMeasure: (measuring: boolean) => void;
}

/** The tools at the bottom edge, where thumbs are. */
export function PhoneTools({ cloud, mode, isMeasuring, onMeasure }: PhoneToolsProps) {
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
        isSelected={isMeasuring}
        onChange={onMeasure}
      />
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
