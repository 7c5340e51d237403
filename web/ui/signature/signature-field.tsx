import { TextInput } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import { DrawnSignature } from './drawn-signature.tsx';
import classes from './signature.module.css';
import { renderName } from './signature-image.ts';
import '#web/ui/styles/mantine-rest.css';

const MAX_NAME_LENGTH = 60;

interface TypedSignatureProps {
  invalid: boolean;
  onChange(image: string): void;
  /** Shown directly below the signature. */
  errorText: ReactNode;
}

/** Lets people who can't draw a signature type their name. */
function TypedSignature({ invalid, onChange, errorText }: TypedSignatureProps) {
  const [name, setName] = useState('');
  const [image, setImage] = useState('');

  function changeName(newName: string) {
    const image = renderName(newName);
    setName(newName);
    setImage(image);
    onChange(image);
  }

  return (
    <>
      <div className={classes.sheet}>
        {image === '' ? null : <img src={image} alt={`${name.trim()}, as a handwritten signature`} />}
      </div>
      {errorText}
      <TextInput
        label="Your full name, as your signature"
        value={name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
        aria-invalid={invalid || undefined}
        data-signs
        onChange={(event) => changeName(event.currentTarget.value)}
      />
    </>
  );
}

type Mode = 'stored' | 'draw' | 'type';

interface SignatureFieldProps {
  /** The path in the form's values. The value is a PNG data URL, or '' before the user signs. */
  name: string;
  label: string;
}

/** A drawn signature, or a typed name for keyboard users. */
export function SignatureField({ name, label }: SignatureFieldProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const focus = useCallback(() => group.current?.querySelector<HTMLElement>('[data-signs]')?.focus(), []);
  const { id, value, error, setValue } = useField(name, label, focus);
  const errorId = useId();
  const storedImage = typeof value === 'string' ? value : '';
  const [mode, setMode] = useState<Mode>(storedImage === '' ? 'draw' : 'stored');

  const isChanging = useRef(false);

  function changeMode(newMode: Mode) {
    isChanging.current = true;
    setValue('');
    setMode(newMode);
  }

  // Changing the mode removes the pressed button, so move focus to the new control. Wait for the render that
  // changed the mode: an effect that is still pending would focus the old control.
  const focusAfterChange = useEffectEvent((_mode: Mode) => {
    if (isChanging.current) focus();
    isChanging.current = false;
  });
  useEffect(() => focusAfterChange(mode), [mode]);

  const errorText =
    error === undefined ? null : (
      <p id={errorId} className={classes.error}>
        {error}
      </p>
    );
  return (
    <fieldset
      ref={group}
      id={id}
      className={classes.signature}
      aria-describedby={error === undefined ? undefined : errorId}
      data-invalid={error === undefined ? undefined : true}
    >
      <legend>{label}</legend>
      {mode === 'stored' ? (
        <>
          <div className={classes.sheet}>
            <img src={storedImage} alt="Your signature" />
          </div>
          {errorText}
          <Button variant="secondary" onClick={() => changeMode('draw')} data-signs>
            Sign again
          </Button>
        </>
      ) : null}
      {mode === 'draw' ? (
        <DrawnSignature
          onChange={setValue}
          errorText={errorText}
          buttons={
            <Button variant="quiet" onClick={() => changeMode('type')} data-signs>
              Type it instead
            </Button>
          }
        />
      ) : null}
      {mode === 'type' ? (
        <>
          <TypedSignature invalid={error !== undefined} onChange={setValue} errorText={errorText} />
          <Button variant="quiet" onClick={() => changeMode('draw')}>
            Draw it instead
          </Button>
        </>
      ) : null}
    </fieldset>
  );
}
