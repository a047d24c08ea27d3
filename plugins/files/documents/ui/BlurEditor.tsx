import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { API } from '#core/api';
import { isAbort, sentenceOf } from '#core/kernel';
import {
  findInFile,
  previewFile,
  readBlur,
  type AnswerOf,
  type BlurRegion,
  type FileRecord,
} from '#core/protocol';
import { Button, Skeleton, useBytes, useService, useTranslate } from '#core/react';
import { OPENED_FILE } from '../model/opened-file.ts';

type Corner = readonly [number, number];
/** Parts of the picture: a smaller rectangle is a mistake. */
const SMALLEST = 0.003;

/** The picture, with rectangles drawn over what nobody should see. */
export function BlurEditor({
  file,
  mayUncover,
  onClose,
}: {
  file: FileRecord;
  mayUncover: boolean;
  onClose: () => void;
}) {
  const t = useTranslate('documents');
  const api = useService(API);
  const opened = useService(OPENED_FILE);
  const { id, name, sha256 } = file;
  const [blur, setBlur] = useState<AnswerOf<typeof readBlur>>();
  const stored = blur?.regions;
  const [added, setAdded] = useState<readonly BlurRegion[]>([]);
  const [from, setFrom] = useState<Corner>();
  const [to, setTo] = useState<Corner>();
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const [told, setTold] = useState<string>();
  const surface = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const reading = new AbortController();
    api.call(readBlur, { params: { id } }, { signal: reading.signal }).then(
      ({ data }) => setBlur(data),
      (failure: unknown) => !isAbort(failure) && setError(sentenceOf(failure)),
    );
    return () => reading.abort();
  }, [api, id]);
  const picture = useBytes(`${sha256} blur`, (signal) =>
    api.bytes(previewFile, { query: { id, size: '2048' } }, { signal }),
  );
  const cornerAt = ({ clientX, clientY }: PointerEvent): Corner => {
    const box = surface.current!.getBoundingClientRect();
    const part = (at: number, start: number, length: number) =>
      Math.min(1, Math.max(0, (at - start) / length));
    return [part(clientX, box.left, box.width), part(clientY, box.top, box.height)];
  };
  const down = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom(cornerAt(event));
    setTo(undefined);
  };
  const up = () => {
    const region = from && to && rectangle(from, to);
    if (region) setAdded([...added, region]);
    setFrom(undefined);
    setTo(undefined);
  };
  const apply = (regions: readonly BlurRegion[]) => {
    setSending(true);
    opened.blur(regions).then(onClose, (failure: unknown) => {
      setSending(false);
      setError(sentenceOf(failure));
    });
  };
  const find = async () => {
    setLooking(true);
    setError(undefined);
    try {
      const { found, total } = (await api.call(findInFile, { params: { id } })).data;
      setAdded((before) => [...before, ...found.map(({ region }) => region)]);
      const count = found.length;
      setTold(t(total > count ? 'blur.found-more' : 'blur.found', { count, total }));
    } catch (failure) {
      setError(sentenceOf(failure));
    }
    setLooking(false);
  };
  const coming = from && to && rectangle(from, to);
  const shown = [...(stored ?? []), ...added, ...(coming ? [coming] : [])];
  const failure = error ?? picture.error;
  return (
    <div className="doc-blur">
      {failure !== undefined && (
        <p className="g-error" role="alert">
          {failure}
        </p>
      )}
      <div className="doc-blur-place">
        {picture.url === undefined || !stored ? (
          picture.error === undefined && <Skeleton height={320} />
        ) : (
          <div className="doc-blur-picture">
            <img src={picture.url} alt={name} draggable={false} />
            <svg
              ref={surface}
              viewBox="0 0 1 1"
              preserveAspectRatio="none"
              role="img"
              aria-label={t('blur.regions', { count: shown.length })}
              onPointerDown={down}
              onPointerMove={(event) => from && setTo(cornerAt(event))}
              onPointerUp={up}
              onPointerCancel={() => setFrom(undefined)}
            >
              {shown.map((region, n) => (
                <polygon key={n} points={region.map((corner) => corner.join(',')).join(' ')} />
              ))}
            </svg>
          </div>
        )}
      </div>
      <div className="doc-blur-bar">
        <span className="g-muted" role="status">
          {isLooking ? t('blur.looking') : (told ?? t('blur.help'))}
        </span>
        {blur?.hasFinder && (
          <Button variant="quiet" isDisabled={isLooking || isSending} onPress={() => void find()}>
            {t('blur.find')}
          </Button>
        )}
        <Button variant="quiet" isDisabled={added.length === 0} onPress={() => setAdded(added.slice(0, -1))}>
          {t('blur.take-back')}
        </Button>
        {mayUncover && file.blurred > 0 && (
          <Button variant="danger-outline" isDisabled={isSending} onPress={() => apply([])}>
            {t('blur.uncover')}
          </Button>
        )}
        <Button variant="quiet" onPress={onClose}>
          {t('blur.cancel')}
        </Button>
        <Button
          variant="primary"
          isDisabled={added.length === 0 || isSending || !stored}
          onPress={() => apply([...(stored ?? []), ...added])}
        >
          {t('blur.apply')}
        </Button>
      </div>
    </div>
  );
}

function rectangle([x, y]: Corner, [toX, toY]: Corner): BlurRegion | undefined {
  if (Math.abs(toX - x) < SMALLEST || Math.abs(toY - y) < SMALLEST) return undefined;
  return [
    [x, y],
    [toX, y],
    [toX, toY],
    [x, toY],
  ];
}
