import { useState, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { NARROW, useMedia } from './useMedia.ts';
import { useTranslate } from './useTranslate.ts';
import './ToolPopup.css';

interface ToolPopupProps {
  title: string;
  /** What the tool works on: number of objects, number of vertices. */
  aside: string;
  /** Called by Esc inside the popup: typed input is discarded, and the focus returns to the map. */
  onEscape: () => void;
  /** The values are usually right as they are: on a phone the popup starts folded. */
  isOptional?: boolean;
  className?: string;
  children: ReactNode;
}

/** Fields of the active tool, over a corner of the map; on a phone below the map, where they can be folded. */
export function ToolPopup({
  title,
  aside,
  onEscape,
  isOptional = false,
  className,
  children,
}: ToolPopupProps) {
  const t = useTranslate('core');
  const isNarrow = useMedia(NARROW);
  const [folded, setFolded] = useState(isOptional);
  const isFolded = isNarrow && folded;
  return (
    <section
      className={classes('g-tool-popup', className)}
      data-keep-clear
      data-below-map
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onEscape();
      }}
    >
      <header>
        <h2>{title}</h2>
        <span className="g-muted">{aside}</span>
        {isNarrow && (
          <IconButton
            size="s"
            label={t(folded ? 'popup.unfold' : 'popup.fold', { title })}
            icon={<Icon name={folded ? 'chevron-up' : 'chevron-down'} />}
            aria-expanded={!folded}
            onPress={() => setFolded(!folded)}
          />
        )}
      </header>
      <div className="g-tool-popup-body" hidden={isFolded}>
        {children}
      </div>
    </section>
  );
}
