import { useState } from 'react';
import { AppError, sentenceOf } from '#core/kernel';
import { Button, Dialog, useTranslate } from '#core/react';
import type { SigningOut, Unsent } from './signing-out.ts';

interface SignOutDialogProps {
  unsent: Unsent;
  signingOut: Pick<SigningOut, 'send' | 'keep' | 'drop'>;
  onClose: () => void;
}

type Choice = 'send' | 'keep' | 'drop';

/** What shall become of unsent changes when a person signs out. */
export default function SignOutDialog({ unsent, signingOut, onClose }: SignOutDialogProps) {
  const t = useTranslate('shell');
  const [running, setRunning] = useState<Choice>();
  const [problem, setProblem] = useState<string>();
  const { count, keepProblem } = unsent;
  const choose = async (choice: Choice) => {
    setRunning(choice);
    setProblem(undefined);
    try {
      await (choice === 'send' ? signingOut.send(unsent) : signingOut[choice]());
    } catch (failure) {
      const reason = sentenceOf(failure);
      const isUnsent = failure instanceof AppError && failure.id === 'unsent';
      setProblem(
        isUnsent
          ? t('signOut.notSent', { reason: reason === 'conflict' ? t('signOut.conflict') : reason })
          : reason,
      );
      setRunning(undefined);
    }
  };
  const button = (choice: Choice) => ({
    onPress: () => void choose(choice),
    isPending: running === choice,
    isDisabled: running !== undefined && running !== choice,
  });
  return (
    <Dialog
      isOpen
      title={t('signOut.title')}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger-outline" {...button('drop')}>
            {t('signOut.drop')}
          </Button>
          {keepProblem === undefined && <Button {...button('keep')}>{t('signOut.keep')}</Button>}
          <Button variant="primary" {...button('send')}>
            {t('signOut.send')}
          </Button>
        </>
      }
    >
      <p>{t('signOut.unsent', { count })}</p>
      <p className="g-muted">{t(`signOut.keep.${keepProblem ?? 'help'}`)}</p>
      {problem && (
        <p className="g-error" role="alert">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
