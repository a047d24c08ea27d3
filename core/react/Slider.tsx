import {
  Label,
  Slider as AriaSlider,
  SliderFill,
  SliderOutput,
  SliderThumb,
  SliderTrack,
  type SliderProps as AriaProps,
} from 'react-aria-components';
import { classes } from './classes.ts';
import './field.css';
import './Slider.css';

export interface SliderProps extends Omit<AriaProps<number>, 'className' | 'style' | 'children'> {
  label: string;
  hideLabel?: boolean;
  hideOutput?: boolean;
  className?: string;
}

export default function Slider({ label, hideLabel, hideOutput, className, ...rest }: SliderProps) {
  return (
    <AriaSlider {...rest} className={classes('g-slider', className)}>
      <Label className={hideLabel ? 'g-hidden' : 'g-label'}>{label}</Label>
      {!hideOutput && (
        <SliderOutput className="g-slider-output g-figures">
          {({ state }) => state.getThumbValueLabel(0).replace('-', '−')}
        </SliderOutput>
      )}
      <SliderTrack className="g-slider-track">
        <SliderFill className="g-slider-fill" />
        <SliderThumb className="g-slider-thumb" />
      </SliderTrack>
    </AriaSlider>
  );
}
