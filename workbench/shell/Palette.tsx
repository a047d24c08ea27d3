import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { Icon, Kbd, Spinner, useTranslate } from '#core/react';
import { usePalette } from './usePalette.ts';
import type { PaletteResult } from './useProviders.ts';
import { useShowError } from './useShowError.ts';
import '../../core/react/list.css';
import './Palette.css';

interface PaletteProps {
  isOpen: boolean;
  /** Initial text of the field. */
  typed?: string;
  onClose: () => void;
}

/**
 * The command palette (Ctrl+K): finds tools, commands, panels, pages, settings, and what plugins offer, and runs or opens it.
 */
export default function Palette({ isOpen, typed = '', onClose }: PaletteProps) {
  const t = useTranslate('shell');
  return (
    <ModalOverlay
      className="shell-palette-veil"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
    >
      <Modal className="shell-palette">
        <Dialog aria-label={t('palette.open')} className="shell-palette-body">
          <Finder typed={typed} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Finder({ typed, onClose }: { typed: string; onClose: () => void }) {
  const t = useTranslate('shell');
  const showError = useShowError();
  const [text, setText] = useState(typed);
  const { sections, searching } = usePalette(text);
  const ran = useRef(false);
  const run = (item: PaletteResult) => {
    ran.current = true;
    onClose();
    Promise.resolve()
      .then(() => item.run())
      .catch(showError);
  };
  // Typing and pressing Enter at once is faster than highlighting the first result; it means that result.
  const runFirst = () => {
    const first = sections.find(({ items }) => items.length > 0)?.items[0];
    if (first && !ran.current) run(first);
  };
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label={t('palette.prompt')} autoFocus className="shell-palette-field">
        <Search aria-hidden="true" />
        <Input
          placeholder={t('palette.prompt')}
          // Enter is handled after the highlighted item had it.
          onKeyDownCapture={({ key, repeat, nativeEvent }) => {
            if (nativeEvent.isComposing) return;
            if (key === 'Enter' && !repeat) setTimeout(runFirst);
            // The field itself would only clear its text.
            if (key === 'Escape') onClose();
          }}
        />
        {searching ? <Spinner /> : <Kbd keys="Esc" />}
      </SearchField>
      <Menu
        className="g-list shell-palette-list"
        aria-label={t('palette.answers')}
        renderEmptyState={() => (
          <p className="g-list-empty">{t(searching ? 'palette.searching' : 'palette.nothing')}</p>
        )}
      >
        {sections.map((section) => (
          <MenuSection key={section.id} id={section.id}>
            <Header className="g-list-header">{section.title}</Header>
            {section.items.map((item) => (
              <MenuItem
                key={item.id}
                id={`${section.id}/${item.id}`}
                textValue={item.title}
                className="g-item"
                onAction={() => run(item)}
              >
                {item.icon ? <Icon name={item.icon} /> : <span className="shell-palette-no-icon" />}
                <span className="g-item-text">
                  {item.title}
                  {item.detail && <span className="g-item-detail">{item.detail}</span>}
                </span>
                {item.keys && <Kbd keys={item.keys} />}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Autocomplete>
  );
}
