import { ChevronDown } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { Button, ComboBox as AriaComboBox, Group, Input, ListBox, Popover } from 'react-aria-components';
import { Latest, sentenceOf } from '#core/kernel';
import { classes } from './classes.ts';
import { FieldLabel, FieldMessages, type FieldProps } from './Field.tsx';
import { option, type Option } from './option.tsx';
import { useTranslate } from './useTranslate.ts';
import './list.css';
import './ComboBox.css';

export interface ComboBoxProps extends FieldProps {
  /** All options, filtered by the typed text... */
  options?: readonly Option[];
  /** ...or a search for the text; the latest search wins. */
  find?: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  value: string | null;
  onChange: (value: string | null, option: Option | undefined) => void;
  /** Title of the selected value if its option is not loaded. */
  valueTitle?: string | undefined;
  /** Whether the typed text may be a value without an option. */
  allowsCustomValue?: boolean;
  placeholder?: string;
  isDisabled?: boolean;
  name?: string;
  autoFocus?: boolean;
}

export default function ComboBox(props: ComboBoxProps) {
  const { label, hideLabel, description, error, options, find, value, onChange, valueTitle, className } =
    props;
  const t = useTranslate('core');
  const [text, setText] = useState<string>();
  const [found, setFound] = useState<{ to?: string; options: readonly Option[] }>({ options: [] });
  const [failure, setFailure] = useState<string>();
  const [newest] = useState(() => new Latest());
  useEffect(() => () => newest.cancel(), [newest]);

  const search = (typed: string) => {
    if (!find) return;
    setFailure(undefined);
    newest
      .run((signal) => find(typed, signal))
      .then(
        (answer) => answer && setFound({ to: typed, options: answer }),
        (thrown: unknown) => setFailure(sentenceOf(thrown)),
      );
  };
  const isSearching = find !== undefined && failure === undefined && found.to !== (text ?? '');
  const all = find ? found.options : (options ?? []);
  const chosen = all.find((one) => one.value === value);
  // Opened without typing, it shows all options, not only the selected one.
  const shown = find || text === undefined ? all : all.filter((one) => fits(one, text));

  const choose = (next: string | null) => {
    setText(undefined);
    onChange(
      next,
      shown.find((one) => one.value === next),
    );
  };
  // Enter selects the first option if none is highlighted.
  const takeFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    const lit = event.currentTarget.hasAttribute('aria-activedescendant');
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || lit) return;
    const first = text && (!find || found.to === text) ? shown[0] : undefined;
    if (!first || props.allowsCustomValue) return;
    event.preventDefault();
    event.stopPropagation();
    choose(first.value);
  };

  return (
    <AriaComboBox
      value={value}
      inputValue={text ?? chosen?.title ?? valueTitle ?? value ?? ''}
      items={shown}
      onInputChange={(typed) => {
        setText(typed);
        search(typed);
      }}
      // Opened by typing, it searches for the typed text; opened by the button, for everything.
      onOpenChange={(open, trigger) => {
        if (open && trigger !== 'input') search('');
      }}
      onChange={(key) => choose(key === null ? null : String(key))}
      onBlur={() => {
        if (props.allowsCustomValue && text !== undefined && text !== chosen?.title)
          onChange(text || null, undefined);
        setText(undefined);
      }}
      // Where any text may stand, nothing that is found is no failure.
      allowsEmptyCollection={!props.allowsCustomValue}
      allowsCustomValue={props.allowsCustomValue}
      menuTrigger={find ? 'input' : 'focus'}
      isRequired={props.isRequired}
      isDisabled={props.isDisabled}
      isInvalid={error !== undefined}
      name={props.name}
      autoFocus={props.autoFocus}
      className={classes('g-field', className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={props.isRequired} />
      <Group className="g-combo">
        <Input className="g-input" placeholder={props.placeholder} onKeyDownCapture={takeFirst} />
        <Button className="g-icon-button g-small">
          <ChevronDown aria-hidden="true" />
        </Button>
      </Group>
      <FieldMessages description={description} error={error ?? failure} />
      <Popover className="g-popover" offset={4}>
        <ListBox<Option>
          className="g-list"
          renderEmptyState={() => (
            <div className="g-list-empty">
              {failure ?? t(isSearching ? 'list.searching' : 'list.nothing')}
            </div>
          )}
        >
          {option}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

function fits({ title, detail = '' }: Option, typed: string): boolean {
  return `${title} ${detail}`.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase());
}
