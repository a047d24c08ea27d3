import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { findLandmark } from '#core/plugin';
import { Button, Icon, IconButton, useService, useTranslate } from '#core/react';
import { placeBeside, type Box } from '../model/beside.ts';
import { TOUR } from '../model/tour.ts';
import './tour.css';

/** The card of one step, beside the part that it explains, with a frame around that part. */
export default observer(function TourCard() {
  const t = useTranslate('tour');
  const tour = useService(TOUR);
  const { step, steps, index, isLast } = tour;
  const card = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<{ box: Box; left: number; top: number }>();

  // What had the focus before the card took it gets it back.
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    before.current = document.activeElement;
  }, []);
  useEffect(
    () => () => {
      if (before.current instanceof HTMLElement) before.current.focus();
    },
    [],
  );

  useLayoutEffect(() => {
    if (!step) return;
    const measure = () => {
      const box = findLandmark(step)?.getBoundingClientRect();
      if (!box || !card.current) return;
      const { width, height } = card.current.getBoundingClientRect();
      const all = { width: window.innerWidth, height: window.innerHeight };
      setPlace({ box, ...placeBeside(box, { width, height }, all) });
    };
    measure();
    card.current?.focus();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [step]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      tour.close();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [tour]);

  if (!step) return null;
  return createPortal(
    <>
      {place && (
        <div
          className="tour-frame"
          style={{
            left: place.box.left,
            top: place.box.top,
            inlineSize: place.box.width,
            blockSize: place.box.height,
          }}
        />
      )}
      <section
        ref={card}
        className="tour-card"
        role="dialog"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        tabIndex={-1}
        style={place ? { left: place.left, top: place.top } : undefined}
      >
        <header>
          <h2 id="tour-title">{t(`title.${step}`)}</h2>
          <IconButton size="s" label={t('end')} icon={<Icon name="close" />} onPress={tour.close} />
        </header>
        <p id="tour-text">{t(`text.${step}`)}</p>
        {isLast && <p className="g-muted">{t('again')}</p>}
        <footer>
          <span className="g-muted g-figures">{t('progress', { step: index + 1, steps: steps.length })}</span>
          {index > 0 && (
            <Button size="s" onPress={tour.back}>
              {t('back')}
            </Button>
          )}
          <Button size="s" variant="primary" onPress={tour.next}>
            {t(isLast ? 'end' : 'next')}
          </Button>
        </footer>
      </section>
    </>,
    document.body,
  );
});
